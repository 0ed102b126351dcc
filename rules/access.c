#include "rules/access.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/wording.h"
#include "support/digits.h"
#include "support/magnitude.h"

#define LEAST_REPORTED 0.05 /* bytes of a sector; fewer unused bytes would round to zero */

bool
is_copied_from_ideal_addresses(const struct site *site)
{
	return site->copy.path && !(site->copy.load_excess > 1);
}

enum access_case
access_case(const struct site *site)
{
	if (site->space != SPACE_GLOBAL || site->kind == SITE_BRANCH || site->kind == SITE_BARRIER ||
	    site->kind == SITE_CALL || is_copied_from_ideal_addresses(site))
		return ACCESS_OTHER;
	switch (site->pattern) {
	case PATTERN_MISALIGNED: return ACCESS_MISALIGNED;
	case PATTERN_STRIDED:
		if (site->record.is_accessed)
			return ACCESS_RECORDS;
		return magnitude(site->step.bytes) < SECTOR_BYTES ? ACCESS_STRIDED : ACCESS_COLUMN;
	case PATTERN_GATHER:
		/* The algorithm decides where an atomic adds, and scattered counters make atomics fast. */
		return site->kind == SITE_ATOMIC ? ACCESS_OTHER : ACCESS_GATHER;
	case PATTERN_MIXED:
		if (site->kind == SITE_ATOMIC)
			return ACCESS_OTHER;
		/* Either uneven steps throughout, or contiguous rows at a distance; otherwise the pattern within a row
		 * of the block. */
		if (magnitude(site->step.bytes) <= site->width)
			return ACCESS_PIECES;
		if (site->record.is_accessed)
			return ACCESS_RECORDS;
		return magnitude(site->step.bytes) < SECTOR_BYTES ? ACCESS_STRIDED : ACCESS_COLUMN;
	case PATTERN_UNKNOWN:
	case PATTERN_UNIFORM:
	case PATTERN_CONTIGUOUS: break;
	}
	return ACCESS_OTHER;
}

bool
are_in_one_loop(const struct site *a, const struct site *b)
{
	return a->loop.place.line && facts_same_place(&a->loop.place, &b->loop.place);
}

bool
has_few_warps(const struct rule_context *context)
{
	enum { SCHEDULERS = 4 }; /* of a multiprocessor, since compute capability 7.0 */
	return launch_warps(context->launch) < SCHEDULERS * (double)context->facts->multiprocessors;
}

bool
loop_waits(const struct launch *launch, const struct place *loop)
{
	for (size_t i = 0; loop->line && i < launch->synchronization.barrier_use_count; i++) {
		const struct place *at = &launch->synchronization.barrier_uses[i].place;
		if (at->line >= loop->line && at->line <= loop->end_line && !strcmp(at->file, loop->file))
			return true;
	}
	return false;
}

bool
iterations_need_each_other(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->is_recurrent && !(other->loop.repeated > 0.5) && are_in_one_loop(site, other))
			return true;
	}
	return loop_waits(launch, &site->loop.place);
}

bool
is_misaligned_by_block(const struct launch *launch, const struct site *site)
{
	return access_case(site) == ACCESS_MISALIGNED && site->alignment.is_of_block &&
	       launch_threads(launch) % WARP_LANES != 0;
}

bool
launch_may_write(const struct launch *launch, const void *memory)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool writes = site->kind == SITE_STORE || site->kind == SITE_ATOMIC;
		if (writes && site->space != SPACE_SHARED &&
		    (!site->object.allocation || site->object.has_others || site->object.allocation == memory))
			return true;
	}
	return false;
}

static bool
is_by_element_along_y(const struct site *site)
{
	return site->kind > SITE_ATOMIC || (site->step.has_row && magnitude(site->step.row) <= site->width);
}

bool
is_side_by_side_along_y(const struct launch *launch)
{
	enum { LEAST_ROW = 8 }; /* threads in x, so that rows consist of whole sectors */
	for (size_t i = 0; i < launch->site_count; i++)
		if (!is_by_element_along_y(&launch->sites[i]))
			return false;
	return launch->block[1] >= LEAST_ROW;
}

double
step_elements(const struct site *site)
{
	const unsigned width = site->width ? site->width : 1;
	if (site->pattern == PATTERN_MISALIGNED)
		return (double)site->alignment.misalignment / width;
	return fabs((double)site->step.bytes) / width;
}

/* Whether the used pieces make up most of a step. */
static bool
is_most_of(int64_t step, uint64_t used)
{
	return used && step_piece(step) * __builtin_popcountll(used) >= step - step / 4;
}

bool
sectors_are_shared(const struct rule_context *context, const struct site *site)
{
	const int64_t step = magnitude(site->step.bytes);
	return step && (site->loop.walks || is_most_of(step, step_uses_beside(&context->step_uses, site).used_by_warp));
}

/* The same for the accesses of all warps together. */
static bool
sectors_are_used(const struct rule_context *context, const struct site *site)
{
	const int64_t step = magnitude(site->step.bytes);
	return step && is_most_of(step, step_uses_beside(&context->step_uses, site).used);
}

const char *
per_request_text(struct rule_context *context, double cost, double ideal, const char *unit)
{
	return text(context, "%s %s per request, ideal %s", digits_of(cost, 3).text, unit, digits_of(ideal, 3).text);
}

const char *
sectors_text(struct rule_context *context, const struct site *site)
{
	const struct figures *figures = &site->predicted;
	return per_request_text(context, figures->sectors / figures->requests,
	                        figures->ideal_sectors / figures->requests, "sectors");
}

const char *
sectors_reason(struct rule_context *context, const struct site *site)
{
	const bool by_accesses = sectors_are_shared(context, site);
	if (!by_accesses && !sectors_are_used(context, site))
		return site->reason;
	return text(context, "%s%sother %s use the rest of its sectors", site->reason, *site->reason ? "; " : "",
	            by_accesses ? "accesses" : "warps");
}
