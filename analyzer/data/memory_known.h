/* All known bytes of an object. */
#ifndef GPULINT_DATA_MEMORY_KNOWN_H
#define GPULINT_DATA_MEMORY_KNOWN_H

#include "data/contents.h"
#include "data/memory.h"

/* The known bytes of a common object, in order and disjoint, copied into the arena. */
struct contents memory_known(const struct memory *memory, const struct object *object, struct arena *arena);

#endif
