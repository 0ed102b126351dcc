/* The random generators of the process that host code runs in. */
#ifndef GPULINT_EVAL_STATE_GENERATORS_H
#define GPULINT_EVAL_STATE_GENERATORS_H

#include <stdbool.h>

#include "eval/state/compute.h"
#include "eval/state/glibc_random.h"

struct generators {
	struct glibc_random additive;     /* of rand() and random() */
	unsigned short linear[3];         /* of drand48() and its kin: the state of erand48() */
	bool additive_known, affine_known;
	uint64_t calls;                   /* that have used, set or perhaps set either */
};

/* As a process begins. */
static inline void
generators_init(struct generators *generators)
{
	*generators = (struct generators){.additive_known = true, .affine_known = true};
	glibc_random_seed(&generators->additive, 1);
}

/* Calls may have been made that were not run: nothing is known until the next seed. */
static inline void
generators_lose(struct generators *generators)
{
	generators->additive_known = generators->affine_known = false;
	generators->calls++;
}

/* A call of rand() or of one of its kin. seed: the argument, NULL when it is not known
 * or there is none. certain: the call is made for sure; else nobody knows what the next one draws. True, and *drawn is
 * what the call returns, when that is known. */
bool generators_call(struct generators *generators, enum ir_builtin id, const union lane *seed, bool certain,
                     union lane *drawn);
/* Where that is not known: what a call that draws may well return, the next number of the state that was last seen. */
bool generators_draw_example(struct generators *generators, enum ir_builtin id, union lane *drawn);
/* Those whose state is not known go on from that one. */
void generators_go_on_from(struct generators *generators, const struct generators *last_seen);

#endif
