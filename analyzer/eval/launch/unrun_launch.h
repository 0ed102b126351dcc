/* Launches that stand in the program, but that no run of it comes to: of another case of a switch, or behind an input file
 * that is not there, or in rounds of a loop that were not run. They are read, not run: a variable has what the text gives it last before the launch, or what the
 * conditions around the launch say of it. So the numbers are likely ones, for an assumed launch; nothing is claimed by
 * them. */
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
	uint32_t loop_line;                   /* of a loop around it of which not all rounds were run; 0: there is none */
	int64_t grid[3], block[3];
	bool grid_known, block_known;
	struct unrun_number dynamic_shared;   /* bytes */
	struct unrun_number *arguments;       /* those that are integers; as many as the expression has */
};

struct unrun_launches {
	struct unrun_launch *items;
	size_t count, capacity;
	bool rejects_some;                    /* there are more, whose kernel nobody knows: the compiler rejects its name or its arguments */
};

/* Of all kernels that have not been launched yet. */
void unrun_launches_find(struct unrun_launches *found, const struct program *program);
/* The kernel's: one whose block is known, if there is such a one; NULL: nothing launches it. */
const struct unrun_launch *unrun_launch_of(const struct unrun_launches *found, const struct ir_func *kernel);
void unrun_launches_free(struct unrun_launches *found);

#endif
