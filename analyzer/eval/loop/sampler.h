/* Internals of the sampler, shared by its files:
 *
 *   sampler.c         handling of each iteration: watched, weighted, or left alone
 *   sampler_steps.c   steps of a loop's variables
 *   sampler_plan.c    choice of the iterations to run
 *   sampler_jump.c    effects of skipped iterations */
#ifndef GPULINT_EVAL_LOOP_SAMPLER_H
#define GPULINT_EVAL_LOOP_SAMPLER_H

#include "eval/loop/loop.h"

/* Takes snapshots of the variables that the loop has changed; with too many of them sampling is off. */
void sampler_watch(struct machine *m, struct sampler *sampler);
/* Finds the steps for a period. True: every known integer has one. */
bool sampler_find_steps(struct machine *m, struct sampler *sampler, unsigned period);
/* Takes snapshots at the start of a window. */
void sampler_note_window(struct machine *m, struct sampler *sampler);
/* A variable that did not keep its step in the window loses it. */
void sampler_check_steps(struct machine *m, struct sampler *sampler);

/* With known steps: starts to sample the loop if worthwhile, else turns sampling off. */
void sampler_plan(struct machine *m, struct sampler *sampler);
/* The same, with divergent exits. */
void sampler_plan_falling(struct machine *m, struct sampler *sampler, struct divergent_exits *falling);
/* From now on only these periods run. */
void sampler_begin_periods(struct machine *m, struct sampler *sampler, struct samples periods);

/* Skips `iterations`, a multiple of the period: variables with steps are advanced, others that may be written become
 * unknown. */
void sampler_jump(struct machine *m, struct sampler *sampler, uint64_t iterations);

#endif
