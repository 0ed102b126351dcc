/* The end of a long loop that its lanes leave one after the other, such as the rows of a triangle: in how many more rounds
 * each goes on is known beforehand, so that rounds can be left out here, too. */
#ifndef GPULINT_EVAL_LOOP_FALLING_LANES_H
#define GPULINT_EVAL_LOOP_FALLING_LANES_H

#include "eval/loop/loop.h"

struct falling_lanes {
	uint64_t *left;             /* of each active lane: how many more times the loop's condition holds */
	uint64_t most;              /* of them */
	struct mask fallen;         /* went in rounds that were left out, and have not been taken */
};

/* In how many more rounds each active lane goes on, its variables moving by the steps that the sampler has found. Returns
 * NULL where that cannot be told. In the machine's arena for snapshots. */
struct falling_lanes *falling_lanes_find(struct machine *m, struct sampler *sampler);
/* Some rounds in which all go on that have more left, evenly spread, and in all places of the cycle that addresses go through
 * in a sector. */
struct sampled_rounds falling_lanes_rounds(struct machine *m, const struct falling_lanes *falling);
/* Moves the watched variables on by so many rounds, those of each lane no further than it goes. */
void falling_lanes_shift(struct machine *m, const struct sampler *sampler, uint64_t rounds);
/* The lanes that went in rounds that were left out since this was asked last. They are still active. */
struct mask falling_lanes_take(struct falling_lanes *falling);
/* A round has run. */
void falling_lanes_count(const struct machine *m, struct falling_lanes *falling);

#endif
