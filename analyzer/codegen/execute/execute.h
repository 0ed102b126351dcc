/* Abstract interpretation of a kernel's machine code: runs blocks of a launch with known arguments, one warp of 32
 * lanes at a time.
 *
 * A lane's value is a number or unknown. The caller supplies memory contents; the run remembers what the block
 * itself writes. An operation on an unknown value gives an unknown value, unless its result does not depend on it
 * (nothing times zero). The run counts each instruction's executions. A sink receives the lanes and addresses of
 * memory accesses, and the lanes that diverge at branches.
 *
 * A run ends with EXECUTE_DONE if all of the block's warps have ended. A branch on an unknown condition is skipped:
 * its lanes continue at the post-dominator, and everything that the skipped region may write becomes unknown. Each
 * instruction of the region counts as doubtful; all other counts stay exact. Diverged lanes reconverge where the
 * code says so (BSSY, BSYNC) and at barriers. Until then they execute separately, the lanes with the lowest pc
 * first. Warps take turns at barriers; between barriers one warp runs after the other. Communication between warps
 * without a barrier is therefore seen in one order of many.
 *
 * A hostile file ends a run, but the run reads nothing outside of the file and takes no more steps than allowed. */
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
	uint32_t cluster[3];     /* blocks of a cluster in each dimension; 0: no clusters, UINT32_MAX: unknown */
	uint64_t dynamic_shared; /* bytes */
	const uint8_t *parameters;
	const uint8_t *parameters_known; /* one byte each, 0: unknown; NULL: all are known */
	size_t parameter_bytes;
	/* Loads at most 8 bytes, little endian, that global memory holds before this block runs and that no other
	 * block changes. False: unknown. NULL: all of global memory is unknown. */
	bool (*load)(void *context, uint64_t address, unsigned bytes, uint64_t *value);
	/* The block loads bytes that it has stored itself. May be NULL. */
	void (*finds_own)(void *context, uint64_t address, unsigned bytes);
	void *context;
	/* Skip a branch on an unknown condition even if its region accesses memory or has barriers. Otherwise such a
	 * region ends the run. */
	bool skip_unknown;
	/* Approximations (MUFU), such as sines and reciprocals, are unknown: their last bits are not documented. The
	 * reciprocals in integer divisions stay known. */
	bool hides_approximations;
	bool hides_stores; /* what the block stores to shared and global memory is unknown */
	/* For recorded blocks. True: a shift or mask of the block index, equal in all lanes, may have any value of
	 * its bits in other blocks. False: blocks are alike only while the bits that are shifted out or masked
	 * advance by steps. */
	bool moves_bits;
	uint64_t most_steps; /* warp instructions of one block */
};

enum execute_end { EXECUTE_DONE, EXECUTE_UNKNOWN, EXECUTE_BUDGET };

/* How often an instruction was executed. */
struct execute_count {
	uint64_t issued;   /* by warps, whether or not the guard holds in any lane */
	uint64_t warps;    /* with at least one lane whose guard holds */
	uint64_t lanes;    /* sum of the lanes whose guard holds */
	uint64_t doubtful; /* executions that are unknown for some lanes; these lanes are not in `warps` and `lanes` */
	uint64_t apart;    /* of accesses and conditional branches: executions in which lanes may have diverged */
};

/* One access (an instruction may have two) of a warp. Bit i of a lane mask is lane i. */
struct execute_access {
	size_t instruction; /* index into the kernel's code */
	unsigned warp;
	uint32_t interval; /* number of the interval between two barriers of the whole block */
	const struct sass_access *access;
	unsigned bytes;        /* per lane */
	enum sass_space space; /* of a generic access the space of its known addresses, if they share one */
	uint32_t lanes;        /* that execute it, or may */
	uint32_t doubtful;     /* subset of `lanes` whose guard is unknown */
	uint32_t idle;         /* of a copy: subset of `lanes` that read nothing and write zeroes */
	bool past_l1;          /* of a copy: it bypasses L1 */
	bool fills;            /* of a copy: it may read part of a lane's bytes and fill the rest with zeroes */
	uint32_t known;        /* lanes whose address is known */
	const uint64_t *addresses;
};

struct execute_branch {
	size_t instruction;
	unsigned warp;
	uint32_t taken, not_taken;
};

/* Each may be NULL. */
struct execute_sink {
	void (*access)(void *context, const struct execute_access *access);
	void (*branch)(void *context, const struct execute_branch *branch);
	void *context;
	/* Loop extrapolation (extrapolate.h) needs both, and a launch without `load`; otherwise long loops are run in
	 * full. repeat: all events since the last mark happen `times` more times. A mark replaces one that had no
	 * repeat. */
	void (*mark)(void *context);
	void (*repeat)(void *context, uint64_t times);
};

struct execute_result {
	enum execute_end end;
	uint32_t pc;     /* where it ended, unless it is done */
	const char *why; /* reason for people, unless it is done; static */
	uint64_t steps;
	uint64_t skips; /* times that a region after a branch was skipped */
	/* a warp loaded a word that another warp stores with no barrier between: either value may be loaded */
	bool raced;
	/* contents of global memory were dropped: stores with unknown addresses or of skipped code, or too many
	 * chunks */
	bool forgets;
};

struct execute_kernel;

/* Reads a kernel from a cubin, whose bytes must outlive the result. NULL: the cubin has no kernel of this mangled
 * name, or its architecture is unsupported. */
struct execute_kernel *execute_open(const struct cubin *cubin, const char *name);
void execute_close(struct execute_kernel *kernel);
const struct sass_code *execute_code(const struct execute_kernel *kernel);
const struct sass_flow *execute_flow(const struct execute_kernel *kernel);
/* The mnemonic of an instruction whose computation the run does not know, and on which this instruction's addresses or
 * guard may depend; NULL: none. */
const char *execute_unknown_operation(const struct execute_kernel *kernel, size_t instruction);
/* Whether any reported value depends on the contents of global memory. */
bool execute_asks_memory(const struct execute_kernel *kernel);
/* Whether any reported value depends on approximations. */
bool execute_asks_approximations(const struct execute_kernel *kernel);
/* Size of the kernel's parameters in bytes. */
size_t execute_parameter_bytes(const struct execute_kernel *kernel);
/* Offset and size in bytes of the parameter `number`, from 0. False: there is none. */
bool execute_parameter(const struct execute_kernel *kernel, unsigned number, size_t *offset, size_t *size);
/* Whether the code may read a parameter byte in [offset, offset + size) whose mark is not 0. */
bool execute_reads_parameter(const struct execute_kernel *kernel, size_t offset, const uint8_t *marks, size_t size);
/* Whether a computation may use a pointer other than to add to it or compare it. Pointers are the first `size`
 * parameter bytes whose mark is not 0. If so, results depend on where buffers lie. */
bool execute_bends_pointers(const struct execute_kernel *kernel, const uint8_t *marks, size_t size);

/* For later launches: the address of a variable in global memory, and the contents of one in constant memory, by
 * mangled name. A name that the module lacks does nothing. Without `bytes` all bytes are `fill`. Other variables have
 * distinct assumed addresses, from 2^62 on, and unknown contents. */
void execute_move_variable(struct execute_kernel *kernel, const char *name, uint64_t address);
void execute_fill_variable(struct execute_kernel *kernel, const char *name, uint64_t offset, uint64_t size,
                           const uint8_t *bytes, uint8_t fill);
void execute_forget_variables(struct execute_kernel *kernel);

struct execute_run;

/* Prepares the kernel for blocks of a launch. Both must outlive the run. */
struct execute_run *execute_begin(const struct execute_kernel *kernel, const struct execute_launch *launch);
void execute_end(struct execute_run *run);
/* Runs one block and adds to the counts, one per instruction. */
struct execute_result execute_block(struct execute_run *run, const uint32_t block[3], const struct execute_sink *sink,
                                    struct execute_count *counts);

/* The uses of a block's index and of values derived from it. Where all of them are linear, they predict what other
 * blocks do (record.c). */
struct execute_record;
struct execute_record *execute_record_new(const struct execute_run *run);
void execute_record_free(struct execute_record *record);
/* Like execute_block, and overwrites the record. Values that depend on the block index other than by steps are
 * unknown, because they are unknown in other blocks. */
struct execute_result execute_block_recorded(struct execute_run *run, const uint32_t block[3],
                                             const struct execute_sink *sink, struct execute_count *counts,
                                             struct execute_record *record);
/* Whether it covers all that the block did. If not, nothing is known about other blocks. */
bool execute_record_is_whole(const struct execute_record *record);
/* How many blocks in a row are alike: `first`, its neighbour `next`, and so on. They execute the same instructions
 * with the same lanes. Their addresses advance by a constant and keep their offsets in sectors and banks. 1: only
 * `first`. */
uint64_t execute_record_alike(const struct execute_record *first, const struct execute_record *next);
/* Whether all blocks of a box are alike. sizes: its blocks along each of `count` dimensions, at most
 * EXECUTE_DIMENSIONS. nexts: the first block's neighbour along each dimension, or NULL. A dimension is one of the
 * grid or a stretch of blocks along one. alike: receives how many are alike along each. */
enum { EXECUTE_DIMENSIONS = 6 };
bool execute_record_box(const struct execute_record *first, const struct execute_record *const nexts[],
                        const uint32_t sizes[], unsigned count, uint64_t alike[]);

#endif
