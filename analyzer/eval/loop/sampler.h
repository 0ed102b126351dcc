/* The sampler's own functions, shared by the files that make it up:
 *   sampler.c         what becomes of each iteration: it is watched, stands for others, or is left alone
 *   sampler_steps.c   how the variables of a loop move
 *   sampler_plan.c    which iterations are run, once that is known
 *   sampler_jump.c    what those that are not run leave behind */
#ifndef GPULINT_EVAL_LOOP_SAMPLER_H
#define GPULINT_EVAL_LOOP_SAMPLER_H

#include "eval/loop/loop.h"

/* Takes down what the variables hold that the loop has changed; where there are too many, sampling is off. */
void sampler_watch(struct machine *m, struct sampler *sampler);
/* Finds the steps for a period; true when every known integer moves by one. */
bool sampler_find_steps(struct machine *m, struct sampler *sampler, unsigned period);
/* Takes down what they hold where a window begins. */
void sampler_note_window(struct machine *m, struct sampler *sampler);
/* A variable that did not keep its step in the window does not have it. */
void sampler_check_steps(struct machine *m, struct sampler *sampler);

/* With the steps found: begins to sample the loop if that is worth while, and turns sampling off if it is not. */
void sampler_plan(struct machine *m, struct sampler *sampler);
/* The same, where lanes leave one after the other. */
void sampler_plan_falling(struct machine *m, struct sampler *sampler, struct divergent_exits *falling);
/* From now on those rounds alone are run. */
void sampler_begin_rounds(struct machine *m, struct sampler *sampler, struct sampled_rounds rounds);

/* Leaves out so many iterations, whole periods of them: what moves by its steps is moved on, and what else they may write is
 * unknown. */
void sampler_jump(struct machine *m, struct sampler *sampler, uint64_t iterations);

#endif
