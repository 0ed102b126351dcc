/* Theoretical occupancy: how many warps a multiprocessor can hold of this kernel, and what keeps more away. */
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* Kernels whose threads each have much work under way do well with half and less, and registers and shared memory are
 * what they buy that with: no word above a half, a warning up to a quarter. A block size that keeps warps away buys
 * nothing: a word below 80%, as Nsight Compute has it, and a warning up to a half. */
static const double bought_low = 0.5, bought_very_low = 0.25, shape_low = 0.8, shape_very_low = 0.5;

/* A limiter of the occupancy: as a sentence has it, and what it means for the one who writes the launch. */
struct limiter {
	const char *name, *meaning;   /* NULL: there is none */
};

static const struct limiter limiters[] = {
	[LIMITED_BY_THREADS] = {"threads", "the block size leaves warps over that no further block fits in"},
	[LIMITED_BY_BLOCKS] = {"the number of blocks that a multiprocessor takes",
	                       "a multiprocessor holds only so many blocks, however small they are"},
	[LIMITED_BY_BARRIERS] = {"barriers", "a multiprocessor has only so many barriers, of which each block takes one"},
	[LIMITED_BY_REGISTERS] = {"registers", "each thread's registers"},
	[LIMITED_BY_SHARED] = {"shared memory", "each block's shared memory"},
	[LIMITED_IMPOSSIBLE] = {NULL, NULL},
};

static const char *
advice(enum occupancy_limiter limiter)
{
	if (limiter == LIMITED_BY_REGISTERS)
		return "if the kernel waits for memory, let it use fewer registers (__launch_bounds__, shorter live ranges), and "
		       "watch for spills";
	if (limiter == LIMITED_BY_SHARED)
		return "if the kernel waits for memory, use less shared memory a block (a smaller tile, a narrower type), or more "
		       "threads for the same tile";
	if (limiter == LIMITED_BY_THREADS)
		return "choose a block size that divides the threads a multiprocessor holds, such as 256";
	return "use larger blocks: 128 or 256 threads";
}

void
check_low_occupancy(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double occupancy = launch->occupancy;
	const struct limiter *limiter = &limiters[launch->limiter];

	/* Where no multiprocessor gets a second block, it does not matter how many it could hold. */
	if (!limiter->name || launch_blocks(launch) <= context->facts->multiprocessors)
		return;
	const bool bought = launch->limiter == LIMITED_BY_REGISTERS || launch->limiter == LIMITED_BY_SHARED;
	/* The comparison is false where it is not known. */
	if (!(occupancy > 0) || !(occupancy < (bought ? bought_low : shape_low)))
		return;
	const bool very_low = occupancy <= (bought ? bought_very_low : shape_very_low);
	const double threads = launch_threads(launch);
	const bool known = context->kernel->resources.registers >= 0;
	const struct penalty slower = bought ? occupancy_slowdown(context) : block_size_slowdown(context);

	draft_add(context, &(struct draft){
		.place = &launch->place,
		.claim = CLAIM_FEW_WARPS,
		.verdict = very_low && !launch_is_tiny(context) ? VERDICT_BAD : VERDICT_NOTE,
		.standing = launch->origin == LAUNCH_ASSUMED ? STANDING_ASSUMED : STANDING_EXACT,
		.penalty = slower,
		.is_rough = true,
		.bad_shape = true,
		.message = text(context, "occupancy of %s%.0f%%", known ? "" : "at most ", 100 * occupancy),
		.figures = text(context, "limited by %s", limiter->name),
		.reason = text(context, "%s (blocks of %.0f threads%s)", limiter->meaning, threads,
		               known ? "" : "; registers are not known, which may limit it further"),
		.ideal = bought ? "with as many warps as fit" : "in blocks of 256",
		.advice = advice(launch->limiter),
	});
}
