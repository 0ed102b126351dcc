/* Theoretical occupancy: how many warps of this kernel a multiprocessor can hold, and what limits them. */
#include <inttypes.h>
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/launch_shape.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* Registers and shared memory buy work in flight: there is no finding above LOW_OCCUPANCY, and a warning up to a quarter.
 * A block size that limits the warps has no such benefit: a finding below 80%, as in Nsight Compute, and a warning up to a
 * half. */
static const double bought_very_low = 0.25, shape_low = 0.8, shape_very_low = 0.5;

/* A limiter of the occupancy: its name in a sentence, and its meaning for the author of the launch. */
struct limiter {
	const char *name, *meaning; /* NULL: there is none */
};

static const struct limiter limiters[] = {
	[LIMITED_BY_THREADS] = {"threads", "the remaining warps are too few for another block"},
	[LIMITED_BY_BLOCKS] = {"the number of blocks per multiprocessor",
                               "a multiprocessor holds a limited number of blocks, however small they are"},
	[LIMITED_BY_BARRIERS] = {"barriers",
                                 "a multiprocessor has a limited number of barriers, and each block uses one"},
	[LIMITED_BY_REGISTERS] = {"registers", "each thread's registers"},
	[LIMITED_BY_SHARED] = {"shared memory", "each block's shared memory"},
	[LIMITED_IMPOSSIBLE] = {NULL, NULL},
};

/* "a multiprocessor holds 1 block of 256 threads; registers (168 a thread) allow 1, shared memory (4096 bytes a block) 8, threads 8" */
static const char *
limits(struct rule_context *context, const struct launch_shape *shape)
{
	const char *registers = "", *shared = "";
	if (shape->registers)
		registers = text(context, "registers (%d per thread) allow %u, ", shape->registers,
		                 launch_shape_blocks(shape, shape->registers, 0));
	if (shape->shared)
		shared = text(context, "shared memory (%" PRIu64 " bytes per block) %s%u, ", shape->shared,
		              shape->registers ? "" : "allows ", launch_shape_blocks(shape, 0, shape->shared));
	return text(context, "a multiprocessor holds %u block%s of %u threads: %s%sthe block size %u%s", shape->blocks,
	            shape->blocks == 1 ? "" : "s", shape->threads, registers, shared, launch_shape_blocks(shape, 0, 0),
	            shape->registers ? "" : "; unknown register use may limit it further");
}

static const char *
reason(struct rule_context *context, const char *meaning, const struct launch_shape *shape)
{
	if (shape->gpu)
		return text(context, "%s: %s", meaning, limits(context, shape));
	return text(context, "%s (blocks of %u threads%s)", meaning, shape->threads,
	            shape->registers ? "" : "; unknown register use may limit it further");
}

static const char *
register_advice(struct rule_context *context, const struct launch_shape *shape)
{
	const int registers = launch_shape_fewer_registers(shape);
	const struct register_trial *trial = &context->kernel->trial;
	if (trial->limit && trial->registers > 0 && trial->spill_bytes > 0)
		return text(
			context,
			"give each thread fewer values at a time: with %d registers, one more block fits, but the compiler spills %" PRId64
			" bytes per thread",
			trial->limit, trial->spill_bytes);
	return registers
	               ? text(context,
	                      "if the kernel waits for memory, use %d registers instead of %d, so that one more block "
	                      "fits (__launch_bounds__(%u, %u), shorter live ranges), and watch for spills",
	                      registers, shape->registers, shape->threads, shape->blocks + 1)
	               : "if the kernel waits for memory, use fewer registers (__launch_bounds__, shorter live "
	                 "ranges), and watch for spills";
}

static const char *
shared_advice(struct rule_context *context, const struct launch_shape *shape)
{
	const uint64_t shared = launch_shape_less_shared(shape);
	return shared ? text(context,
	                     "if the kernel waits for memory, use %" PRIu64
	                     " bytes of shared memory per block, so that one more block fits (a smaller tile, a narrower type), or more threads for the same tile",
	                     shared)
	              : "if the kernel waits for memory, use less shared memory per block (a smaller tile, a narrower "
	                "type), or more threads for the same tile";
}

static const char *
advice(struct rule_context *context, enum occupancy_limiter limiter, const struct launch_shape *shape)
{
	if (limiter == LIMITED_BY_REGISTERS)
		return register_advice(context, shape);
	if (limiter == LIMITED_BY_SHARED)
		return shared_advice(context, shape);
	if (limiter == LIMITED_BY_THREADS)
		return "choose a block size that divides the threads of a multiprocessor, such as 256";
	return "use larger blocks: 128 or 256 threads";
}

void
check_low_occupancy(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double occupancy = launch->occupancy.warps;
	const struct limiter *limiter = &limiters[launch->occupancy.limiter];

	/* If no multiprocessor gets a second block, the occupancy does not matter. */
	if (!limiter->name || launch_blocks(launch) <= context->facts->multiprocessors)
		return;
	/* register-spill reports kernels that already spill. */
	if (launch->occupancy.limiter == LIMITED_BY_REGISTERS && launch->execution.lines.spill_sectors > 0)
		return;
	const bool bought =
		launch->occupancy.limiter == LIMITED_BY_REGISTERS || launch->occupancy.limiter == LIMITED_BY_SHARED;
	/* The comparison is false if the occupancy is unknown. */
	if (!(occupancy > 0) || !(occupancy < (bought ? LOW_OCCUPANCY : shape_low)))
		return;
	const bool very_low = occupancy <= (bought ? bought_very_low : shape_very_low);
	const bool known = context->kernel->resources.registers >= 0;
	const struct launch_shape shape = launch_shape_of(context);
	const struct penalty slower = bought ? occupancy_slowdown(context) : block_size_slowdown(context);
	/* If the launch's time is unknown, whether it needs more warps is unknown too. */
	const bool is_priced = !isnan(slower.estimate) || !context->rates;

	const struct draft draft = {
		.place = &launch->place,
		.claim = CLAIM_FEW_WARPS,
		.verdict = very_low && is_priced && !launch_is_tiny(context) ? VERDICT_BAD : VERDICT_NOTE,
		.confidence = launch->origin == LAUNCH_ASSUMED ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT,
		.penalty = slower,
		.is_rough = true,
		.bad_shape = true,
		.message = text(context, "occupancy of %s%.0f%%", known ? "" : "at most ", 100 * occupancy),
		.figures = text(context, "limited by %s", limiter->name),
		.reason = reason(context, limiter->meaning, &shape),
		.ideal = bought ? "with as many warps as fit" : "in blocks of 256",
		.advice = advice(context, launch->occupancy.limiter, &shape),
	};
	draft_add(context, &draft);
}
