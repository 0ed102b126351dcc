/* The random generators of the process that host code runs in. */
#ifndef GPULINT_EVAL_GENERATORS_H
#define GPULINT_EVAL_GENERATORS_H

#include <stdbool.h>

#include "eval/glibc_random.h"

struct generators {
	struct glibc_random additive;     /* of rand() and random() */
	uint64_t linear;                  /* of drand48() and its kin */
	bool additive_known, linear_known;
	uint64_t calls;                   /* that have used, set or perhaps set either */
};

/* As a process begins. */
static inline void
generators_init(struct generators *generators)
{
	*generators = (struct generators){.additive_known = true, .linear_known = true};
	glibc_random_seed(&generators->additive, 1);
}

/* Calls may have been made that were not run: nothing is known until the next seed. */
static inline void
generators_lose(struct generators *generators)
{
	generators->additive_known = generators->linear_known = false;
	generators->calls++;
}

#endif
