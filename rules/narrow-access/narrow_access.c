/* Contiguous accesses of one or two bytes per lane in launches that are bound by instructions or latency, not by
 * memory. */
#include <math.h>

#include "model/memory_model.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

enum { VECTOR_BYTES = 16, WORD = 4 };

/* Bytes that a lane moves with one instruction, as a mean over the instructions that the compiler generated. */
static double
width_of(const struct site *site)
{
	return site->code.share.requests > 0 ? site->code.share.width : site->width;
}

/* The narrowest access with contiguous lanes; NULL: there is none. If only a part of a number is needed, the compiler
 * loads that part alone, and the lanes are not contiguous. */
static const struct site *
narrowest(const struct launch *launch)
{
	const struct site *narrowest = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool is_narrow =
			narrow_is_mergeable(site) && width_of(site) < WORD && site->width >= site->source.width;
		if (is_narrow && (!narrowest || width_of(site) < width_of(narrowest)))
			narrowest = site;
	}
	return narrowest;
}

/* Elements of one vector, as long as there is at least as many times the needed parallelism. */
static double
elements_within(const struct site *site, double times)
{
	double elements = 1;
	while (elements * site->width < VECTOR_BYTES && times >= 2 * elements)
		elements *= 2;
	return elements;
}

/* Whether the site, in an actual launch, is executed in each iteration of the loop together with `store`. */
static bool
is_moved_with(const struct launch *launch, const struct site *site, const struct site *store)
{
	const bool is_aligned =
		site->confidence <= CONFIDENCE_ASSUMED && !site->step.varies && launch->origin != LAUNCH_ASSUMED;
	return is_aligned && facts_same_place(&site->loop.place, &store->loop.place) &&
	       site->predicted.requests <= store->predicted.requests;
}

/* Whether a loop produces one element in each iteration, without dependences between iterations. Then one iteration may
 * produce several neighbouring elements. Elements that are summed up may belong to one thread. */
static bool
is_made_in_loop(const struct launch *launch)
{
	const struct site *store = NULL;
	for (size_t i = 0; i < launch->site_count && !store; i++)
		if (narrow_is_mergeable(&launch->sites[i]) && launch->sites[i].kind == SITE_STORE)
			store = &launch->sites[i];
	if (!store || !store->loop.place.line || store->is_recurrent)
		return false;
	for (size_t i = 0; i < launch->site_count; i++)
		if (narrow_is_mergeable(&launch->sites[i]) && !is_moved_with(launch, &launch->sites[i], store))
			return false;
	return true;
}

/* How vectors can be used: fewer threads with more elements each, if enough threads remain to fill the GPU, or the same
 * threads with fewer iterations. */
struct vectors {
	double elements;
	bool in_loop;
};

static struct vectors
vectors_of(const struct rule_context *context, const struct site *site)
{
	const struct launch *launch = context->launch;
	const double full = (double)context->facts->multiprocessors * context->facts->warps_per_multiprocessor;
	const double by_threads = elements_within(site, launch_warps(launch) / full);
	const double by_iterations =
		is_made_in_loop(launch) ? elements_within(site, site->predicted.requests / launch_warps(launch)) : 1;
	return (struct vectors){fmax(by_threads, by_iterations), by_iterations >= by_threads && by_iterations > 1};
}

static const char *
advice(struct rule_context *context, const struct vectors *vectors, const char *vector)
{
	return text(
		context,
		"let each %s process %.0f neighbouring elements and move them as one vector (%s), with as many fewer "
		"%s; align the arrays to it, and handle the remaining elements separately",
		vectors->in_loop ? "iteration" : "thread", vectors->elements, vector,
		vectors->in_loop ? "iterations" : "threads");
}

static const char *
vector_text(double bytes)
{
	return bytes >= VECTOR_BYTES ? "uint4 or float4: 16 bytes"
	       : bytes >= 8          ? "float2, short4 or int2: 8 bytes"
	                             : "uchar4 or short2: 4 bytes";
}

void
check_narrow_access(struct rule_context *context)
{
	const struct site *site = narrowest(context->launch);
	const enum time_resource bound = context->launch->predicted_time.bound_by;
	if (!site || bound == TIME_MEMORY || bound == TIME_CONTENTION || bound == TIME_ATOMICS)
		return;
	const struct vectors vectors = vectors_of(context, site);
	const struct penalty slower = vectors.elements > 1 ? narrow_slowdown(context, vectors.elements) : no_penalty;
	if (isnan(slower.estimate))
		return;
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.pricing = PRICED_BY_RULE,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = CONFIDENCE_ASSUMED,
		.penalty = slower,
		.is_rough = true,
		.message = text(context, "narrow %s", access_text(context, site)),
		.figures = text(context, "%u byte%s per lane", site->width, site->width == 1 ? "" : "s"),
		.reason = "neighbouring lanes move neighbouring elements, one each",
		.cost = "",
		.ideal = text(context, "with %.0f elements per lane", vectors.elements),
		.advice = advice(context, &vectors, vector_text(vectors.elements * site->width)),
		.subject = context->kernel->link_name,
	};
	draft_add(context, &draft);
}
