/* Instructions of a launch that no access of the source shows, by source lines: spills, double-precision arithmetic,
 * special functions.
 *
 * A thread's stack has its arrays below its spilled registers. The compiler reports how many bytes its code spills,
 * each instruction counted once. If the uppermost stores sum to that size, they are the spills. */
#ifndef GPULINT_MODEL_COMPILED_MACHINE_CODE_H
#define GPULINT_MODEL_COMPILED_MACHINE_CODE_H

#include "codegen/compile.h"
#include "codegen/line_table.h"
#include "model/compiled/traffic.h"

/* Line information of one instruction. */
struct machine_instruction {
	const char *file; /* a file of the program; NULL: its line is unknown */
	uint32_t line;
	unsigned depth;
	enum {
		MACHINE_OTHER,
		MACHINE_SPILL,
		MACHINE_ARRAY,
		MACHINE_DOUBLE,
		MACHINE_WIDENING,
		MACHINE_NARROWING,
		MACHINE_SPECIAL,
		MACHINE_SLOW_CALL
	} kind;
	/* its line by the compiler, and the kernel's line that inlined it; file NULL: unknown */
	struct line_origin inner, outer;
	bool is_usual;   /* its block is executed instead of a rare case (frequency.h) */
	bool is_unfused; /* its product is added by a separate instruction (unfused.h) */
};

/* The code of one kernel. `code` and `flow` must outlive it. */
struct machine_code {
	const struct sass_code *code;
	const struct sass_flow *flow;
	double stack_bytes;                       /* per thread */
	struct work *blocks;                      /* by basic block, for one execution (schedule.h); malloc'ed */
	struct machine_instruction *instructions; /* by instruction; malloc'ed */
};

struct machine_code machine_code_of(const struct execute_kernel *code, const struct line_table *table,
                                    const struct compiled_kernel *compiled, const struct kernel *kernel,
                                    const struct gpu *gpu);
void machine_code_free(struct machine_code *machine);

/* Local-memory traffic of one instruction. */
struct local_access {
	double requests, lines, sectors;
};

/* Estimates it for an instruction with known executions only, by whole warps. If all lanes access the same offset,
 * it is one element; if data selects an array's element, as many elements as the source's array accesses touch. */
struct local_access machine_plain_access(const struct machine_code *machine, size_t at,
                                         const struct array_traffic *source, double executions, double certain);

/* Adds this to the launch: its machine lines and its local-memory traffic. traffic NULL: it was not run to the end;
 * then `blocks` says how often warps execute each basic block. */
void machine_take(const struct machine_code *machine, const struct launch_traffic *traffic, const double *blocks,
                  struct launch *launch, struct arena *arena);

#endif
