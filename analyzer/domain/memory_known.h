/* All known bytes of an object. */
#ifndef GPULINT_DOMAIN_MEMORY_KNOWN_H
#define GPULINT_DOMAIN_MEMORY_KNOWN_H

#include "domain/contents.h"
#include "domain/memory.h"

/* The known bytes of a common object, in order and disjoint, copied into the arena. */
struct contents memory_known(const struct memory *memory, const struct object *object, struct arena *arena);

#endif
