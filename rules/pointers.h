/* The pointers among a launch's arguments, by the memory to which they point. */
#ifndef GPULINT_RULES_POINTERS_H
#define GPULINT_RULES_POINTERS_H

#include "model/facts.h"

/* Iterates over the pointer arguments, and the pointers in struct arguments. Initialize only `launch`. */
struct pointers {
	const struct launch *launch;
	size_t argument, member;
};

/* NULL: there are no more. */
const struct launch_argument *next_pointer(struct pointers *pointers);
/* The only pointer with the memory's address; NULL: there is none, or there are several. */
const struct launch_argument *pointer_to(const struct launch *launch, const void *memory);

#endif
