/* Lanes that need different words of one bank of shared memory. If they go down a column of a 2-D array, one more
 * element in each row is the fix. */
#include "rules/access.h"
#include "rules/bank-conflict/advice.h"
#include "rules/bank-conflict/columns.h"
#include "rules/bank-conflict/same_index.h"
#include "rules/checks.h"
#include "rules/identity.h"
#include "rules/wording.h"
#include "support/digits.h"

#define LEAST_DEGREE 1.25 /* mean wavefronts over ideal; fewer are not reported */

/* The counts of a loop that was abandoned stop there. An access before it, or in a loop within it, may be negligible
 * compared with those that were not counted. */
static bool
is_of_start(const struct launch *launch, const struct site *site)
{
	return launch->caveats.cut_loop.line && !facts_same_place(&site->loop.place, &launch->caveats.cut_loop);
}

static enum verdict
judge(const struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const enum verdict verdict = judge_access(context, site);
	const bool is_note = is_of_start(context->launch, site) || is_without_layout(site, repair);
	return verdict == VERDICT_BAD && is_note ? VERDICT_NOTE : verdict;
}

/* Everything that one layout changes is one finding, whichever pointers are used. Accesses at data-dependent addresses are
 * distinguished by name. */
static const char *
subject(struct rule_context *context, const struct site *site, const struct repair *repair)
{
	const bool is_by_data = repair && repair->layout.kind == LAYOUT_AS_IT_IS && site->pattern == PATTERN_GATHER;
	if (!repair || !site->object.allocation || site->confidence > CONFIDENCE_ASSUMED || is_by_data)
		return NULL;
	const char *by_same_index = subject_by_same_index(context, site, repair);
	if (by_same_index)
		return by_same_index;
	const size_t array = identity_of_memory(context->kernel, site);
	return text(context, "%s shared %zu %lld", context->kernel->link_name, array, (long long)repair->matrix_row);
}

/* For a copy, the cost of one end may be due to the address of the other end. */
static bool
is_of_other_side(const struct site *site)
{
	return site->copy.path == COPY_PAST_L1 ||
	       (site->copy.path == COPY_THROUGH_L1 && site->copy.store_excess < LEAST_DEGREE);
}

/* If the load alone has an excess, a rule for global memory reports it. */
static void
check_copy(struct rule_context *context, const struct site *site)
{
	const struct figures *figures = &site->predicted;
	const bool past_l1 = site->copy.path == COPY_PAST_L1;
	if (!is_copied_from_ideal_addresses(site))
		return;
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.confidence = site->confidence,
		.pricing = UNPRICED,
		.least_low = 1,
		.message = text(context, "asynchronous copy to '%s' is split", site->object.name),
		.figures = per_request_text(context, figures->wavefronts / figures->requests,
	                                    figures->ideal_wavefronts / figures->requests,
	                                    past_l1 ? "wavefronts, and as many requests to L2," : "wavefronts"),
		.reason = past_l1 ? "one 128-byte line at one end is spread over several lines, or over other sectors, "
	                            "at the other end"
	                          : "lanes meet on the banks of L1: their global addresses differ by multiples of 128 "
	                            "bytes",
		.advice = past_l1 ? "start rows at the same offset from a multiple of 128 bytes at both ends (at least "
	                            "of 32 bytes); against bank conflicts, swizzle the columns (column ^ row) instead "
	                            "of padding the rows"
	                          : "let the lanes of a copy run along one row, or copy 16 bytes per lane past L1 "
	                            "(cp.async.cg)",
	};
	draft_add(context, &draft);
}

void
check_bank_conflict(struct rule_context *context, const struct site *site)
{
	/* Lanes that add to one word are serialized whatever the banks are, which is not a bank conflict. */
	if (site->space != SPACE_SHARED || (site->kind == SITE_ATOMIC && site->atomic.same_address_lanes > 1))
		return;
	const struct figures *figures = &site->predicted;
	const double degree = site_excess(site);
	/* A smaller excess remains after a padding or swizzle that suits most lanes. */
	if (degree < LEAST_DEGREE)
		return;
	if (is_of_other_side(site)) {
		check_copy(context, site);
		return;
	}
	const struct site *keeper = keeper_of_banks(context->launch, site);
	const bool is_tried = !keeper && site->kind != SITE_ATOMIC;
	const struct repair *repair = is_tried ? repair_find(context, site) : NULL;
	const bool can_fix = repair && conflict_has_fix(site, repair);
	const struct fix fix = can_fix ? conflict_fix(context, site, repair) : (struct fix){0};

	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.verdict = judge(context, site, repair),
		.confidence = site->confidence,
		.least_low = repair && repair->by_index ? NOTICEABLE_PENALTY : 1,
		.subject = subject(context, site, repair),
		.message = text(context, "%s-way bank conflict in the %s", digits_of(degree, 3).text,
	                        access_text(context, site)),
		.figures = per_request_text(context, figures->wavefronts / figures->requests,
	                                    figures->ideal_wavefronts / figures->requests, "wavefronts"),
		.reason = site->reason,
		.advice = conflict_advice(context, site, keeper, repair),
		.fix = can_fix ? &fix : NULL,
		.repair = repair,
		.repaired = repair ? repair->launch : NULL,
	};
	draft_add(context, &draft);
}
