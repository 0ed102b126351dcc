#include "model/spared.h"

#include <stdlib.h>

#include "support/memory.h"

static bool
is_known(const struct spared *list, const struct spared *spared)
{
	while (list && (list->site != spared->site || list->place != spared->place))
		list = list->next;
	return list;
}

void
spared_note(struct spared_accesses *all, const struct spared *spared, const struct ir_expr *by)
{
	void **latest = pointer_map_value(&all->latest, spared->site);
	if (by == spared->site || *latest == by)
		return;
	*latest = (void *)(uintptr_t)by;
	void **list = pointer_map_value(&all->by_access, by);
	if (is_known(*list, spared))
		return;
	struct spared *copy = memory_zeroed(1, sizeof *copy);
	*copy = *spared;
	copy->next = *list;
	*list = copy;
}

const struct spared *
spared_by(const struct spared_accesses *all, const struct ir_expr *access)
{
	return pointer_map_find(&all->by_access, access);
}

void
spared_free(struct spared_accesses *all)
{
	for (size_t i = 0; i < all->by_access.count; i++) {
		struct spared *next;
		for (struct spared *spared = all->by_access.items[i].value; spared; spared = next) {
			next = (struct spared *)(uintptr_t)spared->next;
			free(spared);
		}
	}
	pointer_map_free(&all->by_access);
	pointer_map_free(&all->latest);
}
