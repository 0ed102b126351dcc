/* Contiguous accesses of a byte or a half a lane, in launches that instructions and waits bound, not memory. */
#include <math.h>

#include "model/memory_model.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

enum { VECTOR_BYTES = 16, WORD = 4 };

/* The narrowest access that neighbouring lanes make side by side; NULL: there is none. */
static const struct site *
narrowest(const struct launch *launch)
{
	const struct site *narrowest = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (narrow_is_mergeable(site) && site->width < WORD && (!narrowest || site->width < narrowest->width))
			narrowest = site;
	}
	return narrowest;
}

/* As many as one vector holds, as long as enough threads are left to fill the GPU. */
static double
elements_of(const struct rule_context *context, const struct site *site)
{
	const double full = (double)context->facts->multiprocessors * context->facts->warps_per_multiprocessor;
	double elements = 1;
	while (elements * site->width < VECTOR_BYTES && launch_warps(context->launch) >= 2 * elements * full)
		elements *= 2;
	return elements;
}

static const char *
vector_text(double bytes)
{
	return bytes >= VECTOR_BYTES ? "uint4 or float4: 16 bytes" : bytes >= 8 ? "float2, short4 or int2: 8 bytes" : "uchar4 or short2: 4 bytes";
}

void
check_narrow_access(struct rule_context *context)
{
	const struct site *site = narrowest(context->launch);
	const enum time_resource bound = context->launch->predicted_time.bound_by;
	if (!site || bound == TIME_MEMORY || bound == TIME_CONTENTION || bound == TIME_ATOMICS)
		return;
	const double elements = elements_of(context, site);
	const struct penalty slower = elements > 1 ? narrow_slowdown(context, elements) : no_penalty;
	if (isnan(slower.estimate))
		return;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.pricing = PRICED_BY_RULE,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.standing = STANDING_ASSUMED,
		.penalty = slower,
		.is_rough = true,
		.message = text(context, "narrow %s", access_text(context, site)),
		.figures = text(context, "%u byte%s a lane", site->width, site->width == 1 ? "" : "s"),
		.reason = "neighbouring lanes move neighbouring elements, one each",
		.cost = "",
		.ideal = text(context, "with %.0f elements a lane", elements),
		.advice = text(context, "let each thread take %.0f neighbouring elements and move them as one vector (%s), in as many fewer threads; "
		                        "the arrays have to be aligned to it, and the rest of the length handled apart",
		               elements, vector_text(elements * site->width)),
		.subject = context->kernel->link_name,
	});
}
