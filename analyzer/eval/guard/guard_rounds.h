/* How often the threads of one block go round the loops of a guard graph. */
#ifndef GPULINT_EVAL_GUARD_GUARD_ROUNDS_H
#define GPULINT_EVAL_GUARD_GUARD_ROUNDS_H

#include "eval/guard/guard_graph.h"

struct guard_rounds;

/* The graph must live longer. */
struct guard_rounds *guard_rounds_new(const struct guard_graph *graph, struct program *program, const struct launch_request *request);
void guard_rounds_free(struct guard_rounds *rounds);
/* The rounds of all those loops together by the thread of the block that makes most, of each so many-th from the first one on. */
double guard_rounds_longest(struct guard_rounds *rounds, const uint32_t at[3], int64_t first, int64_t step);
/* Threads of a block that may differ; and nodes that are computed for one. */
int64_t guard_rounds_threads(const struct guard_rounds *rounds);
uint64_t guard_rounds_steps_of_thread(const struct guard_rounds *rounds);

#endif
