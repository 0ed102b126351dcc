#include "support/pointer_set.h"

bool
pointer_set_add(struct pointer_set *set, const void *pointer)
{
	const size_t before = set->members.count;
	pointer_map_value(&set->members, pointer);
	return set->members.count > before;
}

bool
pointer_set_has(const struct pointer_set *set, const void *pointer)
{
	return pointer_map_has(&set->members, pointer);
}

void
pointer_set_free(struct pointer_set *set)
{
	pointer_map_free(&set->members);
}
