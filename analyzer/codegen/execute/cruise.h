/* Of the engine's own files: long loops, of which some iterations are run and stand for the others.
 *
 * Once a warp has gone round a loop a few times three periods of two iterations are followed, and where these are not alike, three
 * of three, and of eight: what goes in turns mostly takes a power of two of them, or three. What registers hold has to be the same
 * in each of them, or to go on by the same step (modulo 2^32); what is made of that in other ways, such
 * as in floating point, is given up as unknown, and must decide nothing: no address, no way.
 * Then the third period's comparisons, carries and addresses say how many more periods are like it: as long as no
 * difference changes its sign, no carry comes or goes, and lanes' addresses move together by multiples of what caches
 * and banks are divided by. These periods are left out, and counted. What they store is forgotten.
 *
 * Where warps meet at barriers in the loop all of the block's have to be at the end of the same period of it, and wait for
 * each other there: then the periods that all of them are alike in are left out for all.
 *
 * The iterations that were run need not be typical: each operation on what changes is one of those that are known to
 * keep steps steps (cruise_rules.c, cruise_bits.c). A period then adds the same to all of that as the one before it, and so does the
 * next, since what it does to it is linear. */
#ifndef GPULINT_CODEGEN_EXECUTE_CRUISE_H
#define GPULINT_CODEGEN_EXECUTE_CRUISE_H

#include "codegen/execute/machine.h"

enum taint {
	TAINT_NONE,   /* the same in each period */
	TAINT_STEPS,  /* goes on by the same step in each */
	TAINT_SIGN,   /* its sign is the same in each */
	/* Of the block's number alone (cruise_moved.c): */
	TAINT_MOVED,  /* all lanes' have the same number more, of which so many of the lowest bits are 0 */
	TAINT_UPPER,  /* the upper half of such a pair, or the carry into it */
	TAINT_OPAQUE, /* nothing is known */
};

/* What holds of a number in the next periods only up to some point. */
enum log_kind {
	LOG_SIGN,    /* a number: whether it is positive, negative or 0 */
	LOG_UPPER,   /* a sum: its bits from 32 on */
	LOG_SIGNED,  /* a number of 32 bits with sign: it stays one */
	LOG_GLOBAL,  /* lanes' addresses: they move together, by multiples of what they cost the same for wherever they are */
	LOG_SHARED,  /* the same */
	LOG_SAME,    /* a number: it does not change */
	LOG_SHIFT,   /* a number without sign that is shifted to the right: the bits that go, or else those that stay, do not change */
	LOG_SHIFT_SIGNED,
	/* From here on a number of 32 bits has some of its bits above it. */
	LOG_BITS,    /* a number, and above it the bits of it that are passed on: these, or else the others, do not change */
	LOG_KEPT_BITS,   /* the others do not change */
	LOG_FIXED_BITS,  /* these do not */
};

struct log_entry {
	uint32_t at;   /* instruction */
	uint8_t kind;  /* enum log_kind */
	uint8_t by;    /* of shifts; of addresses bytes */
	uint32_t lanes;
	int64_t of[LANES];
};

enum { MOST_LOGGED = 4096, PERIODS = 3, WARM_UP = 3, MOST_HIDDEN = 32 };

struct log {
	struct log_entry *entries;
	size_t count, capacity;
	uint64_t path; /* a hash of the instructions and of their lanes */
};

enum cruise_phase { CRUISE_IDLE, CRUISE_FIRST, CRUISE_SECOND, CRUISE_THIRD };

/* What the block's log had when the second and the third period began, and how its number went into registers then. */
struct passage {
	size_t second, third;
	uint8_t word_taints[WORDS], predicate_taints[PREDICATES], steady_bits[WORDS];
};

/* Of a word what is known while it is not hidden. */
struct hidden_word {
	struct lanes *word;
	uint32_t known, half;
};

struct cruise {
	const struct warp *warp; /* whose loop is followed; NULL: none is */
	uint32_t header;         /* the loop's first instruction */
	uint32_t iterations;     /* in this phase */
	enum cruise_phase phase;
	bool fails;
	bool meets_others;             /* the loop has barriers: periods are left out for all of the block's warps at once, */
	bool is_held;                  /* which this one waits for */
	struct cruising *common;
	struct lanes *words[3];  /* what those hold at the ends of the last three periods, the latest first */
	struct bits predicates[3][PREDICATES];
	uint8_t word_taints[WORDS], predicate_taints[PREDICATES];
	uint32_t words_logged[2][WORDS];   /* lanes: as numbers that stay within 32 bits, without and with sign, since they were written, or the period began */
	uint8_t last_word_taints[WORDS], last_predicate_taints[PREDICATES];
	struct log *logs[2];
	size_t most_logged;
	uint16_t stored; /* enum sass_space: where the third period stores */
	bool is_of_block;              /* it follows a warp from its begin to its end, where what goes on by steps is the block's number, */
	bool moves_bits;               /* what shifts and masks make of it in all lanes alike is moved, and goes on by no steps; */
	uint8_t steady_bits[WORDS];    /* of those that are moved */
	uint8_t result_steady;         /* of what the operation makes, */
	bool has_upper;                /* whose second word is an upper half */
	uint16_t *differing;           /* and in which spaces, by enum sass_space, the block has stored what, or where, hangs on that; */
	bool loads_alike;              /* the latest access goes to others, and to the same place in each block */
	struct hidden_word hidden[MOST_HIDDEN]; /* from the operation that is executed, which makes nothing linear of them */
	unsigned hidden_count;
	uint64_t followed;             /* instructions */
	struct passage passage;        /* of a loop, where the block is followed as well */
};

/* What all warps have in common. */
struct cruising {
	uint8_t *period;   /* by instruction: which a loop beginning there takes, of PERIODS */
	uint8_t *failures; /* by instruction: times that a loop beginning there could not be left out */
	uint16_t *written;       /* places of the words that the code writes at all: no others change */
	size_t written_count;
	struct execute_count *counts; /* before the third period */
	struct cruise *warps;
	uint32_t warp_count;
	uint32_t held;           /* warps */
};

/* The warp goes on. */
void cruise_warp(struct warp *warp);
/* Warps are held, and no warp runs: those go on for which the others have come, or never will. */
void cruise_release(struct execute_run *run);
/* A warp's active lanes, which are all that are ready, jump back. */
void cruise_jump(struct warp *warp, uint32_t header);
/* Before an instruction is executed that is followed. True: of a block, what it makes of the block's number goes on by no steps: what
 * hangs on that is hidden from it, so that what it computes all the same it computes in each block, */
bool cruise_follow(struct cruise *cruise, struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful);
/* until it has been executed by these lanes. */
void cruise_show(struct cruise *cruise, const struct warp *warp, const struct operation *operation, uint32_t lanes);
/* And after it. */
void cruise_followed(struct cruise *cruise, struct warp *warp, const struct operation *operation, uint32_t lanes);
void cruise_stop(struct cruise *cruise);
struct cruising *cruising_new(const struct execute_run *run);
/* A block is to be run: one that is recorded with nothing learned from others, as what is left out then is the same in all that do alike. */
void cruising_begin(const struct execute_run *run);
void cruising_free(struct cruising *cruising);

/* Of a register or predicate of an instruction; NULL: of one that is nothing but 0 or true. */
uint8_t *cruise_taint_at(struct cruise *cruise, unsigned bank, unsigned number);
/* How often more what is logged goes on as from `before` to `now`. */
uint64_t cruise_times(const struct log *now, const struct log *before);
uint64_t cruise_entry_times(const struct log_entry *now, const struct log_entry *before);
/* Of addresses: whether all lanes' are as far from those before. */
bool cruise_moves_together(const struct log_entry *now, const struct log_entry *before);

/* ---- cruise_bits.c ---- */

/* Where a number may come to and still be made the same of; `may_move`: elsewhere at all. */
struct reach {
	bool may_move;
	int64_t low, high;
};

enum taint cruise_shift(const struct warp *warp, const struct operation *operation, uint32_t lanes, struct cruise *cruise);
/* Whether a shift by so many, fewer than 32, to the right gives the lower half of a pair that has nothing but an upper one, which is one to
 * the left. */
bool cruise_shifts_upper(const struct operation *operation, unsigned by);
/* One of its operands keeps its sign, and nothing else is known of it. */
enum taint cruise_sign(const struct warp *warp, const struct operation *operation, uint32_t lanes, struct cruise *cruise);
/* Some of its operands go on by steps. */
enum taint cruise_logic(const struct warp *warp, const struct operation *operation, uint32_t lanes, struct cruise *cruise);
/* How many of the lowest bits no number of such steps changes. */
unsigned cruise_steady_bits(const struct log_entry *now, const struct log_entry *before, unsigned lane);
int64_t cruise_number(const struct log_entry *entry, unsigned lane);
/* Not of addresses. */
struct reach cruise_reach(const struct log_entry *entry, unsigned lane, unsigned steady);

/* Of a number among three: the bits that a LOP3 passes on as they are, and those that are as what they are not. */
struct passing {
	uint32_t number, as_they_are, negated;
};

struct passing passing_of(const struct warp *warp, const struct operation *operation, unsigned which, unsigned lane);

/* ---- cruise_moved.c ---- */

/* Some of its operands are moved. */
enum taint cruise_move(const struct warp *warp, const struct operation *operation, uint32_t lanes, struct cruise *cruise);
/* Some go on by steps: what it makes of them is moved, if they are the same in all lanes. */
enum taint cruise_begin_move(const struct warp *warp, const struct operation *operation, uint32_t lanes, struct cruise *cruise);
/* Whether the address is moved, by such multiples. */
bool cruise_address_moves(const struct cruise *cruise, const struct sass_access *access, unsigned multiple);

/* ---- moves.c ---- */

/* Whether it reads the block's number. */
bool is_block_number(const struct operation *operation);

/* ---- cruise_rules.c ---- */

/* What the operation makes of its operands; logs what that holds under. */
enum taint cruise_result(const struct warp *warp, const struct operation *operation, uint32_t lanes,
                         struct cruise *cruise, enum taint worst);
void cruise_log(struct cruise *cruise, const struct log_entry *entry);
/* A register's number, with its sign if it is of such a kind. */
void cruise_log_word(struct cruise *cruise, const struct warp *warp, struct log_entry entry, const struct lanes *number, uint32_t lanes);
uint8_t cruise_taint_of(const struct cruise *cruise, uint32_t place);

#endif
