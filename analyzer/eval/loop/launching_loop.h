/* Host loops that reach the device: each of their rounds counts, since each may make another launch. As many as can be
 * afforded are run; of the others it is found out whether they surely make the launches that were seen. */
#ifndef GPULINT_EVAL_LOOP_LAUNCHING_LOOP_H
#define GPULINT_EVAL_LOOP_LAUNCHING_LOOP_H

#include "eval/loop/loop.h"

/* Whether host code launches a kernel in the loop, or calls CUDA there, or does so in what it calls. */
bool launching_loop(struct sampler *sampler);
/* Takes what so many rounds cost, `cost` steps each, from what the program has for such loops. False: it has less. */
bool launching_loop_affords(struct machine *m, struct sampler *sampler, uint64_t rounds, uint64_t cost);
/* How many launches the one that host code makes now stands for. */
uint64_t launching_loop_rounds(const struct machine *m);

#endif
