/* The buffers that a launch uses. */
#ifndef GPULINT_RUNTIME_CHECK_LAUNCH_POINTERS_H
#define GPULINT_RUNTIME_CHECK_LAUNCH_POINTERS_H

#include "model/facts.h"

/* A launch's pointers into memory: arguments, members of arguments, and what addresses in memory lead to. */
struct pointers {
	const struct launch_argument **items;
	size_t count;
};

/* Of the arena. */
struct pointers launch_pointers(const struct launch *launch, struct arena *arena);
/* Bytes of that one. A buffer whose size the source does not say gets what was seen touched, and more: only some blocks were
 * run, and of long loops only the beginning. */
uint64_t buffer_size(const struct pointers *pointers, uint32_t buffer);

#endif
