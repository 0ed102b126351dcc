/* Numbers for what only pointers tell apart: the same in all launches of the kernel, and in each run of the program. */
#ifndef GPULINT_RULES_IDENTITY_H
#define GPULINT_RULES_IDENTITY_H

#include "model/facts.h"

/* Of the memory that the site goes to. */
size_t identity_of_memory(const struct kernel *kernel, const struct site *site);
/* Of the walk that it is part of. */
size_t identity_of_walk(const struct kernel *kernel, const struct site *site);

#endif
