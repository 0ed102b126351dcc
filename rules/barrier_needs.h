/* The places of barriers that some launch of the program needs. Several kernels may call one function, and launches of
 * a kernel differ. The places are found once for all launches. */
#ifndef GPULINT_RULES_BARRIER_NEEDS_H
#define GPULINT_RULES_BARRIER_NEEDS_H

#include <stdbool.h>
#include <stddef.h>

struct facts;
struct place;

struct barrier_needs {
	const struct place **places; /* sorted; may contain duplicates */
	size_t count;
};

/* The caller frees its places. */
struct barrier_needs barrier_needs_find(const struct facts *facts);
bool barrier_needs_has(const struct barrier_needs *needs, const struct place *place);

#endif
