/* How often the threads of one block go round the loops of a kernel of which a guard graph tells that. */
#ifndef GPULINT_EVAL_GUARD_GUARD_ROUNDS_H
#define GPULINT_EVAL_GUARD_GUARD_ROUNDS_H

#include "eval/guard/guard_graph.h"

enum { MOST_COUNTED_LOOPS = 4 };

struct guard_rounds;

/* Of blocks of so many threads; the graph must live longer. */
struct guard_rounds *guard_rounds_new(const struct guard_graph *graph, const int64_t threads[3]);
/* The same of a graph of data. */
struct guard_rounds *guard_data_rounds_new(const struct guard_graph *graph, struct program *program, const struct launch_request *request);
void guard_rounds_free(struct guard_rounds *rounds);
/* Nodes that are computed for one block; 0: it is told of no loop. */
uint64_t guard_rounds_steps(const struct guard_rounds *rounds);
/* The rounds in that block of each loop of which they are told, of the first in order of the source, on the mean of some of its
 * warps: by the lanes that go round most often, and by the mean of lanes. */
struct mean_rounds {
	double of_warps[MOST_COUNTED_LOOPS], of_lanes[MOST_COUNTED_LOOPS];
};
struct mean_rounds guard_rounds_at(struct guard_rounds *rounds, const uint32_t at[3]);

/* The rounds of all those loops together by the thread of the block that makes most, of each so many-th from the first one on. */
double guard_rounds_longest(struct guard_rounds *rounds, const uint32_t at[3], int64_t first, int64_t step);
/* Threads of a block that may differ; and nodes that are computed for one. */
int64_t guard_rounds_threads(const struct guard_rounds *rounds);
uint64_t guard_rounds_steps_of_thread(const struct guard_rounds *rounds);

#endif
