/* How the lanes of an access step, and the reason that this gives. */
#include <math.h>
#include <stdlib.h>

#include "code/affine_address.h"
#include "ir/member.h"
#include "model/summary.h"
#include "support/magnitude.h"

/* A load that gives the lanes of a warp different values. */
static bool
is_load_by_lane(void *context, const struct ir_expr *load)
{
	const struct summary *t = context;
	for (size_t i = 0; i < t->fold->tallies.count; i++) {
		const struct tally *tally = t->fold->tallies.items[i];
		if (tally->kind != SITE_LOAD || tally->func != t->addresses.func)
			continue;
		if (tally->node == load || same_expr(tally->node, load))
			return tally_pattern(tally) != PATTERN_UNIFORM;
	}
	return false;
}

const struct ir_expr *
summary_load_by_lane(struct summary *t, const struct ir_func *func, const struct ir_expr *expr)
{
	address_begin(&t->addresses, func);
	return address_find_load(&t->addresses, expr, is_load_by_lane, t);
}

/* The load that gives each lane its index, of lanes that are apart; NULL: they compute it, or it is not seen from here. */
static const struct ir_expr *
find_index_load(struct summary *t, const struct tally *tally, enum pattern pattern)
{
	if ((pattern != PATTERN_STRIDED && pattern != PATTERN_MIXED) || tally->place != tally->node)
		return NULL;
	return summary_load_by_lane(t, tally->func, tally_address(tally));
}

static const char *
index_text(struct summary *t, const struct ir_expr *load)
{
	const char *name = ir_root_name(load->kind == IR_BUILTIN && load->arg_count ? load->args[0] : load->a);
	return *name ? arena_printf(t->arena, "the index is data, loaded from '%s' at line %u", name, load->loc.line)
	             : arena_printf(t->arena, "the index is data, loaded at line %u", load->loc.line);
}

/* Whether the lanes step evenly but for where the next row of the block begins. Rows of one thread have no step. */
static bool
is_even_in_rows(const struct launch *launch, const struct tally *tally)
{
	uint32_t begins = 0;
	const unsigned width = launch->block[0];
	for (unsigned lane = width; width > 1 && WARP_LANES % width == 0 && lane < WARP_LANES; lane += width)
		begins |= 1u << lane;
	return tally->uneven_lanes && !(tally->uneven_lanes & ~begins);
}

/* Whether each lane goes to an allocation of its own on the device heap: how far these are apart is nothing to tell. */
static bool
is_an_allocation_a_lane(const struct tally *tally, enum pattern pattern)
{
	const uint64_t pitch = tally->object ? tally->object->heap_pitch : 0;
	return pitch && pattern == PATTERN_STRIDED && (uint64_t)magnitude(tally->step) % pitch == 0;
}

static int64_t
lane_step(const struct launch *launch, const struct tally *tally, enum pattern pattern)
{
	if (pattern == PATTERN_STRIDED)
		return tally->step;
	return pattern == PATTERN_MIXED && is_even_in_rows(launch, tally) ? tally->uneven_step : 0;
}

/* Of an index that is not the same in all lanes, and that nothing in sight computes for each. */
static const char *
gather_reason(struct summary *t, const struct tally *tally)
{
	const symbol_id symbol = tally->unknown_symbol ? tally->unknown_symbol : tally->index_symbol;
	const enum reason_kind kind = symbols_reason_of(t->fold->symbols, symbol)->kind;
	const bool is_data = kind == REASON_LOADED || kind == REASON_UNFOLLOWED || kind == REASON_SCATTERED ||
	                     kind == REASON_KERNEL || kind == REASON_ATOMIC || kind == REASON_RANDOM ||
	                     reason_is_input(kind);
	return arena_printf(t->arena, "the index is %s: %s", is_data ? "data" : "unknown", summary_symbol(t, symbol));
}

static const char *
pattern_reason(struct summary *t, const struct tally *tally, const struct site *site)
{
	const char *from = tally->place == tally->node ? summary_arguments(t, tally->func, tally_address(tally)) : "";
	switch (site->pattern) {
	case PATTERN_STRIDED:
		return arena_printf(t->arena, "%slanes step by %lld bytes%s%s",
		                    site->active_step == site->lane_step ? "" : "active ", (long long)site->active_step,
		                    site->steps_vary ? ", by other amounts in other requests" : "", from);
	case PATTERN_MISALIGNED:
		return site->misaligned_variously
		               ? arena_printf(t->arena, "requests begin at different offsets in their sectors%s", from)
		               : arena_printf(t->arena, "requests begin %u byte%s into a sector%s", site->misalignment,
		                              site->misalignment == 1 ? "" : "s", from);
	case PATTERN_GATHER: return gather_reason(t, tally);
	case PATTERN_MIXED:
		if (is_an_allocation_a_lane(tally, tally_pattern(tally)))
			return "each lane accesses its own allocation on the device heap";
		if (site->by_rows)
			return arena_printf(
				t->arena,
				"blocks are %u threads wide: a warp covers %u rows, which are not contiguous%s",
				t->launch->block[0], WARP_LANES / t->launch->block[0], from);
		if (site->lane_step)
			return arena_printf(t->arena, "lanes step by %lld bytes within a row of the block%s",
			                    (long long)site->lane_step, from);
		return arena_printf(t->arena, "the step between lanes varies%s", from);
	case PATTERN_UNIFORM:
		return tally->elected ? "all lanes use one address: one lane of each warp executes it for all"
		                      : "all lanes use one address";
	default: return "";
	}
}

void
summary_pattern(struct summary *t, const struct tally *tally, struct site *site)
{
	const enum pattern by_steps = tally_pattern(tally);
	const struct ir_expr *index_load = find_index_load(t, tally, by_steps);
	const bool is_apart = is_an_allocation_a_lane(tally, by_steps);
	site->pattern = index_load ? PATTERN_GATHER : is_apart ? PATTERN_MIXED : by_steps;
	site->lane_step = lane_step(t->launch, tally, site->pattern);
	site->steps_vary = tally->steps_vary;
	site->has_row_step = tally->has_row_step && !tally->row_steps_vary;
	site->row_step = site->has_row_step ? tally->row_step : 0;
	site->step_made_up = t->launch->origin == LAUNCH_ASSUMED && site->lane_step && tally->place == tally->node &&
	                     summary_steps_by_made_up(t, tally->func, tally_address(tally));
	site->active_step = site->pattern == PATTERN_STRIDED ? site->lane_step * tally->lanes_apart : site->lane_step;
	if (site->pattern == PATTERN_MISALIGNED) {
		site->misalignment = tally->misalignment;
		site->misaligned_variously = tally->starts & (tally->starts - 1);
		site->misaligned_by_block = !tally->starts_unlike_thread;
	}
	const struct ir_type *record =
		site->lane_step ? address_in_record(tally_address(tally), (uint64_t)magnitude(site->lane_step)) : NULL;
	site->in_record = record;
	site->record_align = record ? (unsigned)record->align : 0;
	if (tally->used_step == site->lane_step) {
		site->step_used = tally->step_used;
		site->step_used_by_warp = tally->step_used_by_warp;
		site->step_from = tally->step_from;
		site->step_end = tally->steps_vary ? 0 : tally->step_end;
	}
	site->walks = fmax(tally->walking_requests, tally->returning_requests) > 0.5 * tally->requests;
	/* Rows that are not contiguous cost by themselves: a wider block would make it worse. */
	site->by_rows = site->pattern == PATTERN_MIXED && is_even_in_rows(t->launch, tally) &&
	                magnitude(tally->uneven_step) <= (long long)tally->width;
	site->reason = index_load ? index_text(t, index_load) : pattern_reason(t, tally, site);
}
