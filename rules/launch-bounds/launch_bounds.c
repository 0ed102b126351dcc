/* Kernels whose registers limit the resident warps, although the compiler can use fewer, as a trial compilation
 * showed. */
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/launch_shape.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

void
check_launch_bounds(struct rule_context *context)
{
	const struct register_trial *trial = &context->kernel->trial;
	const struct launch_shape shape = launch_shape_of(context);
	if (!trial->limit || trial->registers <= 0 || trial->spill_bytes != 0 ||
	    context->launch->occupancy.limiter != LIMITED_BY_REGISTERS || !shape.gpu)
		return;
	const unsigned blocks = launch_shape_blocks(&shape, trial->registers, shape.shared),
		       warps = (shape.threads + 31) / 32;
	if (blocks <= shape.blocks || launch_blocks(context->launch) < (double)blocks * context->facts->multiprocessors)
		return;
	const struct penalty slower = block_shape_slowdown(context, shape.threads, blocks * warps);
	if (!(slower.estimate >= WORTHWHILE_PENALTY))
		return;
	const struct draft draft = {
		.place = &context->launch->place,
		.claim = CLAIM_FEW_WARPS,
		.verdict = VERDICT_BAD,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = "nvcc compiles the kernel as NVRTC does",
		.penalty = slower,
		.is_rough = true,
		.message = text(context, "registers limit the resident blocks of '%s'", context->kernel->name),
		.figures = text(context, "%u of %u blocks per multiprocessor", shape.blocks, blocks),
		.reason = text(context,
	                       "the compiler uses %d registers per thread; limited to %d, it uses %d and spills none",
	                       shape.registers, trial->limit, trial->registers),
		.ideal = text(context, "with %u blocks", blocks),
		.advice = text(context, "declare the kernel __launch_bounds__(%u, %u)", shape.threads, blocks),
	};
	draft_add(context, &draft);
}
