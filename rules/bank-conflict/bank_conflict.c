/* Lanes that need different words of one bank of shared memory. Where the cause is a walk down a column of a 2-D array,
 * an element more in each row is the cure. */
#include <math.h>
#include <stdlib.h>

#include "kernels/profile.h"
#include "rules/draft.h"
#include "rules/wording.h"

void check_bank_conflict(struct rule_context *context, const struct site *site);

enum { BANK_WIDTH = 4 };

/* Rows of the array that neighbouring lanes are apart; 0: it is no walk down a column. */
static int64_t
rows_apart(const struct site *site)
{
	const int64_t row = site->shared_row_bytes;
	if (row <= 0 || site->pattern != PATTERN_STRIDED || site->lane_step == 0 || site->lane_step % row)
		return 0;
	return llabs(site->lane_step / row);
}

/* Lanes a step of an odd number of their own units apart meet no bank twice: odd numbers have no common divisor with a
 * row of the banks, which is a power of two of units. */
static bool
padding_cures(const struct site *site)
{
	const int64_t rows = rows_apart(site), row = site->shared_row_bytes, width = site->width;
	if (!rows || width < BANK_WIDTH || row % width)
		return false;
	return rows * (row / width + 1) % 2 == 1;
}

/* The declaration reaches to behind its last bracket, so that this goes in front of that: `[32]` becomes `[32 + 1]`. */
static struct fix
padding(struct rule_context *context, const struct site *site)
{
	const int64_t elements = site->shared_row_bytes / site->width;
	struct place place = site->declaration;

	place.line = place.end_line;
	place.end_column -= place.end_column > 1;
	place.column = place.end_column;
	return (struct fix){
		.message = text(context, "give '%s' rows of %lld elements: [%lld + 1] as its last dimension", site->object,
		                (long long)elements + 1, (long long)elements),
		.place = place,
		.replacement = " + 1",
	};
}

static const char *
advice(struct rule_context *context, const struct site *site)
{
	if (padding_cures(site))
		return text(context, "pad each row by one element ([%lld + 1]), or swizzle the column (column ^ row)",
		            (long long)(site->shared_row_bytes / site->width));
	if (site->kind == SITE_ATOMIC)
		return "spread the counters: a copy for each warp, or an order in which lanes meet different banks";
	if (site->by_rows)
		return "make the block's x dimension a multiple of 32, or pad the array's rows so that the rows of a warp begin in "
		       "different banks";
	if (site->pattern == PATTERN_GATHER)
		return "data says which words these are: let the lanes of a warp agree more, or give the table several copies, whose "
		       "words lie in different banks";
	return "let the lanes of a warp take neighbouring words: step by threads, not by lanes, or pad the index by one word "
	       "in 32";
}

/* How much of its time the launch would spend on shared memory without this site's conflicts: 0 for a copy through a
 * tile, which waits for global memory, 1 for a kernel that does nothing else; NAN when not known. An H200's
 * multiprocessor gets 18 bytes a cycle from memory (4.8 TB/s, 132 of them, 1.98 GHz), so that a sector takes as long as
 * 1.7 wavefronts. */
static double
weight_of_shared(const struct rule_context *context, const struct site *site)
{
	static const double cycles_of_sector = 1.7;
	static const double share_in_copy = 0.125;   /* one wavefront to four sectors */
	const double ideal = context->totals.wavefronts - site->predicted.wavefronts + site->predicted.ideal_wavefronts;
	const double share = ideal / (ideal + cycles_of_sector * context->totals.sectors);

	return isnan(share) ? NAN : fmax(0, (share - share_in_copy) / (1 - share_in_copy));
}

/* From a copy through a tile, which hides conflicts up to a point, to a kernel that does nothing else. */
static struct penalty
penalty(const struct rule_context *context, const struct site *site)
{
	const char *effect = site->width > 8 ? "bank-conflict-16" : site->width > 4 ? "bank-conflict-8" : "bank-conflict-4";
	const double ways = site_excess(site), weight = weight_of_shared(context, site);
	return penalty_blend(profile_penalty(context->profile, "bank-conflict-copy", ways),
	                     profile_penalty(context->profile, effect, ways), isnan(weight) ? 0.5 : weight);
}

void
check_bank_conflict(struct rule_context *context, const struct site *site)
{
	/* Lanes that add to one word take turns whatever the banks are: that is another matter than this. */
	if (site->space != SPACE_SHARED || (site->kind == SITE_ATOMIC && site->same_address_lanes > 1))
		return;
	const struct figures *figures = &site->predicted;
	const double ways = site_excess(site);
	const struct penalty slower = penalty(context, site);
	const bool can_fix = padding_cures(site) && site->declaration.line && site->object && *site->object;
	const struct fix fix = can_fix ? padding(context, site) : (struct fix){0};

	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.standing = site->standing,
		.penalty = slower,
		.message = text(context, "%.1f-way bank conflict in the %s: each request takes %.1f wavefronts where %.1f would do",
		                ways, access_text(context, site), figures->wavefronts / figures->requests,
		                figures->ideal_wavefronts / figures->requests),
		.reason = site->reason,
		.advice = advice(context, site),
		.fix = can_fix ? &fix : NULL,
	});
}
