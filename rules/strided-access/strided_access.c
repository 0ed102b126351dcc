/* Lanes with a constant stride of more than an element and less than a sector: each sector is fetched whole, and only
 * partly used. */
#include "rules/access.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"

static const char *
advice(const struct rule_context *context, const struct site *site)
{
	const double elements = step_elements(site);
	if (sectors_are_shared(context, site) && elements != 2 && elements != 4 && elements != 8)
		return "move the elements of a block through shared memory, with neighbouring lanes on neighbouring "
		       "elements; or group two or four elements into one vector per lane (float4, uchar4)";
	if (sectors_are_shared(context, site))
		return "move contiguous elements as one vector per lane (float2, float4, uchar4); or put neighbouring "
		       "lanes on neighbouring elements and step by the block (i += blockDim.x)";
	return "put neighbouring lanes on neighbouring elements and step by the block (i += blockDim.x); if the "
	       "elements in between are not needed, store the needed ones in their own array";
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
