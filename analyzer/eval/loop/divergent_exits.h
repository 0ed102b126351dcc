/* The end of a long loop that lanes leave one after the other, as for the rows of a triangle. Each lane's remaining
 * trip count is known in advance, so iterations can be skipped here too. */
#ifndef GPULINT_EVAL_LOOP_DIVERGENT_EXITS_H
#define GPULINT_EVAL_LOOP_DIVERGENT_EXITS_H

#include "eval/loop/loop.h"

struct divergent_exits {
	uint64_t *left;     /* for each active lane: how many more times the loop condition holds */
	uint64_t most;      /* maximum of these */
	struct mask fallen; /* lanes that left in skipped iterations and have not been returned yet */
};

/* The remaining trip count of each active lane, by the steps that the sampler has found for its variables. NULL:
 * unknown. Allocated in m->snapshots. */
struct divergent_exits *divergent_exits_find(struct machine *m, struct sampler *sampler);
/* Some iterations for all lanes that have more left. */
struct samples divergent_exits_iterations(struct machine *m, const struct divergent_exits *falling);
/* Advances the watched variables by `iterations` iterations, in each lane at most to its exit. */
void divergent_exits_shift(struct machine *m, const struct sampler *sampler, uint64_t iterations);
/* The lanes that left in skipped iterations since the last call. They are still active. */
struct mask divergent_exits_take(struct divergent_exits *falling);
/* Call after each iteration that ran. */
void divergent_exits_count(const struct machine *m, struct divergent_exits *falling);

#endif
