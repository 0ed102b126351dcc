/* Of the engine's own files: the state of a warp and of its block, operations as they are made ready for a launch, and
 * how those read and write. */
#ifndef GPULINT_CODEGEN_EXECUTE_MACHINE_H
#define GPULINT_CODEGEN_EXECUTE_MACHINE_H

#include "codegen/execute/execute.h"
#include "codegen/execute/memory.h"
#include "support/arena.h"
#include "support/wide_loops.h"

enum {
	LANES = EXECUTE_LANES,
	UNIFORMS = 128, /* uniform registers of which any code speaks */
	WORD_ZERO = 0,  /* RZ and URZ */
	WORD_UNIFORM = 1,
	WORD_REGISTER = WORD_UNIFORM + UNIFORMS,
	WORDS = WORD_REGISTER + 256 + 4, /* of groups of registers the last ones may be none */
	PREDICATES = 16,                 /* P0 to PT, UP0 to UPT */
	UNIFORM_PREDICATES = 8,
	BARRIERS = 16,
	BARRIER_SKIPPED = BARRIERS, /* where warps wait that leave barriers out */
	MOST_WARPS = 32,
};

#define ALL_LANES UINT32_MAX

/* Upper words of generic addresses of shared and of local memory: made up. */
enum { SHARED_WINDOW = 0x7f4a, LOCAL_WINDOW = 0x7f4b };

/* A register of a warp; uniform ones hold the same in all lanes. */
struct lanes {
	_Alignas(16) uint32_t of[LANES];
	uint32_t known;
	uint32_t half; /* lanes of which no more than the lower 16 bits are known */
};

/* A bit a lane. Where it is not known the value is 0. */
struct bits {
	uint32_t value, known;
};

enum waiting { WAITS_NOT, WAITS_AT_CONVERGENCE, WAITS_AT_WARPSYNC, WAITS_AT_BARRIER, WAITS_AT_PERIOD };

struct operation;
struct warp;
typedef void operate(struct warp *warp, const struct operation *operation, uint32_t lanes);

enum does { DOES_NOTHING, DOES_COMPUTE, DOES_ACCESS, DOES_CONTROL };

/* An instruction made ready: its operands are places of a warp's words, or behind them of the launch's constants. */
struct operation {
	operate *operate;   /* of those that compute */
	uint64_t low, high; /* the encoding, from bit 0 and bit 64 on */
	uint32_t d, a, b, c;
	uint32_t target;    /* the register through which it jumps */
	uint8_t predicates; /* UNIFORM_PREDICATES: of the uniform datapath */
	uint8_t form;
	uint8_t does;    /* enum does */
	bool is_uniform;  /* done once a warp */
	bool is_needless; /* what it writes decides nothing (demand.h), and is unknown */
	/* Where the modifiers of b and c are: with the operand that is in bits 32 to 63, or with that in 64 to 71. */
	bool negate_b, absolute_b, negate_c, absolute_c;
	const struct sass_instruction *instruction;
};

struct warp {
	struct execute_run *run;
	unsigned number;
	uint32_t alive;
	uint32_t active;                       /* lanes that go on together, */
	uint8_t groups[LANES];                 /* as those do that have the same number here; */
	uint32_t apart;                        /* lanes of which nobody knows whether they do, */
	uint32_t yielded;                      /* and which BSYNC need not bring together: some have executed YIELD */
	uint32_t pc[LANES];                    /* index of instruction, of lanes that are not active */
	uint32_t ready;                        /* alive lanes that wait for nobody */
	uint8_t waits[LANES];                  /* enum waiting */
	uint8_t waits_at[LANES];               /* convergence register, or barrier */
	uint32_t waits_for[LANES];             /* of WARPSYNC: lanes */
	uint32_t convergence[BARRIERS][LANES]; /* by lane, what its convergence register holds */
	uint32_t at;                           /* index of the instruction of the active lanes */
	struct bits predicates[PREDICATES];
	struct lanes words[WORDS];
	uint64_t known_words[(WORDS + 63) / 64]; /* a bit a word: it may hold something that is known */
	struct local_memory local;
};

/* A block's barrier. Warps arrive as a whole, by lanes as these come. */
struct barrier {
	uint32_t arrived[MOST_WARPS]; /* lanes, by warp */
	uint32_t threads;             /* that it waits for; 0: all */
	uint32_t branch;              /* BARRIER_SKIPPED: the instruction behind which barriers are left out */
};

struct cruise;

struct execute_run {
	const struct execute_kernel *kernel;
	const struct execute_launch *launch;
	struct operation *operations;
	struct lanes *constants;
	size_t constant_count, constant_capacity;
	uint32_t recent_constants[256]; /* by hash, where a pair of them begins; 0: nowhere */
	uint32_t threads, warp_count;
	/* Of the block that runs. */
	uint32_t block[3];
	struct warp *warps;
	struct barrier barriers[BARRIERS + 1];
	uint32_t arrivals; /* a bit a barrier: some warp has come to it */
	uint16_t may_be_stored; /* enum sass_space: where lanes that ended with barriers left out may store at any time */
	struct block_memory memory;
	const struct execute_sink *sink;
	struct execute_count *counts;
	uint64_t steps;
	bool cruises;          /* long loops are not run to their ends */
	struct cruising *cruising; /* or NULL, */
	struct cruise *cruise;     /* and of it the one of the warp that runs */
	struct execute_record *record; /* of the block that runs; NULL: there is none */
	const struct warp *followed; /* by the cruise, instruction by instruction; NULL: none */
	struct cruise *follows_block; /* the record of the warp that runs; NULL: none, or it has failed */
	struct region **regions; /* by instruction, what was found of it */
	struct arena arena;
	uint64_t skips;
	const char *trouble; /* why the run cannot go on */
	uint32_t current;    /* index of the instruction that is executed */
	uint32_t trouble_at;
};

static inline void
trouble(struct warp *warp, const char *why)
{
	struct execute_run *run = warp->run;
	if (run->trouble)
		return;
	run->trouble = why;
	run->trouble_at = run->current;
}

/* ---- the encoding ---- */

static inline uint32_t
bits_of(const struct operation *operation, unsigned first, unsigned count)
{
	const uint64_t half = first < 64 ? operation->low >> first : operation->high >> (first - 64);
	return (uint32_t)(half & ((1ull << count) - 1));
}

static inline bool
bit_of(const struct operation *operation, unsigned at)
{
	return bits_of(operation, at, 1);
}

/* Where the register of which the number is in eight bits from `at` on is. */
static inline uint32_t
register_place(const struct operation *operation, unsigned at)
{
	const unsigned number = bits_of(operation, at, 8);
	return number == SASS_RZ ? WORD_ZERO : WORD_REGISTER + number;
}

/* Of these forms what bits 32 to 63 hold is the last operand, and the register in 64 to 71 the one before it. */
static inline bool
is_last_in_middle(const struct operation *operation)
{
	return operation->form == 2 || operation->form == 3 || operation->form == 7;
}

/* ---- words ---- */

static inline const struct lanes *
word(const struct warp *warp, uint32_t place)
{
	return place < WORDS ? &warp->words[place] : &warp->run->constants[place - WORDS];
}

/* The upper half of a pair. */
static inline const struct lanes *
upper_word(const struct warp *warp, uint32_t place)
{
	return word(warp, place == WORD_ZERO ? WORD_ZERO : place + 1);
}

/* Puts what the lanes computed where it belongs; of unknown lanes the number does not matter. */
void put(struct warp *warp, uint32_t place, const struct lanes *result, uint32_t lanes);
void put_unknown(struct warp *warp, uint32_t place, uint32_t lanes);
/* Of what has been put there these lanes' lower 16 bits are known. */
void put_halves(struct warp *warp, uint32_t place, uint32_t lanes);
/* The nth register of a group. */
static inline uint32_t
next_place(uint32_t place, unsigned n)
{
	return place == WORD_ZERO || place + n >= WORDS ? WORD_ZERO : place + n;
}

/* ---- predicates ---- */

static inline struct bits
negated(struct bits bits)
{
	return (struct bits){~bits.value & bits.known, bits.known};
}

static inline struct bits
both(struct bits a, struct bits b)
{
	const uint32_t no = (a.known & ~a.value) | (b.known & ~b.value);
	return (struct bits){a.value & b.value, (a.known & b.known) | no};
}

static inline struct bits
either(struct bits a, struct bits b)
{
	return negated(both(negated(a), negated(b)));
}

static inline struct bits
exclusive(struct bits a, struct bits b)
{
	const uint32_t known = a.known & b.known;
	return (struct bits){(a.value ^ b.value) & known, known};
}

/* The predicate operand in three bits from `at` on, with what negates it in the one behind. */
static inline struct bits
predicate(const struct warp *warp, const struct operation *operation, unsigned at)
{
	const struct bits bits = warp->predicates[operation->predicates + bits_of(operation, at, 3)];
	return bit_of(operation, at + 3) ? negated(bits) : bits;
}

/* Sets the predicate in three bits from `at` on. */
void decide(struct warp *warp, const struct operation *operation, unsigned at, struct bits bits, uint32_t lanes);

/* A bit of each lane whose number is not 0. */
uint32_t mask_of(const uint32_t of[LANES]);
/* The value that all of the lanes have; false: they have not, or one is unknown. */
bool one_value(const struct lanes *word, uint32_t lanes, uint32_t *value);

/* Whether its operands are doubles, of two words each. */
bool is_of_doubles(enum sass_opcode opcode);
/* The operation for an instruction, or NULL: none is known, and what it writes is unknown. */
operate *find_operation(enum sass_opcode opcode);
operate unknown_results;

const uint8_t *execute_text(const struct execute_kernel *kernel);
/* What a constant bank holds; at most 4 bytes. False: unknown. */
bool constant_load(const struct execute_run *run, unsigned bank, int64_t offset, unsigned bytes, uint32_t *value);
/* A word that all lanes have in common. */
struct constant {
	uint32_t value;
	bool is_known;
};
/* Where the pair of constants begins, behind the warp's words. */
uint32_t constant_place(struct execute_run *run, struct constant low, struct constant high);
struct operation make_operation(struct execute_run *run, const struct sass_instruction *instruction,
                                const uint8_t *bytes, unsigned sm);

/* The lanes' addresses, and which of them are known. */
uint32_t addresses_of(const struct warp *warp, const struct sass_access *access, uint64_t addresses[LANES]);
/* Loads, stores and the like; `doubtful`: lanes whose guard is unknown, which are none of `lanes`. */
void do_access(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful);
bool is_access(const struct sass_instruction *instruction);

/* Instructions that say where lanes go, or wait. `warp->at` is behind it already. */
void do_control(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful);
bool is_control(const struct sass_instruction *instruction);
/* The active lanes, which are all of their warp, leave out a region with barriers behind the current instruction, and
 * wait for those of the other warps that do. */
void skip_barriers(struct warp *warp);
/* Nothing is known of what lies in these spaces, a bit each by enum sass_space; of local memory of the warp's. */
void forget_spaces(struct warp *warp, uint16_t spaces, uint32_t lanes);
/* Lanes that waited for lanes that came, or left. */
void release_lanes(struct warp *warp);
void release_barriers(struct execute_run *run);
/* The active lanes wait until they are released. */
void hold_warp(struct warp *warp);
void release_warp(struct warp *warp);
void leave_convergence(struct warp *warp, unsigned at, uint32_t lanes);
/* The active lanes go on where all ways from the current instruction, a branch, come together, and know nothing of
 * what may have been done on them. False: they cannot. */
bool skip_region(struct warp *warp);
/* Nobody knows how these part. */
void part(struct warp *warp, uint32_t lanes, bool yields);
void lanes_end(struct warp *warp, uint32_t lanes);
/* Takes the lanes that are furthest behind; false: none can go on. */
bool choose_lanes(struct warp *warp);

#endif
