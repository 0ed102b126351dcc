#include "rules/uncoalesced-access/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/slowdown.h"

enum { VECTOR_BYTES = 16, LINE_BYTES = 128 };

/* Whether the access is to the same records with the same pattern. */
static bool
is_of_records(const struct site *site, const struct site *other)
{
	return other->space == SPACE_GLOBAL && other->object.allocation &&
	       other->object.allocation == site->object.allocation && other->kind == site->kind &&
	       other->step.bytes == site->step.bytes;
}

static bool
is_store(const struct site *site)
{
	return site->kind == SITE_STORE || site->kind == SITE_ATOMIC;
}

/* Whether the compiler must not reorder it with accesses like the site. */
static bool
keeps_apart(const struct site *site, const struct site *other)
{
	if (other->space != SPACE_GLOBAL || is_of_records(site, other))
		return false;
	return is_store(other) ||
	       (is_store(site) && other->kind == SITE_LOAD && other->object.allocation == site->object.allocation);
}

bool
records_are_moved_whole(const struct launch *launch, const struct site *site)
{
	uint32_t first = site->place.line, last = site->place.line;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (!is_of_records(site, other))
			continue;
		if (strcmp(other->place.file, site->place.file) != 0)
			return false;
		first = other->place.line < first ? other->place.line : first;
		last = other->place.line > last ? other->place.line : last;
	}
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (keeps_apart(site, other) && other->place.line >= first && other->place.line < last)
			return false;
	}
	return true;
}

static void
scale_memory(struct demand *d, double times)
{
	d->l2_sectors *= times;
	for (unsigned i = 0; i < NEARNESSES; i++) {
		d->loaded[i] *= times;
		d->part_stored[i] *= times;
		d->stored[i] *= times;
	}
}

/* The member's share of accesses that move the whole record in pieces. */
static void
set_padded(struct site *site, int64_t bytes, double members)
{
	const int64_t piece = bytes < VECTOR_BYTES ? bytes : VECTOR_BYTES;
	const double accesses = (double)bytes / (double)piece / members * site->predicted.requests;
	const double lines = ceil((double)WARP_LANES * (double)bytes / LINE_BYTES);
	struct demand *d = &site->ideal_demand;
	*d = site->demand;
	scale_memory(d, (double)bytes / (double)llabs(site->step.bytes));
	d->lookups = accesses * lines;
	if (is_store(site))
		d->l2_lines = accesses * lines;
	d->late = fmin(d->late, accesses);
}

struct penalty
records_padded_slowdown(struct rule_context *context, const struct site *site, int64_t bytes)
{
	struct arena *arena = &context->facts->arena;
	struct launch launch = *context->launch;
	struct repaired_launch repaired = {.launch = &launch, .against = ""};
	double members = 0;
	launch.sites = arena_array(arena, launch.site_count + 1, sizeof *launch.sites);
	memcpy(launch.sites, context->launch->sites, launch.site_count * sizeof *launch.sites);
	for (size_t i = 0; i < launch.site_count; i++)
		members += is_of_records(site, &launch.sites[i]);
	const struct site **changed = arena_array(arena, launch.site_count + 1, sizeof *changed);
	size_t count = 0;
	for (size_t i = 0; i < launch.site_count; i++) {
		if (!is_of_records(site, &launch.sites[i]))
			continue;
		set_padded(&launch.sites[i], bytes, members);
		changed[count++] = &launch.sites[i];
	}
	return repair_slowdown(context, &repaired, (struct site_set){changed, count});
}
