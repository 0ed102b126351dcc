/* Which places have a barrier that some launch of the program needs: a function may be called by several kernels, and a kernel be
 * launched with other numbers. Found once for all launches. */
#ifndef GPULINT_RULES_BARRIER_NEEDS_H
#define GPULINT_RULES_BARRIER_NEEDS_H

#include <stdbool.h>
#include <stddef.h>

struct facts;
struct place;

struct barrier_needs {
	const struct place **places; /* sorted; a place may be there several times */
	size_t count;
};

/* Its places are to be freed. */
struct barrier_needs barrier_needs_find(const struct facts *facts);
bool barrier_needs_has(const struct barrier_needs *needs, const struct place *place);

#endif
