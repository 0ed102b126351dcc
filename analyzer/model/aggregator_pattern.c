/* The pattern in which the lanes of a request step through memory, and what the requests of a site have in common. */
#include <stdlib.h>

#include "model/aggregator_internal.h"
#include "support/magnitude.h"

/* Records where a request of contiguous lanes begins in its sector. False if that is unknown. */
static bool
note_start(struct site_accumulator *t, const struct request *r, unsigned start)
{
	const symbol_id symbol = r->symbol[__builtin_ctz(r->active)];
	const bool known = !symbol || (uint64_t)1 << r->symbols->items[symbol].align >= SECTOR_BYTES;
	t->pattern.starts |= known ? (uint32_t)1 << start : UINT32_MAX;
	return known;
}

static void
note_range(struct site_accumulator *t, uint64_t from, uint64_t end)
{
	t->pattern.step_from = !t->pattern.step_end || from < t->pattern.step_from ? from : t->pattern.step_from;
	t->pattern.step_end = end > t->pattern.step_end ? end : t->pattern.step_end;
}

/* Records which pieces of one step, the distance between neighbouring lanes, the access uses. */
static void
note_used(struct site_accumulator *t, const struct request *r, uint64_t start, int64_t step, bool is_of_first_warp)
{
	const uint64_t size = (uint64_t)magnitude(step), piece = (uint64_t)step_piece(step);
	const symbol_id symbol = r->symbol[__builtin_ctz(r->active)];
	/* An unknown part of the address does not matter if it is a multiple of the step. */
	const unsigned align = symbol ? r->symbols->items[symbol].align : 0;
	/* Contiguous lanes leave no gap. */
	if (size <= r->width || !t->objects.first || (symbol && ((uint64_t)1 << (align < 63 ? align : 63)) % size))
		return;
	if (t->pattern.used_step != step)
		t->pattern.step_used = t->pattern.step_used_by_warp = t->pattern.step_end = 0;
	t->pattern.used_step = step;
	const uint64_t from = (start - (uint64_t)object_base(t->objects.first)) % size;
	uint64_t used = 0;
	note_range(t, from, from + r->width);
	if (!piece)
		return;
	for (uint64_t at = from; at < from + r->width; at += piece)
		used |= (uint64_t)1 << at % size / piece;
	t->pattern.step_used |= used;
	t->pattern.step_used_by_warp |= is_of_first_warp ? used : 0;
}

/* Contiguous requests may begin anywhere in a sector. Returns PATTERN_MISALIGNED only if the offset costs sectors. */
static enum pattern
note_contiguous(struct site_accumulator *t, const struct request *r, uint64_t start, int64_t step, bool costs_more)
{
	/* With a negative step, the request begins at the last lane's address. */
	const uint64_t begin = step < 0 ? start + (uint64_t)step * (WARP_LANES - 1) : start;
	const unsigned phase = (unsigned)(begin % SECTOR_BYTES);
	const bool known = step && note_start(t, r, phase);
	if (!costs_more || !phase || r->space == SPACE_SHARED)
		return PATTERN_CONTIGUOUS;
	t->pattern.starts_unlike_thread |= !known || phase != r->thread * r->width % SECTOR_BYTES;
	if (!t->pattern.misalignment)
		t->pattern.misalignment = phase;
	return PATTERN_MISALIGNED;
}

/* A single lane has no step. */
static void
note_step(struct site_accumulator *t, const struct request *r, enum pattern p, int64_t step)
{
	if (!(r->active & (r->active - 1)))
		return;
	const bool even = p != PATTERN_MIXED && p != PATTERN_GATHER;
	t->pattern.steps_vary |= t->pattern.steps && (!even || step != t->pattern.first_step);
	t->pattern.first_step = t->pattern.steps ? t->pattern.first_step : step;
	t->pattern.steps = true;
}

/* The step with the largest share characterizes the site. */
static void
note_share(struct site_accumulator *t, enum pattern p, const struct request_figures *figures, double share)
{
	const int64_t step = figures->step;
	t->pattern.share[p] += share;
	if (p == PATTERN_STRIDED && share > t->pattern.step_share) {
		t->pattern.step = step;
		t->pattern.lanes_apart = figures->lanes_apart;
		t->pattern.step_share = share;
	}
	if (p == PATTERN_MIXED && share > t->pattern.uneven_share) {
		t->pattern.uneven_step = step;
		t->pattern.uneven_share = share;
	}
}

void
aggregator_pattern(struct site_accumulator *t, const struct request *r, const struct request_figures *figures,
                   double weight, bool is_of_first_warp)
{
	const struct cost *cost = &figures->cost;
	const int64_t step = figures->step;
	enum pattern p = figures->pattern;
	t->pattern.uneven_lanes |= figures->uneven;
	note_step(t, r, p, step);
	/* The address of lane 0, extrapolated if it is inactive. Inactive lanes cost sectors but do not misalign the
	 * other lanes, so gap_cost is not blamed on the alignment. */
	const unsigned first_lane = (unsigned)__builtin_ctz(r->active);
	const uint64_t start = r->address[first_lane] - (uint64_t)step * first_lane;
	if (p == PATTERN_CONTIGUOUS)
		p = note_contiguous(t, r, start, step, cost->known && cost->cost > figures->gap_cost * 1.0001);
	else if (p == PATTERN_STRIDED || p == PATTERN_MIXED)
		note_used(t, r, start, step, is_of_first_warp);
	else if (p == PATTERN_GATHER && !t->caveats.index_symbol)
		t->caveats.index_symbol = r->symbol[first_lane];
	note_share(t, p, figures, weight * (cost->known ? cost->cost : cost->high));
}
