/* Host loops that reach the device. Each iteration counts, because it may make another launch. As many as affordable
 * run; for the others the evaluator checks whether they certainly make the launches seen so far. */
#ifndef GPULINT_EVAL_LOOP_LAUNCHING_LOOP_H
#define GPULINT_EVAL_LOOP_LAUNCHING_LOOP_H

#include "eval/loop/loop.h"

/* Whether host code launches a kernel or calls CUDA in the loop, also in callees. */
bool launching_loop(struct sampler *sampler);
/* Charges `iterations` iterations of `cost` steps each to the program's account for such loops. False: too little is
 * left. */
bool launching_loop_affords(struct machine *m, struct sampler *sampler, uint64_t iterations, uint64_t cost);

#endif
