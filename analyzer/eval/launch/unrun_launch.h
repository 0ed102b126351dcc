/* Launches in the source that no run reaches: another case of a switch, code after a missing input file, skipped
 * loop iterations. They are read, not run: a variable has its last assigned value in the source before the launch,
 * or the value that surrounding conditions give it. The numbers are therefore only likely ones, for an assumed
 * launch. */
#ifndef GPULINT_EVAL_LAUNCH_UNRUN_LAUNCH_H
#define GPULINT_EVAL_LAUNCH_UNRUN_LAUNCH_H

#include "eval/state/program.h"

struct unrun_number {
	bool known;
	int64_t number;
};

struct unrun_launch {
	const struct ir_func *kernel;
	const struct ir_expr *expr;
	const struct ir_unit *unit;
	uint32_t loop_line; /* of a surrounding loop with skipped iterations; 0: none */
	int64_t grid[3], block[3];
	bool grid_known, block_known;
	struct unrun_number dynamic_shared; /* bytes */
	struct unrun_number *arguments;     /* for integer arguments; as many as the expression has */
};

struct unrun_launches {
	struct unrun_launch *items;
	size_t count, capacity;
	/* more exist with unknown kernels: the compiler rejects the kernel's name or arguments */
	bool rejects_some;
};

/* Finds them for all kernels that have not been launched yet. */
void unrun_launches_find(struct unrun_launches *found, const struct program *program);
/* A launch of the kernel, preferably with a known block; NULL: none. */
const struct unrun_launch *unrun_launch_of(const struct unrun_launches *found, const struct ir_func *kernel);
void unrun_launches_free(struct unrun_launches *found);

#endif
