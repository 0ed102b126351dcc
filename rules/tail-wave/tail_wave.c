/* Grids whose last wave of blocks leaves most of the GPU idle. It takes about as long as a full wave. */
#include <math.h>

#include "model/time.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/launch_shape.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* If blocks differ by more than this factor, they end one by one, and there are no waves. */
static const double even = 1.2;
/* A last wave at least this full gains nothing. */
static const double nearly_full = 0.9;

/* The number of blocks in a wave, and the grid in waves. */
struct waves {
	double blocks, whole, last;
};

static struct waves
waves_of(const struct rule_context *context, const struct launch_shape *shape)
{
	const double blocks = (double)shape->blocks * context->facts->multiprocessors;
	const double waves = blocks > 0 ? launch_blocks(context->launch) / blocks : 0;
	return (struct waves){blocks, floor(waves), waves - floor(waves)};
}

static bool
has_tail(const struct launch *launch, const struct waves *waves)
{
	const bool is_even = launch->execution.uneven <= even && launch->execution.longest_block <= even &&
	                     !launch->execution.unbounded_time;
	return is_even && waves->whole >= 1 && waves->whole < TIME_FEW_WAVES && waves->last > 0 &&
	       waves->last < nearly_full;
}

/* Another block size with which the last wave costs less. */
struct other_size {
	unsigned threads;      /* 0: there is none */
	struct penalty slower; /* the launch compared with these blocks */
};

/* The penalty, limited to the gain of a full last wave. */
static struct penalty
at_most(struct penalty penalty, double most)
{
	return (struct penalty){fmin(penalty.estimate, most), fmin(penalty.low, most), fmin(penalty.high, most)};
}

/* Blocks with shared memory have the size that its use requires. */
static struct other_size
best_size(const struct rule_context *context, const struct launch_shape *shape, const struct waves *waves)
{
	static const unsigned sizes[] = {512, 256, 128, 64};
	struct other_size best = {.threads = 0};
	const double all = waves->whole + waves->last;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !shape->shared && !context->kernel->block_bound; i++) {
		const unsigned warps = gpu_occupancy(shape->gpu, sizes[i], shape->registers, 0).warps_per_sm;
		const struct penalty slower =
			sizes[i] < shape->threads ? block_shape_slowdown(context, sizes[i], warps) : no_penalty;
		if (slower.estimate >= WORTHWHILE_PENALTY &&
		    !(slower.estimate <= best.slower.estimate * NOTICEABLE_PENALTY))
			best = (struct other_size){sizes[i], at_most(slower, ceil(all) / all)};
	}
	return best;
}

void
check_tail_wave(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct launch_shape shape = launch_shape_of(context);
	const struct waves waves = waves_of(context, &shape);
	if (!shape.registers || !has_tail(launch, &waves))
		return;
	const struct other_size other = best_size(context, &shape, &waves);
	const double last = round(waves.last * waves.blocks);
	if (!other.threads)
		return;
	const struct draft draft = {
		.place = &launch->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = "all blocks take about as long",
		.penalty = other.slower,
		.is_rough = true,
		.message = text(context, "tail wave of '%s'", context->kernel->name),
		.figures = text(context, "%.2f waves of %.0f blocks", waves.whole + waves.last, waves.blocks),
		.reason = text(context,
	                       "%u multiprocessors hold %u block%s each: the last %.0f of %.0f run by themselves",
	                       context->facts->multiprocessors, shape.blocks, shape.blocks == 1 ? "" : "s", last,
	                       launch_blocks(launch)),
		.ideal = text(context, "in blocks of %u", other.threads),
		.advice = text(
			context,
			"use blocks of %u threads, so that the last blocks are less work; or give each thread more "
			"work, so that the grid is a whole number of waves",
			other.threads),
	};
	draft_add(context, &draft);
}
