/* The lane pattern of an access, and the reason for it. */
#include <math.h>
#include <stdlib.h>

#include "analysis/affine_address.h"
#include "ir/member.h"
#include "model/summary.h"
#include "support/magnitude.h"

/* Whether the load gives the lanes of a warp different values. */
static bool
is_load_by_lane(void *context, const struct ir_expr *load)
{
	const struct summary *t = context;
	for (size_t i = 0; i < t->aggregator->accumulators.count; i++) {
		const struct site_accumulator *accumulator = t->aggregator->accumulators.items[i];
		if (accumulator->kind != SITE_LOAD || accumulator->func != t->addresses.func)
			continue;
		if (accumulator->node == load || same_expr(accumulator->node, load))
			return accumulator_pattern(accumulator) != PATTERN_UNIFORM;
	}
	return false;
}

const struct ir_expr *
summary_load_by_lane(struct summary *t, const struct ir_func *func, const struct ir_expr *expr)
{
	address_begin(&t->addresses, func);
	return address_find_load(&t->addresses, expr, is_load_by_lane, t);
}

/* The load that provides each lane's index, for strided or mixed lanes; NULL: the index is computed, or the load is
 * not visible here. */
static const struct ir_expr *
find_index_load(struct summary *t, const struct site_accumulator *accumulator, enum pattern pattern)
{
	if ((pattern != PATTERN_STRIDED && pattern != PATTERN_MIXED) || accumulator->reported != accumulator->node)
		return NULL;
	return summary_load_by_lane(t, accumulator->func, accumulator_address(accumulator));
}

static const char *
index_text(struct summary *t, const struct ir_expr *load)
{
	const char *name = ir_root_name(load->kind == IR_BUILTIN && load->arg_count ? load->args[0] : load->a);
	return *name ? arena_printf(t->arena, "the index is data, loaded from '%s' at line %u", name, load->loc.line)
	             : arena_printf(t->arena, "the index is data, loaded at line %u", load->loc.line);
}

/* Whether the step is constant except where a new row of the block begins. Rows of one thread have no step. */
static bool
is_even_in_rows(const struct launch *launch, const struct site_accumulator *accumulator)
{
	uint32_t begins = 0;
	const unsigned width = launch->block[0];
	for (unsigned lane = width; width > 1 && WARP_LANES % width == 0 && lane < WARP_LANES; lane += width)
		begins |= 1u << lane;
	return accumulator->pattern.uneven_lanes && !(accumulator->pattern.uneven_lanes & ~begins);
}

/* Whether each lane accesses its own allocation on the device heap. The distance between allocations is not worth
 * reporting. */
static bool
is_an_allocation_a_lane(const struct site_accumulator *accumulator, enum pattern pattern)
{
	const uint64_t pitch = accumulator->objects.first ? accumulator->objects.first->heap_pitch : 0;
	return pitch && pattern == PATTERN_STRIDED && (uint64_t)magnitude(accumulator->pattern.step) % pitch == 0;
}

static int64_t
lane_step(const struct launch *launch, const struct site_accumulator *accumulator, enum pattern pattern)
{
	if (pattern == PATTERN_STRIDED)
		return accumulator->pattern.step;
	return pattern == PATTERN_MIXED && is_even_in_rows(launch, accumulator) ? accumulator->pattern.uneven_step : 0;
}

/* The reason for a lane-dependent index that no visible code computes. */
static const char *
gather_reason(struct summary *t, const struct site_accumulator *accumulator)
{
	const symbol_id symbol = accumulator->caveats.unknown_symbol ? accumulator->caveats.unknown_symbol
	                                                             : accumulator->caveats.index_symbol;
	const enum reason_kind kind = symbols_reason_of(t->aggregator->symbols, symbol)->kind;
	const bool is_data = kind == REASON_LOADED || kind == REASON_UNFOLLOWED || kind == REASON_SCATTERED ||
	                     kind == REASON_KERNEL || kind == REASON_ATOMIC || kind == REASON_RANDOM ||
	                     reason_is_input(kind);
	return arena_printf(t->arena, "the index is %s: %s", is_data ? "data" : "unknown", summary_symbol(t, symbol));
}

static const char *
pattern_reason(struct summary *t, const struct site_accumulator *accumulator, const struct site *site)
{
	const char *from = accumulator->reported == accumulator->node
	                           ? summary_arguments(t, accumulator->func, accumulator_address(accumulator))
	                           : "";
	switch (site->pattern) {
	case PATTERN_STRIDED:
		return arena_printf(t->arena, "%slanes step by %lld bytes%s%s",
		                    site->step.active == site->step.bytes ? "" : "active ",
		                    (long long)site->step.active,
		                    site->step.varies ? ", by other amounts in other requests" : "", from);
	case PATTERN_MISALIGNED:
		return site->alignment.varies
		               ? arena_printf(t->arena, "requests begin at different offsets in their sectors%s", from)
		               : arena_printf(t->arena, "requests begin %u byte%s into a sector%s",
		                              site->alignment.misalignment,
		                              site->alignment.misalignment == 1 ? "" : "s", from);
	case PATTERN_GATHER: return gather_reason(t, accumulator);
	case PATTERN_MIXED:
		if (is_an_allocation_a_lane(accumulator, accumulator_pattern(accumulator)))
			return "each lane accesses its own allocation on the device heap";
		if (site->step.is_within_rows)
			return arena_printf(
				t->arena,
				"blocks are %u threads wide: a warp covers %u rows, which are not contiguous%s",
				t->launch->block[0], WARP_LANES / t->launch->block[0], from);
		if (site->step.bytes)
			return arena_printf(t->arena, "lanes step by %lld bytes within a row of the block%s",
			                    (long long)site->step.bytes, from);
		return arena_printf(t->arena, "the step between lanes varies%s", from);
	case PATTERN_UNIFORM:
		return accumulator->atomic.elected
		               ? "all lanes use one address: one lane of each warp executes it for all"
		               : "all lanes use one address";
	default: return "";
	}
}

void
summary_pattern(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const enum pattern by_steps = accumulator_pattern(accumulator);
	const struct ir_expr *index_load = find_index_load(t, accumulator, by_steps);
	const bool is_apart = is_an_allocation_a_lane(accumulator, by_steps);
	site->pattern = index_load ? PATTERN_GATHER : is_apart ? PATTERN_MIXED : by_steps;
	site->step.bytes = lane_step(t->launch, accumulator, site->pattern);
	site->step.varies = accumulator->pattern.steps_vary;
	site->step.has_row = accumulator->pattern.has_row_step && !accumulator->pattern.row_steps_vary;
	site->step.row = site->step.has_row ? accumulator->pattern.row_step : 0;
	site->step.is_arbitrary = t->launch->origin == LAUNCH_ASSUMED && site->step.bytes &&
	                          accumulator->reported == accumulator->node &&
	                          summary_steps_by_arbitrary(t, accumulator->func, accumulator_address(accumulator));
	site->step.active = site->pattern == PATTERN_STRIDED ? site->step.bytes * accumulator->pattern.lanes_apart
	                                                     : site->step.bytes;
	if (site->pattern == PATTERN_MISALIGNED) {
		site->alignment.misalignment = accumulator->pattern.misalignment;
		site->alignment.varies = accumulator->pattern.starts & (accumulator->pattern.starts - 1);
		site->alignment.is_of_block = !accumulator->pattern.starts_unlike_thread;
	}
	const struct ir_type *record = site->step.bytes ? address_in_record(accumulator_address(accumulator),
	                                                                    (uint64_t)magnitude(site->step.bytes))
	                                                : NULL;
	site->record.is_accessed = record;
	site->record.alignment = record ? (unsigned)record->align : 0;
	if (accumulator->pattern.used_step == site->step.bytes) {
		site->step.used = accumulator->pattern.step_used;
		site->step.used_by_warp = accumulator->pattern.step_used_by_warp;
		site->step.from = accumulator->pattern.step_from;
		site->step.end = accumulator->pattern.steps_vary ? 0 : accumulator->pattern.step_end;
	}
	site->loop.walks = fmax(accumulator->walk.onward, accumulator->walk.back) > 0.5 * accumulator->sums.requests;
	/* Non-contiguous rows are expensive by themselves; a wider block would make them worse. */
	site->step.is_within_rows = site->pattern == PATTERN_MIXED && is_even_in_rows(t->launch, accumulator) &&
	                            magnitude(accumulator->pattern.uneven_step) <= (long long)accumulator->width;
	site->reason = index_load ? index_text(t, index_load) : pattern_reason(t, accumulator, site);
}
