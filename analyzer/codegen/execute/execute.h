/* Runs a kernel's machine code for blocks of a launch of which the arguments are known: abstractly, a warp's 32 lanes
 * at a time.
 *
 * What a lane holds is a number or unknown. Memory is asked of the caller, and remembered where the block itself
 * writes; what depends on contents that nobody knows is unknown, and so is what comes of it, as far as the operation
 * does not make it known again (nothing times zero). Each instruction's executions are counted, and a sink is told of
 * the lanes and addresses of those that access memory and of the lanes that part at branches.
 *
 * A run ends with EXECUTE_DONE where all of the block's warps came to their ends. A branch that depends on what is not
 * known is passed over: its lanes go on where all ways from it come together, and know nothing of what may have been
 * done on them; each instruction in between counts as doubtful, all others' counts stay exact. Lanes that part wait
 * for each other where the code says so (BSSY, BSYNC) and at barriers, and until then go on apart, those first that are
 * furthest behind. Warps take turns at barriers; between barriers one warp runs after the other, so what the warps of a
 * block tell each other without a barrier is taken as one order of many.
 *
 * A hostile file ends a run, but reads nothing outside of itself and takes no more steps than allowed. */
#ifndef GPULINT_CODEGEN_EXECUTE_EXECUTE_H
#define GPULINT_CODEGEN_EXECUTE_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codegen/cubin.h"
#include "codegen/sass/flow.h"
#include "codegen/sass/sass.h"

enum { EXECUTE_LANES = 32 };

/* Sizes in threads and blocks, x first. The bytes are the kernel's parameters as cuLaunchKernel lays them out. */
struct execute_launch {
	uint32_t grid[3], block[3];
	uint64_t dynamic_shared; /* bytes */
	const uint8_t *parameters;
	const uint8_t *parameters_known; /* a byte each: 0 is unknown; NULL: all are known */
	size_t parameter_bytes;
	/* What global memory holds before this block runs, and no other block changes: at most 8 bytes, of which the
	 * lowest comes first. False: unknown. NULL: all is unknown. */
	bool (*load)(void *context, uint64_t address, unsigned bytes, uint64_t *value);
	/* The block has loaded what it has stored itself. May be NULL. */
	void (*finds_own)(void *context, uint64_t address, unsigned bytes);
	void *context;
	/* Where lanes part by what is not known, go on where their ways come together, even if memory is accessed on
	 * them. Else only what accesses none is left out, and a run ends where that is not so. */
	bool skip_unknown;
	/* Approximations, as of sines and reciprocals, are unknown: GPUs do not say what their last bits are. */
	bool hides_approximations;
	bool hides_stores; /* nothing is known of what the block stores to shared and global memory */
	/* Of blocks that are recorded: what shifts and masks make of the block's number, the same in all lanes, is any number of those bits
	 * in other blocks; else they are alike only as long as what is shifted out, or masked, goes on by steps. */
	bool moves_bits;
	uint64_t most_steps; /* instructions of warps, of one block */
};

enum execute_end { EXECUTE_DONE, EXECUTE_UNKNOWN, EXECUTE_BUDGET };

/* How often an instruction was executed. */
struct execute_count {
	uint64_t issued; /* by warps, with or without lanes whose guard holds */
	uint64_t warps;  /* with at least one such lane */
	uint64_t lanes;  /* such lanes, together */
	uint64_t
		doubtful; /* times that nobody knows whether some lanes did it, or how often: those are not in the other counts */
	uint64_t apart; /* of accesses and branches: times that lanes may have come in parts, behind a branch that nobody can decide */
};

/* One side of an instruction that accesses memory, by a warp: lane i is bit i. */
struct execute_access {
	size_t instruction; /* of the kernel's code */
	unsigned warp;
	uint32_t interval;     /* between two barriers of the block: each has its own number */
	const struct sass_access *access;
	unsigned bytes;        /* a lane */
	enum sass_space space; /* of a generic access that of its lanes whose address is known, if it is one */
	uint32_t lanes;        /* that execute it, or may */
	uint32_t doubtful;     /* those of `lanes` of which the guard is unknown */
	uint32_t idle;         /* those of `lanes` that read nothing: of a copy, which then writes zeroes; */
	bool past_l1;          /* this goes past L1, */
	bool fills;            /* or may take a part of a lane's bytes, and fill the others with zeroes */
	uint32_t known;        /* those whose address is known */
	const uint64_t *addresses;
};

struct execute_branch {
	size_t instruction;
	unsigned warp;
	uint32_t taken, not_taken;
};

/* Either may be NULL. */
struct execute_sink {
	void (*access)(void *context, const struct execute_access *access);
	void (*branch)(void *context, const struct execute_branch *branch);
	void *context;
	/* Both, or long loops are run to their ends: what is told from `mark` on up to `repeat` is told so many times
	 * more. A mark without an end is given up by the next. */
	void (*mark)(void *context);
	void (*repeat)(void *context, uint64_t times);
};

struct execute_result {
	enum execute_end end;
	uint32_t pc;     /* where it ended, unless it is done */
	const char *why; /* a text for people, unless it is done; static */
	uint64_t steps;
	uint64_t skips; /* branches behind which something was left out */
	bool raced;     /* what a warp has found another one stores with no barrier between: it may be there before, or after */
	bool forgets;   /* something may have been stored to global memory, and nobody knows where */
};

struct execute_kernel;

/* Reads a kernel out of a cubin, whose bytes have to stay. NULL: it has none of that (mangled) name, or one for an
 * architecture that nobody knows. */
struct execute_kernel *execute_open(const struct cubin *cubin, const char *name);
void execute_close(struct execute_kernel *kernel);
const struct sass_code *execute_code(const struct execute_kernel *kernel);
const struct sass_flow *execute_flow(const struct execute_kernel *kernel);
/* Whether anything that is told depends on what global memory holds. */
bool execute_asks_memory(const struct execute_kernel *kernel);
/* The same of approximations. */
bool execute_asks_approximations(const struct execute_kernel *kernel);
/* Bytes of parameters that the kernel has. */
size_t execute_parameter_bytes(const struct execute_kernel *kernel);
/* Where a parameter begins and its size, by its number from 0 on; false: there is none. */
bool execute_parameter(const struct execute_kernel *kernel, unsigned number, size_t *offset, size_t *size);
/* Whether the code may read one of so many bytes of a parameter, from that offset on, of which `marks` is not 0. */
bool execute_reads_parameter(const struct execute_kernel *kernel, size_t offset, const uint8_t *marks, size_t size);
/* Whether the code may do something else with a pointer than to go there, to add to it and to compare it: one of so many bytes of the
 * parameters of which `marks` is not 0. What comes out then depends on where buffers lie. */
bool execute_bends_pointers(const struct execute_kernel *kernel, const uint8_t *marks, size_t size);

/* Where one of the module's variables in global memory is, and what one in constant memory holds, by their mangled
 * names, for launches that begin afterwards; there may be none of them. Without `bytes` all are `fill`. Of what is not
 * said variables lie somewhere, apart from each other and from all below 2^62, and hold what nobody knows. */
void execute_place_variable(struct execute_kernel *kernel, const char *name, uint64_t address);
void execute_fill_variable(struct execute_kernel *kernel, const char *name, uint64_t offset, uint64_t size,
                           const uint8_t *bytes, uint8_t fill);
void execute_forget_variables(struct execute_kernel *kernel);

struct execute_run;

/* Makes the kernel ready for blocks of a launch, which both have to stay. */
struct execute_run *execute_begin(const struct execute_kernel *kernel, const struct execute_launch *launch);
void execute_end(struct execute_run *run);
/* Runs one block; the counts, as many as the code has instructions, are added to. */
struct execute_result execute_block(struct execute_run *run, const uint32_t block[3], const struct execute_sink *sink,
                                    struct execute_count *counts);

/* What a block did with its number, and what hangs on it: where all of that is linear, it says what other blocks do (record.c). */
struct execute_record;
struct execute_record *execute_record_new(const struct execute_run *run);
void execute_record_free(struct execute_record *record);
/* The same as execute_block, but that what hangs on the block's number otherwise than by steps is unknown, as it is of others; the record
 * is made anew. */
struct execute_result execute_block_recorded(struct execute_run *run, const uint32_t block[3], const struct execute_sink *sink,
                                             struct execute_count *counts, struct execute_record *record);
/* Whether it has all that the block did; else nothing can be said of others. */
bool execute_record_is_whole(const struct execute_record *record);
/* How many blocks in a row, from that of `first` on over its neighbour's, `next`, execute the same instructions with the same
 * lanes, and go to addresses that are as far apart, and lie alike in sectors and banks; 1: no other. */
uint64_t execute_record_alike(const struct execute_record *first, const struct execute_record *next);
/* Whether a box of blocks is alike: it has so many along each of `count` dimensions, at most EXECUTE_DIMENSIONS, and nexts has the first
 * one's neighbours; NULL where it has one. Dimensions are those of the grid, or stretches of blocks along one. alike: how many are along
 * each. */
enum { EXECUTE_DIMENSIONS = 6 };
bool execute_record_box(const struct execute_record *first, const struct execute_record *const nexts[], const uint32_t sizes[], unsigned count,
                        uint64_t alike[]);

#endif
