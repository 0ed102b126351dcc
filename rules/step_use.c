#include "rules/step_use.h"

#include <stdlib.h>

#include "support/allocate.h"

static struct step_use
use_of(const struct site *site)
{
	return (struct step_use){site->object.allocation, site->step.bytes, site->kind == SITE_LOAD, site->step.used,
	                         site->step.used_by_warp};
}

static int
compare(const void *left, const void *right)
{
	const struct step_use *a = left, *b = right;
	if (a->memory != b->memory)
		return (uintptr_t)a->memory < (uintptr_t)b->memory ? -1 : 1;
	if (a->step != b->step)
		return a->step < b->step ? -1 : 1;
	return a->loads - b->loads;
}

struct step_uses
step_uses_find(const struct launch *launch)
{
	struct step_uses uses = {.items = memory_zeroed(launch->site_count, sizeof *uses.items)};
	size_t sites = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].object.allocation && launch->sites[i].step.bytes)
			uses.items[sites++] = use_of(&launch->sites[i]);
	if (sites)
		qsort(uses.items, sites, sizeof *uses.items, compare);
	for (size_t i = 0; i < sites; i++) {
		struct step_use *last = uses.count ? &uses.items[uses.count - 1] : NULL;
		if (!last || compare(last, &uses.items[i])) {
			uses.items[uses.count++] = uses.items[i];
			continue;
		}
		last->used |= uses.items[i].used;
		last->used_by_warp |= uses.items[i].used_by_warp;
	}
	return uses;
}

struct step_use
step_uses_beside(const struct step_uses *uses, const struct site *site)
{
	const struct step_use key = use_of(site);
	const struct step_use *found =
		uses->count ? bsearch(&key, uses->items, uses->count, sizeof key, compare) : NULL;
	return found ? *found : (struct step_use){0};
}
