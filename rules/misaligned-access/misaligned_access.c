/* Contiguous lanes whose first byte is inside a sector: each request touches one more sector, and half of two is
 * unused. */
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"

/* Aligning the access would misalign the other one, which pays if the other moves much less. An example is the halo
 * that the first threads of a block load. */
static bool
is_worth_no_less(const struct site *site, const struct site *other)
{
	return 2 * other->predicted.requests > site->predicted.requests;
}

/* A load next to an aligned load of the same array cannot be aligned: in[i - 1] and in[i]. It finds its sectors in the
 * cache. */
static bool
is_neighbour(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count && site->kind == SITE_LOAD; i++) {
		const struct site *other = &launch->sites[i];
		if (other->kind == SITE_LOAD && other->pattern == PATTERN_CONTIGUOUS && site->object.allocation &&
		    other->object.allocation == site->object.allocation && site->object.walk &&
		    other->object.walk == site->object.walk && is_worth_no_less(site, other))
			return true;
	}
	return false;
}

static const char *
advice(const struct site *site)
{
	if (site->alignment.varies && site->kind != SITE_LOAD)
		return "where rows of a matrix begin inside a sector, pad them to a multiple of 32 bytes "
		       "(cudaMallocPitch)";
	if (site->alignment.varies)
		return "where rows of a matrix begin inside a sector, pad them to a multiple of 32 bytes "
		       "(cudaMallocPitch); leave accesses to an element's neighbours as they are, for not all can be "
		       "aligned";
	return "begin on a multiple of 32 bytes: pad the front of the array, or handle the first elements separately";
}

void
check_misaligned_access(struct rule_context *context, const struct site *site)
{
	if (access_case(site) != ACCESS_MISALIGNED || is_misaligned_by_block(context->launch, site) ||
	    is_neighbour(context->launch, site))
		return;
	const struct figures *figures = &site->predicted;
	const char *begin =
		site->alignment.varies ? "inside" : text(context, "%u bytes into", site->alignment.misalignment);

	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.confidence = site->confidence,
		.message = text(context, "misaligned %s", access_text(context, site)),
		.figures = text(context, "begins %s a sector, %s", begin,
	                        per_request_text(context, figures->sectors / figures->requests,
	                                         figures->ideal_sectors / figures->requests, "sectors")),
		.reason = site->reason,
		.advice = advice(site),
	};
	draft_add(context, &draft);
}
