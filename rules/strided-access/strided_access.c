/* Lanes a constant step apart that is more than an element and less than a sector: each sector is fetched whole and
 * used in part. */
#include "rules/access.h"
#include "rules/draft.h"
#include "rules/wording.h"

void check_strided_access(struct rule_context *context, const struct site *site);

void
check_strided_access(struct rule_context *context, const struct site *site)
{
	if (access_case(site) != ACCESS_STRIDED)
		return;
	const double step = step_elements(site);
	const struct penalty apart = access_penalty(context, site, "stride", step);
	const struct penalty penalty = sectors_are_shared(context, site) ? penalty_between(penalty_none(), apart) : apart;

	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.verdict = judge_access(context, site),
		.standing = site->standing,
		.penalty = penalty,
		.message = text(context, "%s with a stride of %.4g elements: %s", access_text(context, site), step,
		                sectors_text(context, site)),
		.reason = site->reason,
		.advice = "let neighbouring lanes take neighbouring elements, and step by whole warps instead (i += blockDim.x); "
		          "or read the elements between as well, as one 8- or 16-byte vector a lane",
	});
}
