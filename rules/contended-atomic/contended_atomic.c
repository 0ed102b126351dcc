/* Atomics that meet: lanes of a warp on one word, or all threads of the grid on few. */
#include <math.h>

#include "model/gpu.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* From this on lanes meet more than they are apart. */
static const double meeting = 1.5;

static double
lanes_of(const struct site *site)
{
	return site->predicted.lanes / site->predicted.requests;
}

/* Whether most lanes of a warp are surely on words that other lanes of it are on as well. */
static bool
meets_in_warp(const struct site *site)
{
	const bool is_known = site->spread_known || site->space == SPACE_SHARED;
	return is_known && site->same_address_lanes > 1 && 2 * site->same_address_lanes >= lanes_of(site);
}

static bool
is_contended(const struct site *site)
{
	if (site->kind != SITE_ATOMIC)
		return false;
	if (site->space == SPACE_SHARED)
		return site->same_address_lanes > 1 && site->predicted.wavefronts > meeting * site->predicted.ideal_wavefronts;
	return site->space == SPACE_GLOBAL && site->demand.passes > meeting * site->ideal_demand.combined_passes;
}

/* Where the addresses depend on data, the atomics may all go to one word, or be spread evenly over the object: the penalty's
 * low end. */
static enum verdict
judge(const struct rule_context *context, const struct site *site)
{
	const struct site_set only = {&site, 1};
	const struct penalty penalty = access_slowdown(context, only);
	if (isnan(penalty.estimate) || penalty.estimate < NOTICEABLE_PENALTY)
		return VERDICT_FINE;
	const bool is_known = site->spread_known || meets_in_warp(site) || site->space == SPACE_SHARED;
	return is_known || penalty.low >= NOTICEABLE_PENALTY ? VERDICT_BAD : VERDICT_NOTE;
}

static const char *
figures_of(struct rule_context *context, const struct site *site)
{
	if (meets_in_warp(site))
		return text(context, "%u of %s active lanes of a warp on one word", site->same_address_lanes, digits_of(lanes_of(site), 3).text);
	const double bytes = 256 * site->demand.pieces;
	return text(context, "%s operations on about %s bytes", digits_of(site->predicted.lanes, 3).text, digits_of(bytes, 2).text);
}

/* Exchanges of one thread cannot be combined with another's, as sums can. */
static bool
swaps(const struct site *site)
{
	return site->builtin == IR_BUILTIN_atomicCAS || site->builtin == IR_BUILTIN_atomicExch;
}

/* Of 32-bit integers, from compute capability 8.0 (CUDA C++ Programming Guide, "Warp Reduce Functions"); NULL: there is none. */
static const char *
reduction_of(const struct site *site)
{
	switch (site->builtin) {
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
	const char *reduction = site->on_integers && site->width == 4 && has_reductions(context) ? reduction_of(site) : NULL;
	return text(context, "combine in the warp first (%s%s__shfl_down_sync)", reduction ? reduction : "", reduction ? ", " : "");
}

/* What one thread then does for the others. */
static const char *
last_step(const struct site *site)
{
	switch (site->builtin) {
	case IR_BUILTIN_atomicMin:
	case IR_BUILTIN_atomicMax:
	case IR_BUILTIN_atomicAnd:
	case IR_BUILTIN_atomicOr:
	case IR_BUILTIN_atomicXor: return "make the atomic with the result";
	case IR_BUILTIN_atomicInc:
	case IR_BUILTIN_atomicDec: return "add the count (atomicAdd, if the counter need not wrap)";
	default: return "add the sum";
	}
}

static const char *
advice_for_swaps(struct rule_context *context, const struct site *site)
{
	const char *group = site->space == SPACE_SHARED ? "warp" : "block";
	if (site->rivals > 0)
		return text(context, "combine the values of a %s first, and let one thread of it make the swap", group);
	return text(context, "let one thread of a %s make the swap for all of it (take a lock once), or use a native atomic such as "
	            "atomicAdd or atomicMax, which needs no lock", group);
}

static const char *
advice(struct rule_context *context, const struct site *site)
{
	if (swaps(site))
		return advice_for_swaps(context, site);
	if (site->space == SPACE_SHARED)
		return text(context, "%s, and let one lane %s; or give each warp a copy of its own, and combine these at the end",
		            in_warp(context, site), last_step(site));
	if (meets_in_warp(site))
		return text(context, "%s, then in the block in shared memory, and let one thread of a block %s",
		            in_warp(context, site), last_step(site));
	return "let each block collect in a copy in shared memory (the same atomic there), and combine that with global memory once at its end";
}

static const char *
ideal_form(const struct site *site)
{
	if (swaps(site))
		return site->space == SPACE_SHARED ? "with one lane's swap for each warp" : "with one swap for each block";
	return site->space == SPACE_SHARED ? "with one lane's atomic" : "with what is added combined first";
}

void
check_contended_atomic(struct rule_context *context, const struct site *site)
{
	if (!is_contended(site))
		return;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = judge(context, site),
		.standing = site->standing,
		/* What a thread does with the word between its swaps is not seen. */
		.is_rough = swaps(site),
		.message = text(context, "contended %s", access_text(context, site)),
		.figures = figures_of(context, site),
		.reason = site->reason,
		.cost = "",
		.ideal = ideal_form(site),
		.advice = advice(context, site),
	});
}
