#include "rules/shared_room.h"

#include "model/gpu.h"

/* Bytes that the kernel declares; an unknown number counts as none. */
static int64_t
declared(const struct rule_context *context)
{
	const int64_t bytes = context->kernel->resources.static_shared;
	return bytes > 0 ? bytes : 0;
}

double
shared_room(const struct rule_context *context)
{
	return (double)context->facts->shared_per_block - (double)declared(context) -
	       (double)context->launch->dynamic_shared;
}

double
warps_with_more_shared(const struct rule_context *context, int64_t more)
{
	const struct gpu *gpu = context->facts->gpu ? gpu_find(context->facts->gpu) : NULL;
	if (!gpu || context->kernel->resources.static_shared < 0 || !more)
		return 0;
	const uint64_t shared = (uint64_t)(declared(context) + more) + context->launch->dynamic_shared;
	const struct occupancy then =
		gpu_occupancy(gpu, launch_threads(context->launch), context->kernel->resources.registers, shared);
	return then.occupancy < context->launch->occupancy.warps ? then.warps_per_sm : 0;
}
