/* How the guards of a kernel come out in a block, or alike in all blocks of a box.
 *
 * A number of a block's threads is a part that all of them have and one by which they differ: in `blockIdx.x * 32 + threadIdx.x`
 * these are 32 times the block's index, and 0 to 31. So `x > y` is settled for all threads where the parts in common are far
 * enough apart; where they are not, what comes of it follows from their difference, and is the same in all blocks that have
 * the same one. In a box of many blocks a number may be any of a range, and a condition is settled for all of them or not. */
#ifndef GPULINT_EVAL_GUARD_GUARD_VALUE_H
#define GPULINT_EVAL_GUARD_GUARD_VALUE_H

#include "eval/guard/guard_graph.h"

/* Blocks, by the first and the last of them along each dimension. */
struct guard_box {
	uint32_t first[3], last[3];
};

/* How all guards come out, each as a hash. */
struct guard_outcome {
	uint64_t exactly;    /* in which threads */
	uint64_t roughly;    /* in all threads, in none or in some */
	unsigned open;       /* one comes out otherwise in some blocks of the box than in others, along these dimensions, a bit
	                        each; then the hashes mean nothing */
};

struct guard_values;

struct guard_values *guard_values_new(const struct guard_graph *graph, const int64_t threads[3]);
void guard_values_free(struct guard_values *values);
/* Of the whole grid, before any other box is asked for: loops that go round in many ways there are left out. */
void guard_values_set_grid(struct guard_values *values, const struct guard_box *grid);
/* Whether some loop goes round more often in some blocks than in others, and outcomes do not tell how often. */
bool guard_values_vary(const struct guard_values *values);
/* Whether outcomes tell how often blocks go round some loop. */
bool guard_values_count(const struct guard_values *values);
struct guard_outcome guard_values_outcome(struct guard_values *values, const struct guard_box *box);
/* Nodes that have been computed so far. */
uint64_t guard_values_steps(const struct guard_values *values);

#endif
