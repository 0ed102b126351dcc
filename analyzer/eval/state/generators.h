/* The random generators of the host process. */
#ifndef GPULINT_EVAL_STATE_GENERATORS_H
#define GPULINT_EVAL_STATE_GENERATORS_H

#include <stdbool.h>

#include "eval/state/compute.h"
#include "eval/state/glibc_random.h"

struct generators {
	struct glibc_random additive; /* state of rand() and random() */
	unsigned short linear[3];     /* state of drand48() and related functions, as erand48() takes it */
	bool additive_known, affine_known;
	uint64_t calls; /* calls that used or set a generator, also possibly */
};

/* The state at process start. */
static inline void
generators_init(struct generators *generators)
{
	*generators = (struct generators){.additive_known = true, .affine_known = true};
	glibc_random_seed(&generators->additive, 1);
}

/* Skipped code may have called a generator: its state is unknown until the next seed. */
static inline void
generators_forget(struct generators *generators)
{
	generators->additive_known = generators->affine_known = false;
	generators->calls++;
}

/* A call of rand() or a related function. seed: the argument; NULL: unknown, or none. If not `certain`, the state is
 * unknown afterwards. True: the result is known and in *drawn. */
bool generators_call(struct generators *generators, enum ir_builtin id, const union lane *seed, bool certain,
                     union lane *drawn);
/* For unknown states: a plausible result, the next number of the last known state. */
bool generators_draw_example(struct generators *generators, enum ir_builtin id, union lane *drawn);
/* Generators of unknown state continue from `last_seen`; they stay unknown. */
void generators_go_on_from(struct generators *generators, const struct generators *last_seen);

#endif
