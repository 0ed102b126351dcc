/* A kernel's loop of which it is found out, before it is sampled, how its conditions come out in each iteration. */
#ifndef GPULINT_EVAL_LOOP_TOLD_ROUNDS_H
#define GPULINT_EVAL_LOOP_TOLD_ROUNDS_H

#include "eval/loop/loop.h"

/* Which of so many periods from now on are run, instead of the windows, about `most` beside them. Returns false, with nothing
 * changed, where the loop's conditions do not tell, or to find out is too dear. */
bool told_rounds_find(struct machine *m, struct sampler *sampler, struct sampled_rounds *windows, size_t most);
/* Whether the variable is moved on by told_rounds_follow, and not by its step. */
bool told_rounds_has(const struct machine *m, const struct sampler *sampler, const struct variable *v);
/* Moves such variables on by so many iterations. */
void told_rounds_follow(struct machine *m, const struct sampler *sampler, uint64_t iterations);

#endif
