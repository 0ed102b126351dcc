/* For how many blocks each of some stands, so that all together come to the same terms as the blocks that they stand for. */
#ifndef GPULINT_EVAL_GRID_PLAN_WEIGHTS_H
#define GPULINT_EVAL_GRID_PLAN_WEIGHTS_H

#include "eval/grid/launch_plan.h"
#include "eval/grid/plan_terms.h"

struct weighing {
	struct planned_block **blocks;   /* none of which stands for itself alone */
	struct terms *terms;
	double *weights;                 /* that are tried */
	size_t count;
	struct terms wanted;             /* sums over the blocks, each as often as it stands for others */
};

/* Changes the weights as little as can be, for as many terms as can be, the most important first. */
void plan_find_weights(struct weighing *weighing);

#endif
