/* A set of pointers, compared by value. Zeroed it is empty. */
#ifndef GPULINT_SUPPORT_POINTER_SET_H
#define GPULINT_SUPPORT_POINTER_SET_H

#include "support/pointer_map.h"

struct pointer_set {
	struct pointer_map members; /* without values */
};

/* False if it was there already. */
bool pointer_set_add(struct pointer_set *set, const void *pointer);
bool pointer_set_has(const struct pointer_set *set, const void *pointer);
/* Empties it. */
void pointer_set_free(struct pointer_set *set);

#endif
