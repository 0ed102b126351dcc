#include "model/aggregator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/plain.h"
#include "model/aggregator_internal.h"
#include "support/allocate.h"
#include "support/trace.h"

static const struct event_sink_ops sink_ops = {
	.access = aggregator_access,
	.own = aggregator_own,
	.texture = aggregator_texture,
	.unknown = aggregator_unknown,
	.branch = aggregator_branch,
	.branch_work = aggregator_branch_work,
	.iterations = aggregator_iterations,
	.cluster = aggregator_cluster,
	.divergent_barrier = aggregator_divergent_barrier,
	.system_fence = aggregator_system_fence,
	.shared_race = aggregator_shared_race,
	.barrier_use = aggregator_barrier_use,
};

struct aggregator *
aggregator_new(const struct symbols *symbols, const struct memory *memory, const struct gpu *gpu, unsigned warps,
               FILE *events)
{
	struct aggregator *aggregator = memory_zeroed(1, sizeof *aggregator);
	aggregator->sink.ops = &sink_ops;
	aggregator->symbols = symbols;
	aggregator->memory = memory;
	aggregator->gpu = gpu;
	aggregator->warps = warps;
	aggregator->events = events;
	aggregator->block_width = 1;
	aggregator->caches = caches_new();
	return aggregator;
}

struct event_sink *
aggregator_sink(struct aggregator *aggregator)
{
	return &aggregator->sink;
}

void
aggregator_set_code(struct aggregator *aggregator, const struct ir_func *kernel, struct known_code *code)
{
	aggregator->kernel = kernel;
	aggregator->code = code;
}

void
aggregator_set_trace(struct aggregator *aggregator, struct trace *trace)
{
	aggregator->trace = trace;
}

void
aggregator_trace_site(const struct aggregator *aggregator, struct site_accumulator *t)
{
	if (!t->trace && trace_wants(aggregator->trace, t->unit->files[t->loc.file], t->loc.line, t->loc.column))
		t->trace = trace_site_new(aggregator->trace);
}

void
aggregator_cluster(struct event_sink *sink)
{
	struct aggregator *aggregator = aggregator_of(sink);
	aggregator->in_cluster = true;
}

uint64_t
aggregator_events(const struct aggregator *aggregator)
{
	return aggregator->event_count;
}

void
aggregator_free(struct aggregator *aggregator)
{
	accumulators_free(&aggregator->accumulators);
	own_variables_free(&aggregator->own);
	free(aggregator->bases);
	free(aggregator->open_loops);
	free(aggregator->barriers);
	free(aggregator->fences);
	free(aggregator->shared_races);
	free(aggregator->barrier_uses);
	caches_free(aggregator->caches);
	free(aggregator);
}

/* ---- blocks ---- */

static bool
alike(double x, double y)
{
	return fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static bool
same_sums(const struct block_sums *a, const struct block_sums *b)
{
	return alike(a->requests, b->requests) && alike(a->lanes, b->lanes) && alike(a->cost, b->cost) &&
	       alike(a->divergent, b->divergent);
}

/* Compares the site's sums of the block that just ended with those of the first block. */
static void
compare_block(struct aggregator *aggregator, struct site_accumulator *t)
{
	if (aggregator->block_count == 1)
		t->blocks.first = t->blocks.running;
	aggregator->blocks_differ |= !same_sums(&t->blocks.first, &t->blocks.running);
}

static void
note_slowest_warp(struct aggregator *aggregator, struct site_accumulator *t)
{
	double most = 0, all = 0;
	for (unsigned w = 0; w < aggregator->warps; w++) {
		most = fmax(most, t->blocks.of_warp[w]);
		all += t->blocks.of_warp[w];
		aggregator->of_warp[w] += t->kind == SITE_BRANCH ? 0 : t->blocks.of_warp[w];
		t->blocks.of_warp[w] = 0;
	}
	t->blocks.of_slowest += most;
	if (all > 0)
		t->blocks.of_busiest = fmax(t->blocks.of_busiest, most * t->blocks.running.requests / all);
}

static void
note_busiest_warp(struct aggregator *aggregator)
{
	double most = 0, all = 0, taking = 0;
	for (unsigned w = 0; w < aggregator->warps; w++) {
		most = fmax(most, aggregator->of_warp[w]);
		all += aggregator->of_warp[w];
		taking += aggregator->of_warp[w] > 0;
		aggregator->of_warp[w] = 0;
	}
	aggregator->of_slowest += most;
	aggregator->of_mean += taking > 0 ? all / taking : 0;
}

void
aggregator_divergent_barrier(struct event_sink *sink, const struct barrier_event *barrier)
{
	struct aggregator *aggregator = aggregator_of(sink);
	const struct noted_barrier noted = {*barrier, {aggregator->at[0], aggregator->at[1], aggregator->at[2]}};
	for (size_t i = 0; i < aggregator->barrier_count; i++) {
		struct noted_barrier *before = &aggregator->barriers[i];
		if (before->barrier.site != barrier->site)
			continue;
		if (before->barrier.missing_end && !barrier->missing_end)
			*before = noted;
		return;
	}
	memory_push(aggregator->barriers, aggregator->barrier_count, aggregator->barrier_capacity, noted);
}

void
aggregator_system_fence(struct event_sink *sink, const struct fence_event *fence)
{
	struct aggregator *aggregator = aggregator_of(sink);
	size_t i = 0;
	while (i < aggregator->fence_count && aggregator->fences[i].reported != fence->reported)
		i++;
	if (i == aggregator->fence_count)
		memory_push(aggregator->fences, aggregator->fence_count, aggregator->fence_capacity,
		            ((struct fence_event){fence->reported, fence->func, 0}));
	aggregator->fences[i].warps += fence->warps;
}

void
aggregator_shared_race(struct event_sink *sink, const struct race_event *race)
{
	struct aggregator *aggregator = aggregator_of(sink);
	memory_push(aggregator->shared_races, aggregator->shared_race_count, aggregator->shared_race_capacity, *race);
}

void
aggregator_barrier_use(struct event_sink *sink, const struct barrier_use_event *use)
{
	struct aggregator *aggregator = aggregator_of(sink);
	memory_push(aggregator->barrier_uses, aggregator->barrier_use_count, aggregator->barrier_use_capacity, *use);
}

void
aggregator_set_unbounded_time(struct aggregator *aggregator, uint32_t reason)
{
	aggregator->unbounded_time = reason;
}

void
aggregator_set_l1_room(struct aggregator *aggregator, uint64_t room)
{
	aggregator->l1_room = room;
}

void
aggregator_note_indices(struct aggregator *aggregator)
{
	aggregator->notes_indices = true;
}

/* The caches follow the first block that runs, and the first block that represents others. */
static bool
is_to_be_followed(struct aggregator *aggregator, bool for_others)
{
	const bool first = !aggregator->block_count, inner = for_others && !aggregator->followed_inner;
	aggregator->followed_inner |= inner;
	return first || inner;
}

void
aggregator_begin_block(struct aggregator *aggregator, const uint32_t at[3], unsigned width, bool for_others)
{
	const bool followed = is_to_be_followed(aggregator, for_others);
	aggregator->block_count++;
	aggregator->first_thread = (uint64_t)at[0] * width;
	aggregator->block_width = width;
	memcpy(aggregator->at, at, sizeof aggregator->at);
	for (size_t i = 0; followed && i < aggregator->accumulators.count; i++)
		flow_restart(&aggregator->accumulators.items[i]->flow);
	caches_begin_block(aggregator->caches, aggregator->l1_room, followed);
}

double
aggregator_idle_share(const struct aggregator *aggregator)
{
	unsigned busy = 0;
	for (unsigned w = 0; w < aggregator->warps; w++)
		busy += aggregator->busy[w] != 0;
	return 1 - (double)busy / aggregator->warps;
}

void
aggregator_end_block(struct aggregator *aggregator)
{
	caches_end_block(aggregator->caches);
	for (unsigned w = 0; w < aggregator->warps; w++)
		aggregator->busy_warps += aggregator->busy[w] ? aggregator->busy_weight : 0;
	memset(aggregator->busy, 0, sizeof aggregator->busy);
	constant_cache_end_block(&aggregator->constants);
	for (size_t i = 0; i < aggregator->accumulators.count; i++) {
		struct site_accumulator *t = aggregator->accumulators.items[i];
		compare_block(aggregator, t);
		if (t->kind == SITE_BRANCH)
			aggregator_branch_end_block(t);
		note_slowest_warp(aggregator, t);
		t->blocks.running = (struct block_sums){0};
		t->walk.last_address = 0;
	}
	note_busiest_warp(aggregator);
}

bool
aggregator_blocks_differ(const struct aggregator *aggregator)
{
	return aggregator->blocks_differ;
}

/* ---- a run with sample data ---- */

static bool
depends_on_data(const struct site_accumulator *t)
{
	/* Sample data adds nothing to the prediction of a texture access. */
	if (t->space == SPACE_TEXTURE)
		return false;
	return t->caveats.unknown_requests > 0 || t->caveats.doubtful_requests > 0 || t->caveats.spread_symbol ||
	       t->caveats.example_symbol;
}

/* A branch that is not compiled to a selection cannot diverge. */
static bool
is_selection(const struct site_accumulator *t)
{
	return t->kind == SITE_BRANCH && branch_selects(t->func, t->node);
}

bool
aggregator_depends_on_data(const struct aggregator *aggregator)
{
	for (size_t i = 0; i < aggregator->accumulators.count; i++)
		if (depends_on_data(aggregator->accumulators.items[i]) &&
		    !is_selection(aggregator->accumulators.items[i]))
			return true;
	return false;
}

void
aggregator_set_likely(struct aggregator *aggregator, const struct aggregator *likely)
{
	aggregator->likely = likely;
}

const struct site_accumulator *
likely_accumulator(const struct aggregator *aggregator, const struct site_accumulator *accumulator)
{
	if (!aggregator->likely || !depends_on_data(accumulator))
		return NULL;
	const struct site_accumulator *likely =
		accumulators_find(&aggregator->likely->accumulators, accumulator->node, accumulator->reported,
	                          accumulator->kind, accumulator->space);
	return likely && likely->sums.requests > 0 && !likely->caveats.unknown_requests &&
	                       (!likely->caveats.doubtful_requests || accumulator->caveats.unknown_requests > 0)
	               ? likely
	               : NULL;
}
