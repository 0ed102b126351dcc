/* The name that is most like a misspelt one, for messages. */
#ifndef GPULINT_SUPPORT_NEAREST_H
#define GPULINT_SUPPORT_NEAREST_H

#include <stddef.h>

#include "support/arena.h"

struct nearest {
	const char *wanted; /* need not end after `length` */
	size_t length;
	const char *name;  /* the nearest one so far; NULL: none is near */
	unsigned distance; /* letters to add, remove, replace or swap with a neighbour */
};

struct nearest nearest_to(const char *wanted, size_t length);
/* Takes the name if it is nearer than those before. It must outlive the result. */
void nearest_try(struct nearest *nearest, const char *name);
/* " (did you mean 'NAME'?)", or "" if none is near. */
const char *nearest_hint(const struct nearest *nearest, struct arena *arena);

#endif
