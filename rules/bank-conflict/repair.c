#include "rules/bank-conflict/repair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/gpu.h"
#include "model/memory_model.h"
#include "rules/bank-conflict/fragments.h"
#include "rules/shared_room.h"
#include "rules/slowdown.h"

#define WORTHWHILE 0.95 /* largest share of the present wavefronts */
#define BETTER 0.98     /* largest share of a simpler layout's wavefronts */

enum { MOST_LAYOUTS = 8, ROW_OF_BANKS = BANK_COUNT * BANK_BYTES, MATRIX_ROW_UNIT = 16 };

/* Layouts, simpler ones first, with the wavefronts of all accesses to the array. */
struct candidates {
	struct layout layouts[MOST_LAYOUTS];
	double wavefronts[MOST_LAYOUTS];
	unsigned count;
};

static bool
is_of_array(const struct site *site, const struct site *other)
{
	return other->space == SPACE_SHARED && other->object.allocation == site->object.allocation;
}

/* Whether another layout changes the access. In an array of matrices the calls determine the row length, so accesses
 * with another row length are to another matrix. */
static bool
is_changed(const struct repair *repair, const struct site *other)
{
	return is_of_array(repair->site, other) && (!repair->matrix_row || fragment_row(other) == repair->matrix_row);
}

static double
wavefronts_of(const struct site *site, const struct layout *layout)
{
	return site->object.is_matrix ? fragment_wavefronts(site, layout) : layout_wavefronts(site, layout);
}

/* Finds accesses that need their bytes contiguous as in the source: nothing may be inserted between these. */
static void
look_at_accesses(const struct launch *launch, struct repair *repair)
{
	const struct site *site = repair->site;
	const unsigned element = site->shared.element_bytes ? site->shared.element_bytes : BANK_BYTES;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (!is_changed(repair, other))
			continue;
		if (other->source.width > element &&
		    (!repair->wide || other->source.width > repair->wide->source.width))
			repair->wide = other;
		if (!other->object.by_dimensions && site->shared.row_bytes && !repair->by_hand)
			repair->by_hand = other;
	}
}

static void
add(struct candidates *candidates, struct layout layout)
{
	if (candidates->count < MOST_LAYOUTS)
		candidates->layouts[candidates->count++] = layout;
}

/* Pads keep elements whole and vectors aligned. */
static void
add_paddings(struct candidates *candidates, int64_t row, int64_t rows, int64_t unit)
{
	for (int64_t pad = BANK_BYTES; pad <= ROW_OF_BANKS / 2; pad *= 2)
		if (pad % unit == 0)
			add(candidates, (struct layout){LAYOUT_PADDED, row, rows, pad, 0});
}

/* Whether all non-contiguous accesses have lanes with one distance, which may be the array's row length. */
static bool
steps_alike(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		const int64_t step = llabs(other->step.bytes);
		if (is_of_array(site, other) &&
		    (other->step.varies || (step > other->width && step != llabs(site->step.bytes))))
			return false;
	}
	return true;
}

/* For an array of one dimension, the lanes' step is assumed to be the row length. */
static void
list_of_line(struct candidates *candidates, const struct launch *launch, const struct repair *repair)
{
	const struct site *site = repair->site;
	const int64_t step = llabs(site->step.bytes), wide = repair->wide ? repair->wide->source.width : 0;
	const int64_t unit = wide > BANK_BYTES ? wide : BANK_BYTES, rows = site->shared.bytes / ROW_OF_BANKS;
	if (site->pattern == PATTERN_STRIDED && steps_alike(launch, site) && step % BANK_BYTES == 0 &&
	    step > site->width)
		add_paddings(candidates, step, site->shared.bytes / step, unit);
	add(candidates, (struct layout){LAYOUT_PADDED, ROW_OF_BANKS, rows, unit, 0});
	for (enum layout_kind kind = LAYOUT_SWIZZLED; kind <= LAYOUT_REVERSED; kind++)
		if (site->shared.bytes % ROW_OF_BANKS == 0)
			add(candidates, (struct layout){kind, ROW_OF_BANKS, rows, 0, unit});
}

static void
list_of_rows(struct candidates *candidates, const struct repair *repair)
{
	const struct site *site = repair->site;
	const int64_t row = site->shared.row_bytes, element = site->shared.element_bytes;
	const int64_t unit = repair->wide ? repair->wide->source.width : element, rows = site->shared.bytes / row,
		      pieces = row / unit;
	add_paddings(candidates, row, rows, unit);
	if (pieces > 1 && (pieces & (pieces - 1)) == 0 && row % unit == 0)
		add(candidates, (struct layout){LAYOUT_SWIZZLED, row, rows, 0, unit});
	if (site->shared.dimensions == 2 && !repair->wide && !repair->by_hand)
		add(candidates, (struct layout){LAYOUT_TRANSPOSED, row, rows, 0, element});
}

/* The calls that move fragments require row lengths that are multiples of 16 bytes. */
static void
list_of_matrix(struct candidates *candidates, const struct repair *repair)
{
	for (int64_t pad = MATRIX_ROW_UNIT; pad <= ROW_OF_BANKS / 2; pad *= 2)
		add(candidates, (struct layout){LAYOUT_PADDED, repair->matrix_row,
		                                repair->site->shared.bytes / repair->matrix_row, pad, 0});
}

static void
list(struct candidates *candidates, const struct launch *launch, const struct repair *repair)
{
	const struct site *site = repair->site;
	if (repair->matrix_row > 0)
		list_of_matrix(candidates, repair);
	else if (repair->matrix_row == 0 && site->shared.row_bytes && site->shared.element_bytes)
		list_of_rows(candidates, repair);
	else if (repair->matrix_row == 0)
		list_of_line(candidates, launch, repair);
}

/* Over all accesses that the layout changes and whose lanes are known; other accesses keep their cost. NAN: the layout
 * would break an access, or the lanes of the site itself are unknown. */
static double
wavefronts_with(const struct launch *launch, const struct repair *repair, const struct layout *layout)
{
	double sum = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		const double cost = is_changed(repair, other) ? wavefronts_of(other, layout) : 0;
		if (isinf(cost) || (isnan(cost) && other == repair->site))
			return NAN;
		sum += !isnan(cost) ? cost : isnan(other->predicted.wavefronts) ? 0 : other->predicted.wavefronts;
	}
	return sum;
}

/* Additional bytes of shared memory for each block. */
static int64_t
more_bytes(const struct layout *layout)
{
	return layout->kind == LAYOUT_PADDED ? layout->rows * layout->pad : 0;
}

static bool
fits(const struct rule_context *context, const struct layout *layout)
{
	const int64_t own = context->kernel->resources.static_shared > 0 ? context->kernel->resources.static_shared : 0;
	const unsigned most = context->facts->shared_per_block;
	const struct gpu *gpu = context->facts->gpu ? gpu_find(context->facts->gpu) : NULL;
	const int64_t more = more_bytes(layout), dynamic = (int64_t)context->launch->dynamic_shared;
	return (!most || dynamic || own + more <= most) &&
	       (!gpu || !more || own + dynamic + more <= gpu->shared_per_block_optin);
}

/* Whether no conflict is left. */
static bool
is_ideal(const struct launch *launch, const struct repair *repair, double then)
{
	double ideal = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		if (is_changed(repair, &launch->sites[i]) && !isnan(launch->sites[i].predicted.wavefronts))
			ideal += launch->sites[i].predicted.ideal_wavefronts;
	return then <= ideal * 1.001;
}

/* Additional dependent integer operations for an index. A longer row only changes an existing constant. */
static unsigned
operations_on_index(const struct repair *repair, const struct layout *layout)
{
	const bool is_of_rows = repair->matrix_row || repair->site->shared.row_bytes || layout->row != ROW_OF_BANKS;
	switch (layout->kind) {
	case LAYOUT_PADDED: return is_of_rows ? 0 : 2;
	case LAYOUT_SWIZZLED: return 2;
	case LAYOUT_REVERSED: return 3;
	case LAYOUT_TRANSPOSED:
	case LAYOUT_AS_IT_IS: break;
	}
	return 0;
}

/* The layout's additional work for computing indices, once for each load. A store usually reuses a load's index. */
static struct work
index_work(const struct launch *launch, const struct repair *repair, const struct layout *layout)
{
	enum { CYCLES = 5 }; /* of each dependent operation */
	const unsigned operations = operations_on_index(repair, layout);
	double loads = 0, stores = 0, most = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (!is_changed(repair, other) || isnan(other->predicted.requests))
			continue;
		*(other->kind == SITE_LOAD ? &loads : &stores) += other->predicted.requests;
		most = fmax(most, other->predicted.requests);
	}
	const double all = operations * (loads > 0 ? loads : stores);
	return (struct work){.instructions = all, .integers = all, .cycles = CYCLES * operations * most};
}

/* The launch in which the array's accesses have the layout's cost as their ideal. */
static struct repaired_launch *
repaired_launch(struct rule_context *context, const struct repair *repair, const struct layout *layout)
{
	struct arena *arena = &context->facts->arena;
	struct launch *launch = launch_copy(arena, context->launch, 0);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *other = &launch->sites[i];
		const double cost = is_changed(repair, other) ? wavefronts_of(other, layout) : NAN;
		if (is_of_array(repair->site, other))
			other->ideal_demand.wavefronts = isnan(cost) ? other->demand.wavefronts : cost;
	}
	const struct work added = index_work(context->launch, repair, layout);
	struct repaired_launch *repaired = arena_new(arena, struct repaired_launch);
	*repaired = (struct repaired_launch){
		.launch = launch,
		.against = "with the advised layout",
		.warps = warps_with_more_shared(context, more_bytes(layout)),
	};
	work_add(&repaired->saved, &added, -1);
	return repaired;
}

/* The simplest of the best remaining layouts, which is removed from the list; LAYOUT_AS_IT_IS: none is worthwhile. */
static struct layout
take_best(struct candidates *candidates, double now)
{
	struct layout best = {.kind = LAYOUT_AS_IT_IS};
	double least = now * WORTHWHILE;
	unsigned at = candidates->count;
	for (unsigned i = 0; i < candidates->count; i++) {
		if (!(candidates->wavefronts[i] < least * (at < candidates->count ? BETTER : 1)))
			continue;
		at = i;
		least = candidates->wavefronts[i];
	}
	if (at < candidates->count) {
		best = candidates->layouts[at];
		candidates->wavefronts[at] = NAN;
	}
	return best;
}

static bool
is_swizzle_as_good(const struct candidates *candidates, double wavefronts)
{
	for (unsigned i = 0; i < candidates->count; i++)
		if (candidates->layouts[i].kind == LAYOUT_SWIZZLED && candidates->wavefronts[i] * BETTER <= wavefronts)
			return true;
	return false;
}

/* Whether the time model does not predict a slowdown, as far as it knows. */
static bool
is_no_slower(const struct rule_context *context, const struct site *site, const struct repaired_launch *repaired)
{
	return !(repair_slowdown(context, repaired, (struct site_set){&site, 1}).estimate < 1);
}

static void
choose(struct rule_context *context, struct candidates *candidates, struct repair *repair)
{
	const struct site *site = repair->site;
	const double requests = repair->now;
	const struct layout as_it_is = {LAYOUT_AS_IT_IS, site->shared.row_bytes ? site->shared.row_bytes : ROW_OF_BANKS,
	                                1, 0, 0};
	const double now = wavefronts_with(context->launch, repair, &as_it_is);
	for (;;) {
		const struct layout layout = take_best(candidates, now);
		if (layout.kind == LAYOUT_AS_IT_IS)
			return;
		struct repaired_launch *repaired =
			fits(context, &layout) ? repaired_launch(context, repair, &layout) : NULL;
		if (!repaired || !is_no_slower(context, site, repaired))
			continue;
		const double then = wavefronts_with(context->launch, repair, &layout);
		if (is_ideal(context->launch, repair, then))
			repaired->against = "without conflicts";
		repair->layout = layout;
		repair->by_index = operations_on_index(repair, &layout) > 0;
		repair->launch = repaired;
		repair->now = now / requests;
		repair->then = then / requests;
		repair->swizzle_as_good = is_swizzle_as_good(candidates, then);
		return;
	}
}

static double
requests_to(const struct launch *launch, const struct repair *repair)
{
	double requests = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		if (is_changed(repair, &launch->sites[i]) &&
		    (launch->sites[i].shared.sample_count || !isnan(launch->sites[i].predicted.wavefronts)))
			requests += launch->sites[i].predicted.requests;
	return requests;
}

/* One layout has one repair, however many of the changed accesses are found. */
static const struct repair *
found_before(const struct rule_context *context, const struct site *site)
{
	for (size_t i = context->drafts->count; i-- > 0;) {
		const struct draft *draft = &context->drafts->items[i];
		if (draft->context.launch != context->launch)
			return NULL;
		if (draft->repair && is_changed(draft->repair, site))
			return draft->repair;
	}
	return NULL;
}

static bool
holds_matrices(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (is_of_array(site, &launch->sites[i]) && launch->sites[i].object.is_matrix)
			return true;
	return false;
}

const struct repair *
repair_find(struct rule_context *context, const struct site *site)
{
	const struct repair *before = found_before(context, site);
	if (before)
		return before;
	struct repair *repair = arena_new(&context->facts->arena, struct repair);
	struct candidates candidates = {.count = 0};
	*repair = (struct repair){.site = site, .layout.kind = LAYOUT_AS_IT_IS};
	if (!site->object.allocation)
		return repair;
	repair->matrix_row = holds_matrices(context->launch, site) ? fragment_row(site) : 0;
	repair->now = requests_to(context->launch, repair);
	look_at_accesses(context->launch, repair);
	repair->is_skew = !steps_alike(context->launch, site);
	list(&candidates, context->launch, repair);
	for (unsigned i = 0; i < candidates.count; i++) {
		candidates.wavefronts[i] = wavefronts_with(context->launch, repair, &candidates.layouts[i]);
		repair->tried += !isnan(candidates.wavefronts[i]);
	}
	choose(context, &candidates, repair);
	return repair;
}
