/* Contended atomics: several lanes of a warp on one word, or all threads of the grid on few words. */
#include <math.h>
#include <string.h>

#include "model/gpu.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/host_finding.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* From this ratio on, most lanes share words. */
static const double meeting = 1.5;

static double
lanes_of(const struct site *site)
{
	return site->predicted.lanes / site->predicted.requests;
}

/* Whether most lanes of a warp surely share their word with other lanes of the warp. */
static bool
meets_in_warp(const struct site *site)
{
	const bool is_known = site->atomic.spread_known || site->space == SPACE_SHARED;
	return is_known && site->atomic.same_address_mean > 1 && 2 * site->atomic.same_address_mean >= lanes_of(site);
}

/* Exchanges of several threads cannot be combined, as sums can. */
static bool
swaps(const struct site *site)
{
	return site->atomic.builtin == IR_BUILTIN_atomicCAS || site->atomic.builtin == IR_BUILTIN_atomicExch;
}

static bool
is_contended(const struct site *site)
{
	if (site->space == SPACE_SHARED)
		return site->atomic.same_address_lanes > 1 &&
		       site->predicted.wavefronts > meeting * site->predicted.ideal_wavefronts;
	/* Swaps of a thread's own words cannot be done by another thread, however often the thread retries. */
	if (swaps(site) && !meets_in_warp(site) && !site->atomic.blocks_meet)
		return false;
	return site->space == SPACE_GLOBAL && site->demand.passes > meeting * site->ideal_demand.combined_passes;
}

/* Bytes over which the atomics are spread, from the number of pieces of memory. */
static double
bytes_of(const struct site *site)
{
	return 256 * ceil(site->demand.pieces);
}

/* Whether a block executes at least as many atomics as there are words. Then even an even spread puts all blocks on all
 * words. */
static bool
fills_words(const struct rule_context *context, const struct site *site)
{
	return site->predicted.lanes / launch_blocks(context->launch) >= bytes_of(site) / site->width;
}

/* If the addresses depend on data, the atomics may all go to one word, or be spread evenly over the object, which is
 * the estimate. If there are more words than atomics in a block, an order of the lanes may avoid most conflicts: the
 * penalty's low end. */
static enum verdict
judge(const struct rule_context *context, const struct site *site)
{
	const struct site_set only = {&site, 1};
	const struct penalty penalty = access_slowdown(context, only);
	if (isnan(penalty.estimate) || penalty.estimate < NOTICEABLE_PENALTY)
		return VERDICT_FINE;
	const bool is_known = site->atomic.spread_known || meets_in_warp(site) || site->space == SPACE_SHARED;
	return is_known || fills_words(context, site) || penalty.low >= NOTICEABLE_PENALTY ? VERDICT_BAD : VERDICT_NOTE;
}

static bool
stands_in(const struct place *place, const struct place *around)
{
	return !strcmp(place->file, around->file) && place->line >= around->line && place->line <= around->end_line &&
	       (place->line > around->line || place->column >= around->column) &&
	       (place->line < around->end_line || place->column <= around->end_column);
}

static bool
stands_before(const struct place *place, const struct place *other)
{
	return !strcmp(place->file, other->file) &&
	       (place->line < other->line || (place->line == other->line && place->column < other->column));
}

static bool
asks_for_memory(const struct launch *launch, const struct site *branch, const void *memory)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *load = &launch->sites[i];
		if (load->kind == SITE_LOAD && load->object.allocation == memory && !load->object.has_others &&
		    stands_in(&load->place, &branch->place))
			return true;
	}
	return false;
}

/* Whether a condition reads the word to skip atomics that would not change it. Once the word is near its last value,
 * few threads reach the atomic, although many may. */
static bool
is_asked_before(const struct launch *launch, const struct site *atomic)
{
	if ((atomic->atomic.builtin != IR_BUILTIN_atomicMin && atomic->atomic.builtin != IR_BUILTIN_atomicMax) ||
	    !atomic->object.allocation || atomic->object.has_others)
		return false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *branch = &launch->sites[i];
		if (branch->kind == SITE_BRANCH && branch->basis.is_data_dependent &&
		    stands_before(&branch->place, &atomic->place) &&
		    asks_for_memory(launch, branch, atomic->object.allocation))
			return true;
	}
	return false;
}

static bool
is_by_data(const struct site *atomic)
{
	return atomic->basis.is_data_dependent ||
	       (atomic->inactive_lanes.branch && atomic->inactive_lanes.branch->basis.is_data_dependent);
}

/* Whether no atomic of the launch uses data or has a used result. Then the kernel demonstrates or measures atomics. */
static bool
has_no_data(const struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind == SITE_ATOMIC &&
		    (site->atomic.result_used || !site->atomic.of_threads || is_by_data(site)))
			return false;
	}
	return true;
}

static const char *
figures_of(struct rule_context *context, const struct site *site)
{
	if (meets_in_warp(site) || site->space == SPACE_SHARED)
		return text(context, "%s of %s active lanes of a warp on one word",
		            digits_of(site->atomic.same_address_mean, 3).text, digits_of(lanes_of(site), 3).text);
	if (!(bytes_of(site) < INFINITY))
		return text(context, "%s operations", digits_of(site->predicted.lanes, 3).text);
	return text(context, "%s operations %s %s", digits_of(site->predicted.lanes, 3).text,
	            site->demand.pieces > 1 ? "on about" : "within", host_bytes_text(context, bytes_of(site)));
}

/* For 32-bit integers, from compute capability 8.0 (CUDA C++ Programming Guide, "Warp Reduce Functions"); NULL: there
 * is none. */
static const char *
reduction_of(const struct site *site)
{
	switch (site->atomic.builtin) {
	case IR_BUILTIN_atomicAdd:
	case IR_BUILTIN_atomicSub: return "__reduce_add_sync";
	case IR_BUILTIN_atomicMin: return "__reduce_min_sync";
	case IR_BUILTIN_atomicMax: return "__reduce_max_sync";
	case IR_BUILTIN_atomicAnd: return "__reduce_and_sync";
	case IR_BUILTIN_atomicOr: return "__reduce_or_sync";
	case IR_BUILTIN_atomicXor: return "__reduce_xor_sync";
	default: return NULL;
	}
}

static bool
has_reductions(const struct rule_context *context)
{
	const struct gpu *gpu = context->facts->sm ? gpu_find(context->facts->sm) : NULL;
	return gpu && gpu->major >= 8;
}

/* How the lanes of a warp combine their operands. */
static const char *
in_warp(struct rule_context *context, const struct site *site)
{
	const char *reduction =
		site->atomic.on_integers && site->width == 4 && has_reductions(context) ? reduction_of(site) : NULL;
	return text(context, "combine in the warp first (%s%s__shfl_down_sync)", reduction ? reduction : "",
	            reduction ? ", " : "");
}

/* What one thread then does for the others. */
static const char *
last_step(const struct site *site)
{
	switch (site->atomic.builtin) {
	case IR_BUILTIN_atomicMin:
	case IR_BUILTIN_atomicMax:
	case IR_BUILTIN_atomicAnd:
	case IR_BUILTIN_atomicOr:
	case IR_BUILTIN_atomicXor: return "execute the atomic with the result";
	case IR_BUILTIN_atomicInc:
	case IR_BUILTIN_atomicDec: return "add the count (atomicAdd, if the counter need not wrap)";
	default: return "add the sum";
	}
}

static const char *
advice_for_swaps(struct rule_context *context, const struct site *site)
{
	const char *group = site->space == SPACE_SHARED ? "warp" : "block";
	if (site->atomic.rivals > 0)
		return text(context, "combine the values of a %s first, and let one thread execute the swap", group);
	if (!site->atomic.operands_alike)
		return text(
			context,
			"each thread swaps a value of its own, so none can swap for the others: choose or combine the "
			"%s's value first, or spread the threads over several words",
			group);
	return text(
		context,
		"let one thread of a %s swap for all its threads (take a lock once), or use a native atomic such as "
		"atomicAdd or atomicMax, which needs no lock",
		group);
}

static const char *
advice(struct rule_context *context, const struct site *site)
{
	if (swaps(site))
		return advice_for_swaps(context, site);
	/* Mostly an index in a list: each thread needs its own. */
	if (site->atomic.result_used)
		return text(context,
		            "let one thread of a %s add for all its threads, and derive each thread's value from the "
		            "result (in a warp: __ballot_sync and __popc, or a coalesced group)",
		            meets_in_warp(site) ? "warp" : "block");
	if (site->space == SPACE_SHARED)
		return text(context,
		            "%s, and let one lane %s; or give each warp a copy, and combine the copies at the end",
		            in_warp(context, site), last_step(site));
	if (meets_in_warp(site))
		return text(context, "%s, then in the block in shared memory, and let one thread of the block %s",
		            in_warp(context, site), last_step(site));
	return "accumulate in a shared memory copy per block (with the same atomic), and add that to global memory "
	       "once at the block's end";
}

static const char *
ideal_form(const struct site *site)
{
	if (swaps(site))
		return site->space == SPACE_SHARED ? "with one lane's swap per warp" : "with one swap per block";
	return site->space == SPACE_SHARED ? "with one lane's atomic" : "with the operands combined first";
}

static void
report_contended(struct rule_context *context, const struct site *site, enum verdict verdict)
{
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict =
			has_no_data(context->launch) || is_asked_before(context->launch, site) ? VERDICT_NOTE : verdict,
		.confidence = site->confidence,
		/* The thread's work between two swaps of the word is not modelled. */
		.is_rough = swaps(site),
		.message = text(context, "contended %s", access_text(context, site)),
		.figures = figures_of(context, site),
		.reason = is_asked_before(context->launch, site)
	                          ? "the condition in front reads the word: the cost counts all threads that may reach "
	                            "the atomic, and few do once the word is close to its last value"
	                          : site->reason,
		.cost = "",
		.ideal = ideal_form(site),
		.advice = advice(context, site),
	};
	draft_add(context, &draft);
}

/* The number of blocks that the GPU holds at a time. */
static double
wave_of(const struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct facts *facts = context->facts;
	const double occupancy = launch->occupancy.warps > 0 ? launch->occupancy.warps : 1;
	const double warps = launch_warps(launch) / launch_blocks(launch);
	return floor(facts->warps_per_multiprocessor * occupancy / warps) * facts->multiprocessors;
}

/* The launch with one wave of blocks, each of which loops over the grid, accumulates its sum and adds it once. */
static const struct repaired_launch *
with_one_wave(struct rule_context *context, const struct site *site, double wave)
{
	struct arena *arena = &context->facts->arena;
	const struct launch *now = context->launch;
	struct launch *then = launch_copy(arena, now, 0);
	struct repaired_launch *repaired = arena_new(arena, struct repaired_launch);
	const struct site **changed = arena_array(arena, 1, sizeof *changed);
	struct site *site_then = &then->sites[site - now->sites];
	site_then->ideal_demand.combined_passes *= wave / launch_blocks(now);
	changed[0] = site_then;
	*repaired = (struct repaired_launch){
		.launch = then,
		.against = "with one wave of blocks that add once each",
		.changed = {changed, 1},
	};
	return repaired;
}

/* For many blocks that combine little each, and all add to the same few words. */
static void
check_many_blocks(struct rule_context *context, const struct site *site)
{
	const double wave = wave_of(context);
	if (site->space != SPACE_GLOBAL || !site->atomic.spread_known || !site->atomic.blocks_meet ||
	    site->atomic.result_used || !reduction_of(site) || !(wave > 0) ||
	    launch_blocks(context->launch) < meeting * wave)
		return;
	const struct repaired_launch *repaired = with_one_wave(context, site, wave);
	const struct penalty penalty = repair_slowdown(context, repaired, (struct site_set){&site, 1});
	if (!(penalty.low >= NOTICEABLE_PENALTY))
		return;
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = has_no_data(context->launch) ? VERDICT_NOTE : VERDICT_BAD,
		.confidence = site->confidence,
		/* Whether one block may do the work of several depends on the rest of the kernel. */
		.is_rough = true,
		.message = text(context, "contended %s", access_text(context, site)),
		.figures = text(context, "all %.0f blocks add to the same words", launch_blocks(context->launch)),
		.reason = site->reason,
		.cost = "",
		.repaired = repaired,
		.advice =
			text(context,
	                     "launch about %.0f blocks (one wave) with a grid-stride loop, accumulate in registers or "
	                     "shared memory, and add once at the block's end",
	                     wave),
	};
	draft_add(context, &draft);
}

void
check_contended_atomic(struct rule_context *context, const struct site *site)
{
	/* In host memory the transfers over the link are the whole cost, which zero-copy reports. */
	if (site->kind != SITE_ATOMIC || site->demand.link.read > 0)
		return;
	const enum verdict verdict = is_contended(site) ? judge(context, site) : VERDICT_FINE;
	if (verdict == VERDICT_FINE)
		check_many_blocks(context, site);
	else
		report_contended(context, site, verdict);
}
