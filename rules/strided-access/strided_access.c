/* Lanes a constant step apart that is more than an element and less than a sector: each sector is fetched whole and
 * used in part. */
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"

static const char *
advice(const struct rule_context *context, const struct site *site)
{
	const double elements = step_elements(site);
	if (sectors_are_shared(context, site) && elements != 2 && elements != 4 && elements != 8)
		return "move a block's elements by way of shared memory, neighbouring lanes taking neighbouring ones; or give what lies "
		       "together two or four elements, so that a lane moves it as one vector (float4, uchar4)";
	if (sectors_are_shared(context, site))
		return "move what lies side by side as one vector a lane (float2, float4, uchar4), or let neighbouring lanes take "
		       "neighbouring elements, and step by whole warps instead (i += blockDim.x)";
	return "let neighbouring lanes take neighbouring elements, and step by whole warps instead (i += blockDim.x); where the "
	       "elements between are not needed, keep those that are in an array of their own";
}

void
check_strided_access(struct rule_context *context, const struct site *site)
{
	if (access_case(site) != ACCESS_STRIDED)
		return;

	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.confidence = site->confidence,
		.message = text(context, "strided %s", access_text(context, site)),
		.figures = sectors_text(context, site),
		.reason = sectors_reason(context, site),
		.advice = advice(context, site),
	};
	draft_add(context, &draft);
}
