/* The end of a long loop that its lanes leave one after the other, such as the rows of a triangle: in how many more rounds
 * each goes on is known beforehand, so that rounds can be left out here, too. */
#ifndef GPULINT_EVAL_LOOP_DIVERGENT_EXITS_H
#define GPULINT_EVAL_LOOP_DIVERGENT_EXITS_H

#include "eval/loop/loop.h"

struct divergent_exits {
	uint64_t *left;             /* of each active lane: how many more times the loop's condition holds */
	uint64_t most;              /* of them */
	struct mask fallen;         /* went in rounds that were left out, and have not been taken */
};

/* In how many more rounds each active lane goes on, its variables moving by the steps that the sampler has found. Returns
 * NULL where that cannot be told. In the machine's arena for snapshots. */
struct divergent_exits *divergent_exits_find(struct machine *m, struct sampler *sampler);
/* Some rounds in which all go on that have more left, evenly spread, and in all places of the cycle that addresses go through
 * in a sector. */
struct sampled_rounds divergent_exits_rounds(struct machine *m, const struct divergent_exits *falling);
/* Moves the watched variables on by so many rounds, those of each lane no further than it goes. */
void divergent_exits_shift(struct machine *m, const struct sampler *sampler, uint64_t rounds);
/* The lanes that went in rounds that were left out since this was asked last. They are still active. */
struct mask divergent_exits_take(struct divergent_exits *falling);
/* A round has run. */
void divergent_exits_count(const struct machine *m, struct divergent_exits *falling);

#endif
