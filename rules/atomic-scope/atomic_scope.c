/* Atomics and fences of system scope in single-device programs, on memory that the host cannot reach. */
#include <math.h>

#include "model/time.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/wording.h"
#include "support/digits.h"

static void
add_atomic(struct rule_context *context, const struct site *site)
{
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.verdict = VERDICT_NOTE,
		.pricing = UNPRICED,
		.confidence = CONFIDENCE_ASSUMED,
		.message = text(context, "%s has system scope, but only one device uses the memory",
	                        access_text(context, site)),
		.reason = "the memory is the device's, the host code uses no other device, and no other process "
			  "receives the memory",
		.cost = "none measured: on device memory the atomic takes about as long in any scope",
		.advice = "remove _system; for cuda::atomic and cuda::atomic_ref, use cuda::thread_scope_device",
		.subject = text(context, "%s scope of atomics", context->kernel->link_name),
	};
	draft_add(context, &draft);
}

/* Whether the launch accesses only device memory, as far as all of its code is known. */
static bool
stays_in_device(const struct rule_context *context)
{
	const struct launch *launch = context->launch;
	if (context->kernel->is_partial || context->kernel->unreached_count || launch->caveats.budget_reached)
		return false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool is_access = site->kind <= SITE_ATOMIC;
		if (is_access &&
		    (site->space == SPACE_GENERIC || (site->space == SPACE_GLOBAL && !site->object.is_in_device)))
			return false;
	}
	return true;
}

/* The launch's time over its time with device-scope fences. */
static struct penalty
price_of(const struct rule_context *context, const struct system_fence *fence)
{
	const struct launch *launch = context->launch;
	const struct facts *facts = context->facts;
	const double occupancy = launch->occupancy.warps > 0 ? launch->occupancy.warps : 1;
	const double room = (double)facts->multiprocessors * facts->warps_per_multiprocessor * occupancy;
	const double in_a_row = fence->warps / fmin(launch_warps(launch), fmax(room, 1)),
		     us = launch->predicted_time.us;
	if (!(us > 0) || !context->rates)
		return no_penalty;
	const struct wait system = context->rates->system_fence, device = context->rates->fence;
	return (struct penalty){
		(us + in_a_row * system.likely) / (us + in_a_row * device.likely),
		(us + in_a_row * system.least) / (us + in_a_row * device.most),
		(us + in_a_row * system.most) / (us + in_a_row * device.least),
	};
}

static void
add_fence(struct rule_context *context, const struct system_fence *fence)
{
	const struct penalty price = price_of(context, fence);
	const bool is_noticed = price.estimate >= NOTICEABLE_PENALTY;
	const struct draft draft = {
		.place = &fence->place,
		.claim = CLAIM_WORK,
		.verdict = is_noticed ? VERDICT_BAD : VERDICT_NOTE,
		.pricing = is_noticed ? PRICED_BY_RULE : UNPRICED,
		.is_rough = true,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = "no code outside these files gives the memory to another device or process",
		.penalty = price,
		.message = "fence of system scope, but only one device uses the memory",
		.figures = text(context, "%s warps execute it", digits_of(fence->warps, 3).text),
		.ideal = "with a fence of device scope",
		.reason = "the kernel only accesses device memory that neither the host nor other devices access",
		.cost = "a warp waits until its stores are visible to the host as well",
		.advice = "use __threadfence(), or __threadfence_block() if only threads of the same block read the "
			  "stores",
		.subject = text(context, "%s scope of fences", context->kernel->link_name),
	};
	draft_add(context, &draft);
}

void
check_atomic_scope(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	if (launch->origin != LAUNCH_SOURCE || context->facts->shares_devices)
		return;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind == SITE_ATOMIC && site->atomic.scope == IR_SCOPE_SYSTEM && site->object.is_in_device)
			add_atomic(context, site);
	}
	if (!launch->synchronization.fence_count || !stays_in_device(context))
		return;
	for (size_t i = 0; i < launch->synchronization.fence_count; i++)
		add_fence(context, &launch->synchronization.fences[i]);
}
