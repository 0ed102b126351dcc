/* Theoretical occupancy: how many warps a multiprocessor can hold of this kernel, and what keeps more away. */
#include <math.h>
#include <string.h>

#include "kernels/profile.h"
#include "rules/judge.h"

void check_low_occupancy(struct rule_context *context);

/* Below this it is worth a note, below that a warning: kernels whose threads each have much work under way do well with
 * a quarter, so that a stricter limit would be noise. */
static const double low = 0.5, very_low = 0.25;

enum { CURVE_WARPS = 64 };   /* what a multiprocessor of the curve's GPU holds */

/* What a limiter means for the one who writes the launch; NULL: nothing limits. */
static const char *
meaning(const char *limiter)
{
	static const struct {
		const char *limiter, *meaning;
	} meanings[] = {
		{"threads", "the block size leaves warps over that no further block fits in"},
		{"blocks", "a multiprocessor holds only so many blocks, however small they are"},
		{"barriers", "a multiprocessor has only so many barriers, of which each block takes one"},
		{"registers", "each thread's registers"},
		{"shared", "each block's shared memory"},
	};
	for (size_t i = 0; limiter && i < sizeof meanings / sizeof *meanings; i++)
		if (!strcmp(meanings[i].limiter, limiter))
			return meanings[i].meaning;
	return NULL;
}

static const char *
advice(const char *limiter)
{
	if (!strcmp(limiter, "registers"))
		return "if the kernel waits for memory, let it use fewer registers (__launch_bounds__, shorter live ranges), and "
		       "watch for spills";
	if (!strcmp(limiter, "shared"))
		return "if the kernel waits for memory, use less shared memory a block (a smaller tile, a narrower type), or more "
		       "threads for the same tile";
	if (!strcmp(limiter, "threads"))
		return "choose a block size that divides the threads a multiprocessor holds, such as 256";
	return "use larger blocks: 128 or 256 threads";
}

void
check_low_occupancy(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const double occupancy = launch->occupancy;
	const char *why = meaning(launch->limiter);

	/* The comparison is false where it is not known; without a limiter nothing can be done about it. */
	if (!(occupancy < low) || !(occupancy > 0) || !why)
		return;
	const bool shape = !strcmp(launch->limiter, "blocks") || !strcmp(launch->limiter, "barriers");
	const bool known = context->kernel->resources.registers >= 0;
	const struct penalty slower =
	    penalty_between(penalty_none(), profile_penalty(context->profile, "occupancy", occupancy * CURVE_WARPS));
	const char *times = penalty_text(context, slower);

	report_draft(context, &(struct draft){
		.place = &launch->place,
		.verdict = (occupancy <= very_low || shape) && !launch_is_tiny(context) ? VERDICT_BAD : VERDICT_NOTE,
		.standing = launch->origin == LAUNCH_ASSUMED ? STANDING_ASSUMED : STANDING_EXACT,
		.penalty = slower,
		.bad_shape = shape,
		.message = text(context, "theoretical occupancy is %s%.0f%%, limited by %s", known ? "" : "at most ",
		                100 * occupancy, launch->limiter),
		.reason = text(context, "%s (blocks of %u threads%s)", why,
		               launch->block[0] * launch->block[1] * launch->block[2],
		               known ? "" : "; registers are not known, which may limit it further"),
		.cost = *times ? text(context, "up to %s, for a kernel that waits for memory with few loads under way",
		                      times)
		               : "",
		.advice = advice(launch->limiter),
	});
}
