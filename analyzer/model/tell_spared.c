/* The accesses that a site's does for, and those that they would have done for in turn. */
#include "model/telling.h"

static bool
is_listed(const struct site *site, const struct spared_access *list, const struct place *place)
{
	bool is = facts_same_place(place, &site->place);
	for (size_t i = 0; i < site->spared_count && !is; i++)
		is = facts_same_place(place, &list[i].place);
	return is;
}

/* Of accesses looked at, and of those listed: straight code may have any number that follow from each other. */
enum { MOST_KNOWN = 1024, MOST_LISTED = 256 };

void
tell_spared(struct telling *t, const struct tally *tally, struct site *site)
{
	struct pointer_set known = {0};   /* the site's own access, then those that follow from it; to be looked at in turn */
	struct spared_access *list = NULL;
	size_t capacity = 0;
	if (!spared_by(&t->fold->spared, tally->node))
		return;
	pointer_set_add(&known, tally->node);
	for (size_t i = 0; i < known.members.count && known.members.count < MOST_KNOWN; i++) {
		const struct spared *spared = spared_by(&t->fold->spared, known.members.items[i].key);
		for (; spared && site->spared_count < MOST_LISTED; spared = spared->next) {
			const struct spared_access told = {tell_place(t, spared->func->unit, spared->loc),
			                                   tell_excerpt(t, spared->func->unit, spared->place->loc), spared->carried};
			if (pointer_set_add(&known, spared->site) && !is_listed(site, list, &told.place))
				arena_push(t->arena, list, site->spared_count, capacity, told);
		}
	}
	site->spared = list;
	pointer_set_free(&known);
}
