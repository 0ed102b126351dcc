/* Internal to the engine: the state of a warp and its block, operations prepared for a launch, and their operand
 * accesses. */
#ifndef GPULINT_CODEGEN_EXECUTE_RUN_STATE_H
#define GPULINT_CODEGEN_EXECUTE_RUN_STATE_H

#include "codegen/execute/block_memory.h"
#include "codegen/execute/execute.h"
#include "support/arena.h"
#include "support/wide_loops.h"

enum {
	LANES = EXECUTE_LANES,
	UNIFORMS = 128, /* the most uniform registers of any architecture */
	WORD_ZERO = 0,  /* RZ and URZ */
	WORD_UNIFORM = 1,
	WORD_REGISTER = WORD_UNIFORM + UNIFORMS,
	WORDS = WORD_REGISTER + 256 + 4, /* a register group may extend past the last register */
	PREDICATES = 16,                 /* P0 to PT, UP0 to UPT */
	UNIFORM_PREDICATES = 8,
	BARRIERS = 16,
	BARRIER_SKIPPED = BARRIERS, /* where warps wait that skip barriers */
	MOST_WARPS = 32,
};

#define ALL_LANES UINT32_MAX

/* Assumed upper words of generic addresses of shared and of local memory. */
enum { SHARED_WINDOW = 0x7f4a, LOCAL_WINDOW = 0x7f4b };

/* A register of a warp. A uniform register holds the same value in all lanes. */
struct warp_word {
	_Alignas(16) uint32_t of[LANES];
	uint32_t known;
	uint32_t half; /* lanes of which only the lower 16 bits are known */
};

/* One bit per lane. `value` is 0 in unknown lanes. */
struct bits {
	uint32_t value, known;
};

/* The lanes become unknown. */
static inline void
warp_word_forget(struct warp_word *word, uint32_t lanes)
{
	word->known &= ~lanes;
	word->half &= ~lanes;
}

static inline void
bits_forget(struct bits *bits, uint32_t lanes)
{
	bits->value &= ~lanes;
	bits->known &= ~lanes;
}

enum waiting { WAITS_NOT, WAITS_AT_CONVERGENCE, WAITS_AT_WARPSYNC, WAITS_AT_BARRIER, WAITS_AT_PERIOD };

struct operation;
struct warp;
typedef void operate(struct warp *warp, const struct operation *operation, uint32_t lanes);

enum does { DOES_NOTHING, DOES_COMPUTE, DOES_ACCESS, DOES_CONTROL };

/* A prepared instruction. Its operands are slots: indices of a warp's words, or, from WORDS on, of the launch's
 * constants. */
struct operation {
	operate *operate;   /* for DOES_COMPUTE */
	uint64_t low, high; /* the encoding, from bit 0 and bit 64 on */
	uint32_t d, a, b, c;
	uint32_t target;    /* slot of the register that holds the jump target */
	uint8_t predicates; /* first predicate: UNIFORM_PREDICATES in the uniform datapath */
	uint8_t form;
	uint8_t does;     /* enum does */
	bool is_uniform;  /* executed once per warp */
	bool is_needless; /* no reported value depends on its results (demand.h), which are unknown */
	/* Modifiers belong to an encoded operand, the one in bits 32 to 63 or the one in bits 64 to 71. These are
	 * sorted by b and c. */
	bool negate_b, absolute_b, negate_c, absolute_c;
	const struct sass_instruction *instruction;
};

struct warp {
	struct execute_run *run;
	unsigned number;
	uint32_t alive;
	uint32_t active;                       /* lanes that execute together */
	uint8_t groups[LANES];                 /* lanes with equal numbers and equal pc execute together */
	uint32_t apart;                        /* lanes that may have diverged */
	uint32_t yielded;                      /* lanes that BSYNC need not reconverge: some have executed YIELD */
	uint32_t pc[LANES];                    /* instruction index of each inactive lane */
	uint32_t ready;                        /* alive lanes that do not wait */
	uint8_t waits[LANES];                  /* enum waiting */
	uint8_t waits_at[LANES];               /* convergence register or barrier */
	uint32_t waits_for[LANES];             /* lane mask of WARPSYNC */
	uint32_t convergence[BARRIERS][LANES]; /* by lane, the contents of its convergence registers */
	uint32_t at;                           /* instruction index of the active lanes */
	struct bits predicates[PREDICATES];
	struct warp_word words[WORDS];
	uint64_t known_words[(WORDS + 63) / 64]; /* one bit per word: it may hold a known lane */
	struct local_memory local;
};

/* A barrier of a block. A warp has arrived once all of its alive lanes have. */
struct barrier {
	uint32_t arrived[MOST_WARPS]; /* lanes, by warp */
	uint32_t threads;             /* threads that it waits for; 0: all */
	uint32_t branch;              /* for BARRIER_SKIPPED: the instruction after which barriers are skipped */
};

struct extrapolation;

struct execute_run {
	const struct execute_kernel *kernel;
	const struct execute_launch *launch;
	struct operation *operations;
	struct warp_word *constants;
	size_t constant_count, constant_capacity;
	uint32_t recent_constants[256]; /* hash table: where a pair of constants begins; 0: empty */
	uint32_t threads, warp_count;
	/* The state of the running block. */
	uint32_t block[3];
	struct warp *warps;
	struct barrier barriers[BARRIERS + 1];
	uint32_t arrivals; /* one bit per barrier: some warp has arrived */
	/* bit set of enum sass_space: where lanes that ended in a region with skipped barriers may store at any time */
	uint16_t may_be_stored;
	struct block_memory memory;
	const struct execute_sink *sink;
	struct execute_count *counts;
	uint64_t steps;
	bool extrapolations;                             /* loops are extrapolated */
	struct block_extrapolation *block_extrapolation; /* or NULL */
	struct extrapolation *extrapolation;             /* of `block_extrapolation`, that of the running warp */
	struct execute_record *record;                   /* of the running block; NULL: none */
	const struct warp *followed;         /* the warp whose instructions the extrapolation follows; NULL: none */
	struct extrapolation *follows_block; /* the record of the running warp; NULL: none */
	struct region **regions;             /* by branch instruction; NULL: not searched yet */
	struct arena arena;
	uint64_t skips;
	const char *trouble; /* why the run cannot continue; NULL: it can */
	uint32_t current;    /* index of the current instruction */
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

/* The slot of the register whose number is in the eight bits from `at` on. */
static inline uint32_t
register_slot(const struct operation *operation, unsigned at)
{
	const unsigned number = bits_of(operation, at, 8);
	return number == SASS_RZ ? WORD_ZERO : WORD_REGISTER + number;
}

/* In these forms bits 32 to 63 hold the last operand, and bits 64 to 71 the register before it. */
static inline bool
is_last_in_middle(const struct operation *operation)
{
	return operation->form == 2 || operation->form == 3 || operation->form == 7;
}

/* ---- words ---- */

static inline const struct warp_word *
word(const struct warp *warp, uint32_t slot)
{
	return slot < WORDS ? &warp->words[slot] : &warp->run->constants[slot - WORDS];
}

/* The upper half of a pair. */
static inline const struct warp_word *
upper_word(const struct warp *warp, uint32_t slot)
{
	return word(warp, slot == WORD_ZERO ? WORD_ZERO : slot + 1);
}

/* Writes the lanes' results to a slot. The numbers of unknown lanes do not matter. */
void put(struct warp *warp, uint32_t slot, const struct warp_word *result, uint32_t lanes);
void put_unknown(struct warp *warp, uint32_t slot, uint32_t lanes);
/* After a put: the lower 16 bits of these lanes are known. */
void put_halves(struct warp *warp, uint32_t slot, uint32_t lanes);
/* The nth register of a group. */
static inline uint32_t
next_slot(uint32_t slot, unsigned n)
{
	return slot == WORD_ZERO || slot + n >= WORDS ? WORD_ZERO : slot + n;
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

/* The predicate operand in the three bits from `at` on. The next bit negates it. */
static inline struct bits
predicate(const struct warp *warp, const struct operation *operation, unsigned at)
{
	const struct bits bits = warp->predicates[operation->predicates + bits_of(operation, at, 3)];
	return bit_of(operation, at + 3) ? negated(bits) : bits;
}

/* Writes the predicate whose number is in the three bits from `at` on. */
void decide(struct warp *warp, const struct operation *operation, unsigned at, struct bits bits, uint32_t lanes);

/* One bit for each lane whose number is not 0. */
uint32_t mask_of(const uint32_t of[LANES]);
/* The value that all of the lanes share. False: their values differ, or one is unknown. */
bool one_value(const struct warp_word *word, uint32_t lanes, uint32_t *value);

/* Whether the operands are doubles, of two words each. */
bool is_of_doubles(enum sass_opcode opcode);
/* The operation of an opcode. NULL: unsupported, and its results are unknown. */
operate *find_operation(enum sass_opcode opcode);
operate unknown_results;

const uint8_t *execute_text(const struct execute_kernel *kernel);
/* Loads at most 4 bytes from a constant bank. False: unknown. */
bool constant_load(const struct execute_run *run, unsigned bank, int64_t offset, unsigned bytes, uint32_t *value);
/* A word that is equal in all lanes. */
struct constant {
	uint32_t value;
	bool is_known;
};
/* The slot of a pair of constants, from WORDS on. */
uint32_t constant_slot(struct execute_run *run, struct constant low, struct constant high);
struct operation make_operation(struct execute_run *run, const struct sass_instruction *instruction,
                                const uint8_t *bytes, unsigned sm);

/* Computes the lanes' addresses. Returns the lanes whose address is known. */
uint32_t addresses_of(const struct warp *warp, const struct sass_access *access, uint64_t addresses[LANES]);
/* Executes a memory access. doubtful: lanes whose guard is unknown, disjoint from `lanes`. */
void do_access(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful);
bool is_access(const struct sass_instruction *instruction);

/* Executes an instruction of control flow or synchronization. `warp->at` is already the next instruction. */
void do_control(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful);
bool is_control(const struct sass_instruction *instruction);
/* The active lanes skip a region with barriers after the current instruction, and wait for the other warps to do the
 * same. They have to be all alive lanes of their warp. */
void skip_barriers(struct warp *warp);
/* Forgets the contents of these spaces, a bit set of enum sass_space. For local memory, those of the warp's `lanes`. */
void forget_spaces(struct warp *warp, uint16_t spaces, uint32_t lanes);
/* Wakes lanes whose awaited lanes have arrived or ended. */
void release_lanes(struct warp *warp);
void release_barriers(struct execute_run *run);
/* The active lanes wait until release_warp. */
void hold_warp(struct warp *warp);
void release_warp(struct warp *warp);
void leave_convergence(struct warp *warp, unsigned at, uint32_t lanes);
/* The active lanes skip from the current branch to its post-dominator. All that the region may write becomes
 * unknown. False: the region cannot be skipped. */
bool skip_region(struct warp *warp);
/* These lanes may diverge, in an unknown way. yields: BSYNC need not reconverge them. */
void part(struct warp *warp, uint32_t lanes, bool yields);
void lanes_end(struct warp *warp, uint32_t lanes);
/* Activates the ready lanes with the lowest pc. False: none is ready. */
bool choose_lanes(struct warp *warp);

#endif
