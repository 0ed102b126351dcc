/* What the warps of a launch execute, from the kernel's machine code and how often each block of it is executed: all of it, and what of it
 * stands on the sides of the source's branches. */
#ifndef GPULINT_MODEL_COMPILED_WORK_H
#define GPULINT_MODEL_COMPILED_WORK_H

#include "codegen/line_table.h"
#include "codegen/sass/flow.h"
#include "model/facts.h"

/* Of one kernel; the code and its flow stay. */
struct code_work {
	const struct sass_code *code;
	const struct sass_flow *flow;
	struct work *blocks;           /* of each block, executed once */
	struct instruction_lines {     /* of each instruction, */
		struct line_origin inner, outer;   /* its own line, and that of the kernel: of calls that are inlined there; file NULL: not known */
	} *lines;
};

struct code_work work_of_code(const struct sass_code *code, const struct sass_flow *flow, const struct line_table *table, const char *function);
void work_of_code_free(struct code_work *of);

/* The launch's work; `executions`: how often its warps execute each block. */
void work_take(const struct code_work *of, const double *executions, struct launch *launch);

#endif
