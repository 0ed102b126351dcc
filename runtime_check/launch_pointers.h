/* The buffers that a launch uses. */
#ifndef GPULINT_RUNTIME_CHECK_LAUNCH_POINTERS_H
#define GPULINT_RUNTIME_CHECK_LAUNCH_POINTERS_H

#include "model/facts.h"

/* A launch's pointers into memory: arguments, members of arguments, and addresses stored in memory. */
struct pointers {
	const struct launch_argument **items;
	size_t count;
};

/* From the arena. */
struct pointers launch_pointers(const struct launch *launch, struct arena *arena);
/* The size of this buffer in bytes. If the source does not determine it, it is more than the bytes seen touched,
 * because only some blocks and iterations were evaluated. */
uint64_t buffer_size(const struct pointers *pointers, uint32_t buffer);

#endif
