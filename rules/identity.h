/* Indices for properties that only pointers distinguish: equal in all launches of the kernel, and in each run of the
 * program. */
#ifndef GPULINT_RULES_IDENTITY_H
#define GPULINT_RULES_IDENTITY_H

#include "model/facts.h"

/* For the memory that the site accesses. */
size_t identity_of_memory(const struct kernel *kernel, const struct site *site);
/* For the index that the site shares with others. */
size_t identity_of_walk(const struct kernel *kernel, const struct site *site);

#endif
