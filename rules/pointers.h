/* The pointers among a launch's arguments, by the memory that they lead to. */
#ifndef GPULINT_RULES_POINTERS_H
#define GPULINT_RULES_POINTERS_H

#include "model/facts.h"

/* The arguments that are pointers, and the pointers in those that are records, one after the other; begins with `launch` alone. */
struct pointers {
	const struct launch *launch;
	size_t argument, member;
};

/* NULL: there are no more. */
const struct launch_argument *next_pointer(struct pointers *pointers);
/* That which alone has the memory's address; NULL: there is none, or several have. */
const struct launch_argument *pointer_to(const struct launch *launch, const void *memory);

#endif
