/* Which of a warp's operations come one after the other, each in need of the one before: that takes the latency of
 * arithmetic, however few warps there are (struct work). As a data-flow machine would run them, but for loops: what is behind
 * one begins when it is over, and so does a round when the one before is, as far as the body has no copies. Loads, shared memory,
 * shuffles and barriers are on the same path, each with a typical latency (H200, H100: shared memory 29 cycles, L1 32, L2 some 270);
 * the path counts how many of each are on it, and the model of times has what they take. */
#ifndef GPULINT_EVAL_LANGUAGE_CHAIN_H
#define GPULINT_EVAL_LANGUAGE_CHAIN_H

#include "eval/machine.h"

/* Says when a result of so much work is there, which is one thing after the other; its operands are when it says so far. */
void chain_result(struct machine *m, struct value *result, const struct work *work);
/* The same of what a shuffle or a vote yields, or a load: that is issued no earlier than stores before it that may be to the same
 * place, and these when what they store is there. A restricted load is of what nobody else stores to. */
void chain_shuffle(struct machine *m, struct value *result);
void chain_load(struct machine *m, enum chain_space space, bool is_restricted, struct value *result);
void chain_store(struct machine *m, enum chain_space space, double ready);
/* Steps of so much work that comes one after the other, as far as these choose the path. */
double chain_steps(const struct work *work);
/* Everything after a barrier begins when everything before it is over. */
void chain_barrier(struct machine *m);
/* A branch that is executed as one: nothing after it begins before that is there. */
void chain_branch(struct machine *m, const struct value *condition);
/* After the sides of an if, before which so much was done: what is too long for predicates is not mixed with what follows. */
void chain_end_if(struct machine *m, const struct work *before, const struct mask *came);
/* In front of code and behind it: nothing of what is computed from here on begins before everything else is there. Of a loop
 * only if it remains one. */
void chain_begin(struct machine *m, bool remains);
/* Before a further iteration of a loop whose body has that many copies. */
void chain_go_round(struct machine *m, bool remains, unsigned copies);
/* After its last one, before which so much was done in front of the loop: rounds that are too few for all copies wait one after the
 * other. */
void chain_end_loop(struct machine *m, const struct work *before, uint64_t rounds, unsigned copies);

#endif
