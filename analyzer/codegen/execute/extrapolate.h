/* Internal to the engine: loop extrapolation. Some iterations of a long loop are run and represent the others.
 *
 * After a warp has executed a few iterations of a loop, three periods of two iterations are followed. If these are
 * not alike, three periods of three iterations are tried, then of eight: most patterns repeat after a power of two
 * or three iterations. Each register has to hold the same value in each period, or advance by the same step (modulo
 * 2^32). Values computed from these in other ways, such as in floating point, become unknown; no address and no
 * branch may depend on them.
 *
 * The comparisons, carries and addresses of the third period then bound how many more periods are like it. No
 * difference may change its sign, no carry may appear or vanish, and the lanes' addresses must move together, by
 * multiples of sectors and banks. These periods are skipped and counted. The contents that they store are forgotten.
 *
 * If warps synchronize at barriers in the loop, all warps of the block wait for each other at the end of the same
 * period. The periods that are alike in all of them are skipped for all.
 *
 * The iterations that were run need not be typical. Each operation on a changing value is one of those known to map
 * steps to steps (extrapolate_rules.c, extrapolate_bits.c). A period then adds the same to all such values as the period
 * before it. So does the next period, because the operations are linear. */
#ifndef GPULINT_CODEGEN_EXECUTE_EXTRAPOLATE_H
#define GPULINT_CODEGEN_EXECUTE_EXTRAPOLATE_H

#include "codegen/execute/evolution.h"
#include "codegen/execute/run_state.h"
#include "domain/interval.h"

/* A condition on a number. It bounds for how many more periods the number behaves alike. */
enum log_kind {
	LOG_SIGN,   /* a number: whether it is positive, negative or 0 does not change */
	LOG_UPPER,  /* a sum: its bits from 32 on do not change */
	LOG_SIGNED, /* a signed number: it stays within 32 bits */
	LOG_GLOBAL, /* global addresses of the lanes: they move together, by multiples of `by` */
	LOG_SHARED, /* addresses in shared or local memory: likewise */
	LOG_SAME,   /* a number: it does not change */
	LOG_SHIFT,  /* an unsigned number shifted right: the dropped bits, or else the kept bits, do not change */
	LOG_SHIFT_SIGNED,
	/* From here on `of` holds a 32-bit number in its lower half and a mask of its bits in its upper half. */
	LOG_BITS,       /* the bits in the mask pass through a LOP3: either these or the others do not change */
	LOG_KEPT_BITS,  /* the bits outside the mask do not change */
	LOG_FIXED_BITS, /* the bits in the mask do not change */
};

struct log_entry {
	uint32_t at;  /* instruction index */
	uint8_t kind; /* enum log_kind */
	uint8_t by;   /* of shifts: bits; of addresses: bytes */
	uint32_t lanes;
	int64_t of[LANES];
};

enum { MOST_LOGGED = 4096, PERIODS = 3, WARM_UP = 3, MOST_HIDDEN = 32 };

struct log {
	struct log_entry *entries;
	size_t count, capacity;
	uint64_t path; /* hash of the executed instructions and their lanes */
};

enum extrapolation_phase { EXTRAPOLATION_IDLE, EXTRAPOLATION_FIRST, EXTRAPOLATION_SECOND, EXTRAPOLATION_THIRD };

/* The size of the block's log when the second and the third period began, and the block's evolutions when the third
 * began. */
struct passage {
	size_t second, third;
	uint8_t word_evolutions[WORDS], predicate_evolutions[PREDICATES], fixed_bits[WORDS];
};

/* A hidden word, and its known lanes to restore. */
struct hidden_word {
	struct warp_word *word;
	uint32_t known, half;
};

struct extrapolation {
	const struct warp *warp; /* the warp whose loop is followed; NULL: none */
	uint32_t header;         /* the loop's first instruction */
	uint32_t iterations;     /* in this phase */
	enum extrapolation_phase phase;
	bool fails;
	/* the loop has barriers: periods are skipped for all warps of the block at once */
	bool meets_others;
	bool is_held; /* this warp waits for the others */
	struct block_extrapolation *common;
	/* contents of the words in `common->written` at the ends of the last three periods, latest first */
	struct warp_word *words[3];
	struct bits predicates[3][PREDICATES];
	uint8_t word_evolutions[WORDS], predicate_evolutions[PREDICATES];
	/* lanes already logged as unsigned [0] and signed [1] numbers that stay within 32 bits, since the word was
	 * written or the period began */
	uint32_t words_logged[2][WORDS];
	uint8_t last_word_evolutions[WORDS], last_predicate_evolutions[PREDICATES];
	struct log *logs[2];
	size_t most_logged;
	uint16_t stored; /* bit set of enum sass_space: where the third period stores */
	/* it follows a warp from start to end, and the block index is the induction variable */
	bool is_of_block;
	bool moves_bits;           /* as execute_launch.moves_bits */
	uint8_t fixed_bits[WORDS]; /* of words with EVOLUTION_MOVED: the lowest bits that are equal in other blocks */
	uint8_t result_fixed;      /* the same for the current operation's result */
	bool has_upper;            /* the result's second word is an upper half */
	/* bit set of enum sass_space, common to all warps: where a stored value or address depended on the block
	 * index */
	uint16_t *differing;
	bool loads_alike;                       /* the latest access loads the same contents in each block */
	struct hidden_word hidden[MOST_HIDDEN]; /* from the current operation, which is not linear in them */
	unsigned hidden_count;
	uint64_t followed;      /* instructions */
	struct passage passage; /* of a loop in a recorded block */
};

/* The state that all warps share. */
struct block_extrapolation {
	uint8_t *period;   /* by loop header: which of the PERIODS lengths is tried */
	uint8_t *failures; /* by loop header: times that extrapolation failed */
	uint16_t *written; /* slots of the words that the code writes; no other words change */
	size_t written_count;
	struct execute_count *counts; /* before the third period */
	struct extrapolation *warps;
	uint32_t warp_count;
	uint32_t held; /* warps that are held */
};

/* The warp is the one that runs from now on. */
void extrapolate_warp(struct warp *warp);
/* Called when warps are held, after all warps ran: releases them if all have arrived, or if the others never will. */
void extrapolate_release(struct execute_run *run);
/* All ready lanes of a warp, which are its active lanes, jump back. */
void extrapolate_jump(struct warp *warp, uint32_t header);
/* Called before a followed instruction executes. True, only for blocks: the result does not advance by steps with
 * the block index. The operands that depend on the index are then hidden as unknown, so that the results are the
 * same in each block. */
bool extrapolate_follow(struct extrapolation *extrapolation, struct warp *warp, const struct operation *operation,
                        uint32_t lanes, uint32_t doubtful);
/* Restores the hidden operands after these lanes have executed the instruction. */
void extrapolate_show(struct extrapolation *extrapolation, const struct warp *warp, const struct operation *operation,
                      uint32_t lanes);
/* Called after a followed instruction of a loop. */
void extrapolate_followed(struct extrapolation *extrapolation, struct warp *warp, const struct operation *operation,
                          uint32_t lanes);
void extrapolate_stop(struct extrapolation *extrapolation);
struct block_extrapolation *block_extrapolation_new(const struct execute_run *run);
/* A block begins. A recorded block starts without what other blocks taught, so that equal blocks skip the same
 * periods. */
void block_extrapolation_begin(const struct execute_run *run);
void block_extrapolation_free(struct block_extrapolation *block_extrapolation);

/* The evolution of a register or predicate. NULL: it is constant (RZ or PT). */
uint8_t *extrapolate_evolution_at(struct extrapolation *extrapolation, unsigned bank, unsigned number);
/* How many more times the log can advance as from `before` to `now`. */
uint64_t extrapolate_times(const struct log *now, const struct log *before);
uint64_t extrapolate_entry_times(const struct log_entry *now, const struct log_entry *before);
/* Whether both have the same lanes, and all their addresses advance by the same amount. */
bool extrapolate_moves_together(const struct log_entry *now, const struct log_entry *before);

/* ---- extrapolate_bits.c ---- */

enum evolution extrapolate_shift(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                                 struct extrapolation *extrapolation);
/* Whether a right shift by `by`, fewer than 32, of a pair with lower half 0 gives the result's lower half. It is in
 * effect a left shift. */
bool extrapolate_shifts_upper(const struct operation *operation, unsigned by);
/* An operand has EVOLUTION_SIGN. */
enum evolution extrapolate_sign(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                                struct extrapolation *extrapolation);
/* Some operands advance by steps. */
enum evolution extrapolate_logic(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                                 struct extrapolation *extrapolation);
/* How many of the lowest bits such a step leaves unchanged. */
unsigned extrapolate_fixed_bits(const struct log_entry *now, const struct log_entry *before, unsigned lane);
int64_t extrapolate_number(const struct log_entry *entry, unsigned lane);
/* The interval in which the number gives an equivalent result; empty if it may not change at all. Not for addresses. */
struct interval extrapolate_reach(const struct log_entry *entry, unsigned lane, unsigned fixed_bits);

/* One of the three operands of a LOP3: the bits that pass through unchanged, and those that pass through negated. */
struct passing {
	uint32_t number, as_they_are, negated;
};

struct passing passing_of(const struct warp *warp, const struct operation *operation, unsigned which, unsigned lane);

/* ---- extrapolate_moved.c ---- */

/* Some operands are moved. */
enum evolution extrapolate_move(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                                struct extrapolation *extrapolation);
/* Some operands advance by steps: the result is moved, if they are the same in all lanes. */
enum evolution extrapolate_begin_move(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                                      struct extrapolation *extrapolation);
/* Whether the address is moved by multiples of `multiple` bytes. */
bool extrapolate_address_moves(const struct extrapolation *extrapolation, const struct sass_access *access,
                               unsigned multiple);

/* ---- moves.c ---- */

/* Whether it reads the block index. */
bool is_block_number(const struct operation *operation);

/* ---- extrapolate_rules.c ---- */

/* The evolution of the result. Logs the conditions under which it holds. dominant: of the operands. */
enum evolution extrapolate_result(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                                  struct extrapolation *extrapolation, enum evolution dominant);
void extrapolate_log(struct extrapolation *extrapolation, const struct log_entry *entry);
/* Logs the lanes' numbers in a register, signed if the entry's kind is. */
void extrapolate_log_word(struct extrapolation *extrapolation, const struct warp *warp, struct log_entry entry,
                          const struct warp_word *number, uint32_t lanes);
uint8_t extrapolate_evolution_of(const struct extrapolation *extrapolation, uint32_t slot);

#endif
