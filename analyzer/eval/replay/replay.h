/* Replay: the concrete run of a host loop whose data are known.
 *
 * What kernels index with and branch on is often made by host code before the launch: drawn at random, permuted, summed
 * up, packed into rows. Who walks the tree samples such a loop, and then knows nothing of what the iterations that were
 * passed over have stored. A replay runs all of them: the loop, with the functions that it calls, is compiled once into
 * instructions for a register machine, which runs over the program's own memory.
 *
 * What it guarantees:
 *  - Where everything is known the outcome is the one that walking all iterations would have had: variables, memory and
 *    random generators, bit for bit. Integers wrap as their types do, floating point is rounded to its type.
 *  - What is not known is carried as not known while it is only computed with and stored. A condition, or the address
 *    of a store, that is not known ends the replay, as does all that has effects beyond memory (exit, an unseen
 *    function).
 *  - A replay that ends early leaves the state in which an iteration of the loop began, and that iteration and all
 *    later ones are walked as if there had been no replay.
 *  - A program's replays take a bounded number of instructions together (see replay.c). A loop that would go far beyond
 *    what is left is given up after a short trial, from which the whole of it is estimated.
 *  - Code that launches or calls the CUDA runtime is never replayed, nor what stores floating point alone where no kernel
 *    decides anything by it, and nothing is once no launch lies ahead. */
#ifndef GPULINT_EVAL_REPLAY_REPLAY_H
#define GPULINT_EVAL_REPLAY_REPLAY_H

#include <stdbool.h>

#include "eval/state/machine.h"

struct replay;

enum replay_outcome {
	REPLAY_NONE,   /* nothing has been run: the loop begins as it stands */
	REPLAY_PARTLY, /* some iterations have: the loop goes on with the test before the next one */
	REPLAY_WHOLE,  /* the loop is over, and control stands behind it */
};

/* Where host code meets a loop, before anything of it has been evaluated. */
enum replay_outcome replay_loop(struct machine *m, const struct ir_stmt *loop);

/* Whether host code is in a loop that was given up for its length, and of which a stretch has been kept as examples. */
bool replay_has_examples(const struct machine *m);

/* One a program; NULL when it is off. */
struct replay *replay_new(void);
void replay_free(struct replay *replay);

#endif
