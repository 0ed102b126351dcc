/* Decoder of NVIDIA's machine code (SASS), sm_75 to sm_121. It gives each instruction's memory accesses, registers
 * read and written, jump target and scheduling fields. All these architectures use 16 bytes per instruction and one
 * family of encodings, which NVIDIA does not document.
 *
 * Every fact about it here was found by compiling programs with ptxas 13.0 and reading nvdisasm 13.2's text and live
 * registers. The same was done with single bits flipped. tests/sass/decode.py repeats this.
 *
 * An instruction that the decoder does not know is SASS_UNKNOWN and may do anything. It has no registers, spaces or
 * target.
 *
 * The arena owns the decoded instructions. Offsets, sizes and addresses are in bytes. */
#ifndef GPULINT_CODEGEN_SASS_SASS_H
#define GPULINT_CODEGEN_SASS_SASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum { SASS_INSTRUCTION_SIZE = 16 };

enum sass_opcode {
	SASS_UNKNOWN,
#define SASS(mnemonic, ...) SASS_OP_##mnemonic,
#define SASS_ALSO(...)
#include "codegen/sass/sass_opcodes.def"
	SASS_OPCODE_COUNT,
};

/* The execution unit. */
enum sass_pipe {
	SASS_PIPE_UNKNOWN,
	SASS_PIPE_FMA,  /* single precision, and integer multiplication */
	SASS_PIPE_ALU,  /* integers, logic, comparisons, moves */
	SASS_PIPE_HALF, /* half precision, two at a time */
	SASS_PIPE_FP64,
	SASS_PIPE_XU,      /* transcendental functions, conversions, bit counts */
	SASS_PIPE_LSU,     /* all memory but textures, and exchanges between lanes */
	SASS_PIPE_UNIFORM, /* once per warp, on uniform registers */
	SASS_PIPE_TENSOR,
	SASS_PIPE_TEXTURE, /* textures and surfaces */
	SASS_PIPE_BULK,    /* copies that one thread starts for many: TMA */
	SASS_PIPE_CONTROL, /* branches, barriers */
};

enum sass_kind {
	SASS_OTHER,
	SASS_COMPUTE, /* from registers, constants and immediates into registers */
	SASS_LOAD,
	SASS_STORE,
	SASS_ATOMIC,        /* returns the old value, even if to RZ */
	SASS_REDUCTION,     /* an atomic operation that returns nothing */
	SASS_ASYNC_COPY,    /* between memories, without registers: LDGSTS, UBLKCP, UTMALDG... */
	SASS_MATRIX_LOAD,   /* a warp's 8x8 matrices: LDSM */
	SASS_MATRIX_STORE,  /* STSM */
	SASS_TEXTURE,       /* reads a texture */
	SASS_SURFACE,       /* reads or writes a surface */
	SASS_MBARRIER,      /* operates on a barrier in shared memory */
	SASS_TENSOR_MEMORY, /* moves data between registers and tensor memory, or orders such moves */
	SASS_CACHE,         /* prefetches, or changes what caches keep */
	SASS_FENCE,         /* orders memory accesses, or waits for them */
	SASS_BARRIER,       /* of blocks or clusters */
	SASS_WARP_SYNC,     /* lanes of a warp synchronize: BSSY, BSYNC, BREAK, WARPSYNC... */
	SASS_BRANCH,
	SASS_BRANCH_INDIRECT, /* BRX, JMX: to one of several targets, which are not in the encoding */
	SASS_CALL,            /* returns to the instruction after it */
	SASS_CALL_INDIRECT,   /* through a register, or to another section */
	SASS_RETURN,
	SASS_EXIT, /* the thread ends */
	SASS_TRAP,
};

enum sass_space {
	SASS_NO_SPACE,
	SASS_GENERIC,
	SASS_GLOBAL,
	SASS_SHARED,
	SASS_LOCAL,
	SASS_CONSTANT,
	SASS_TEXTURE_SPACE, /* surfaces too */
	SASS_TENSOR_SPACE,
};

enum sass_bank { SASS_GPR, SASS_UGPR, SASS_PREDICATE, SASS_UNIFORM_PREDICATE };
enum { SASS_RZ = 255, SASS_PT = 7 };

/* `count` registers from `first` on. Lists of registers omit RZ, URZ, PT and UPT. */
struct sass_registers {
	uint8_t bank;
	uint8_t first;
	uint8_t count;
};

/* The predicate under which lanes execute an instruction. */
struct sass_guard {
	uint8_t predicate; /* SASS_PT: none */
	bool negated;
	bool uniform; /* a uniform predicate */
};

/* One access of a memory instruction. The address is register + uniform register + offset; each may be missing. */
struct sass_access {
	uint8_t space; /* enum sass_space */
	bool reads, writes;
	uint16_t bytes; /* per lane; of LDSM and STSM 4 for each matrix; 0: not fixed */
	int32_t offset;
	uint8_t address;           /* register, or the first of a pair; SASS_RZ: none */
	uint8_t address_registers; /* 1: 32 bits, 2: 64 bits; 0 for none */
	uint8_t uniform;           /* uniform register added; SASS_RZ: none */
	uint8_t uniform_registers; /* 1: 32 bits, 2: 64 bits; 0 for none */
	uint8_t scale;             /* of shared memory on sm_75 to sm_90: factor of the register */
};

/* c[bank][offset], also as an operand of arithmetic. */
struct sass_constant {
	bool present;
	bool indexed;  /* a register is added to the offset */
	bool bindless; /* the bank is in a uniform register */
	uint8_t bank;
	int32_t offset;
};

enum { SASS_NO_TARGET = -1 };
enum sass_barrier { SASS_BARRIER_SYNC, SASS_BARRIER_ARRIVE, SASS_BARRIER_REDUCE, SASS_BARRIER_OTHER };

struct sass_control {
	int64_t target;    /* from the function's start, maybe outside of it; SASS_NO_TARGET: unknown, or no jump */
	bool conditional;  /* by the guard, another predicate, or the state of the warp */
	bool warp_uniform; /* all active lanes take the same path */
	bool exclusive; /* WARPSYNC.EXCLUSIVE: hardware counts it as a branch (H200: branch_targets_threads_uniform) */
	uint8_t convergence; /* the register B0... of BSSY, BSYNC, BREAK */
	uint8_t barrier;     /* of BAR: enum sass_barrier */
};

/* Fields of the compiler's scheduler: cycles until the warp's next instruction issues, and the six scoreboards. */
struct sass_schedule {
	uint8_t stall;         /* cycles */
	uint8_t write_barrier; /* the scoreboard released when the result is available; 7: none */
	uint8_t read_barrier;  /* released when the operands have been read; 7: none */
	uint8_t wait_mask;     /* bit set of scoreboards that it waits for before issue */
};

enum { SASS_MOST_READS = 9, SASS_MOST_WRITES = 4, SASS_MOST_ACCESSES = 2 };

struct sass_instruction {
	uint32_t pc;
	uint16_t opcode; /* enum sass_opcode */
	uint8_t pipe;    /* enum sass_pipe */
	uint8_t kind;    /* enum sass_kind */
	struct sass_guard guard;
	struct sass_schedule schedule;
	uint8_t access_count, read_count, write_count;
	struct sass_access accesses[SASS_MOST_ACCESSES]; /* of a copy: the source first */
	struct sass_registers reads[SASS_MOST_READS];    /* includes the guard and addresses */
	struct sass_registers writes[SASS_MOST_WRITES];
	struct sass_constant constant;
	struct sass_control control;
};

static inline unsigned
sass_access_count(const struct sass_instruction *instruction)
{
	return instruction->access_count < SASS_MOST_ACCESSES ? instruction->access_count : SASS_MOST_ACCESSES;
}

/* Whether it copies from global to shared memory with two addresses per lane: LDGSTS. */
static inline bool
sass_is_copy(const struct sass_instruction *instruction)
{
	return instruction->opcode == SASS_OP_LDGSTS && instruction->access_count == 2;
}

/* Whether it is LDSM or STSM: lanes give the addresses of rows of 8x8 matrices, SASS_MATRIX_ROW_BYTES each. */
enum { SASS_MATRIX_ROW_BYTES = 16 };
static inline bool
sass_moves_matrices(const struct sass_instruction *instruction)
{
	return instruction->kind == SASS_MATRIX_LOAD || instruction->kind == SASS_MATRIX_STORE;
}

/* The instructions of a function or .text section; pc = 16 times the index. */
struct sass_code {
	struct sass_instruction *instructions;
	size_t count;
	unsigned sm;    /* 75, 90, 100... */
	size_t unknown; /* how many are SASS_UNKNOWN */
};

/* Decodes whole instructions and ignores trailing bytes. False, without instructions: the architecture is
 * unsupported. */
bool sass_decode(struct sass_code *code, const uint8_t *bytes, size_t size, unsigned sm, struct arena *arena);

bool sass_supports(unsigned sm);
uint64_t sass_little_endian(const uint8_t *bytes, unsigned size);
/* The target of a relative jump. The offset in its bits counts from the next instruction. */
int64_t sass_relative_target(uint64_t low, uint64_t high, uint32_t pc, unsigned sm);
/* "IMAD"; "?" for SASS_UNKNOWN. */
const char *sass_mnemonic(enum sass_opcode opcode);
/* Its guard is @!PT: it does nothing. */
bool sass_never_executes(const struct sass_instruction *instruction);

#endif
