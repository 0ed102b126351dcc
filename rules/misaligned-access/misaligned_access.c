/* Lanes side by side whose first byte lies inside a sector: one sector more a request, and half of two unused. */
#include "rules/access.h"
#include "rules/draft.h"
#include "rules/wording.h"

void check_misaligned_access(struct rule_context *context, const struct site *site);

void
check_misaligned_access(struct rule_context *context, const struct site *site)
{
	if (access_case(site) != ACCESS_MISALIGNED)
		return;
	const struct penalty penalty = access_penalty(context, site, "misaligned", step_elements(site));
	const struct figures *figures = &site->predicted;

	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.standing = site->standing,
		.penalty = penalty,
		.message = text(context,
		                "misaligned %s: requests begin %u bytes into a sector and touch %.1f sectors where %.1f would do",
		                access_text(context, site), site->misalignment, figures->sectors / figures->requests,
		                figures->ideal_sectors / figures->requests),
		.reason = site->reason,
		.advice = "begin on a multiple of 32 bytes: pad rows to it (cudaMallocPitch), or take the first elements "
		          "apart and start the rest aligned",
	});
}
