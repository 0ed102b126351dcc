/* The demand of a site on the GPU, from the block that was followed through the caches. */
#include <math.h>

#include "analysis/restrict.h"
#include "analysis/retry_loop.h"
#include "model/gpu.h"
#include "model/link.h"
#include "model/summary.h"

enum { LINE_SECTORS = 4, LINE_BYTES = 128, SECTOR_WORDS = 8, PIECE_BYTES = 256 };

double
summary_block_bytes(const struct summary *t)
{
	double sectors = 0;
	for (size_t i = 0; i < t->aggregator->accumulators.count; i++)
		if (t->aggregator->accumulators.items[i]->sums.requests > 0)
			sectors += t->aggregator->accumulators.items[i]->flow.sectors;
	return sectors * SECTOR_BYTES;
}

/* Cycles of a load's lines. L1 looks up four lines per cycle; a line with a miss takes longer (H200: 8, 4 and 2
 * cycles for lines of 32, 16 and 8 lanes that hit, 1.5 a line for 32 that L2 has). */
static double
cycles_of_lines(double lines, double missed)
{
	static const double cycles_of_line = 0.25, cycles_of_missed_line = 1.25;
	return cycles_of_line * lines + cycles_of_missed_line * missed;
}

/* The fewest line lookups for the requests: those of contiguous lanes. */
static double
fewest_lookups(const struct site *site)
{
	return fmax((site->kind == SITE_LOAD ? caches_least_load_cycles : 1) * site->predicted.requests,
	            site->predicted.lanes * site->width / LINE_BYTES);
}

static double
fewest_sectors(const struct site *site)
{
	const struct figures *f = &site->predicted;
	return isnan(f->ideal_sectors) ? fmax(f->requests, f->lanes * site->width / SECTOR_BYTES) : f->ideal_sectors;
}

/* The share of sectors that memory must move, at random addresses in an object of `object_bytes` (0: unknown). An
 * object that fits in L2 needs none. */
static double
beyond_l2(double object_bytes, double l2)
{
	return object_bytes > 0 && object_bytes <= l2 ? 0 : 1;
}

/* Cycles of L1 for loads. The banks work in parallel with the tag lookups. */
static double
cycles_of_l1(const struct flow *flow)
{
	const double lines_of_late = flow->requests > 0 ? flow->late * flow->lookups / flow->requests : 0;
	return fmax(flow->wavefronts, cycles_of_lines(flow->lookups, fmin(lines_of_late, flow->missed)));
}

/* Adds the demand of sectors without neighbours. */
static void
add_scattered(const struct site *site, double sectors, double beyond, struct demand *d)
{
	if (site->kind == SITE_LOAD) {
		d->lookups += fmax(site->predicted.requests, cycles_of_lines(sectors, sectors));
		d->l2_sectors += sectors;
		d->loaded[NEAR_NOTHING] += beyond * sectors;
	} else {
		d->lookups += sectors;
		d->l2_lines += sectors;
		d->part_stored[NEAR_NOTHING] += beyond * sectors;
	}
}

/* The most sectors of requests with unknown addresses. Without bounds, each lane has a sector of its own. */
static double
most_sectors(const struct site *site)
{
	const struct figures *f = &site->predicted;
	const double reported = isnan(f->high) ? f->sectors : f->high;
	return isnan(reported) ? f->lanes : reported;
}

/* The demand of accesses with unknown addresses. */
static void
demand_of_wild(struct site *site, double beyond)
{
	struct demand *d = &site->demand, *ideal = &site->ideal_demand;
	const struct figures *f = &site->predicted;
	const double fewest = fewest_sectors(site);
	add_scattered(site, isnan(f->sectors) ? fmax(fewest, sqrt(fmax(f->low, 1) * fmax(f->high, 1))) : f->sectors,
	              beyond, d);
	ideal->lookups = fewest_lookups(site);
	if (site->kind == SITE_LOAD) {
		ideal->l2_sectors = fewest;
		d->late = ideal->late = f->requests;
		d->late_share = ideal->late_share = 1;
		ideal->loaded[NEAR_SECTOR] = beyond * fewest;
	} else {
		ideal->l2_lines = fewest / LINE_SECTORS;
		ideal->stored[NEAR_SECTOR] = beyond * fewest;
	}
	add_scattered(site, most_sectors(site), beyond, &site->apart_demand);
	site->apart_demand.late = d->late;
	site->apart_demand.late_share = d->late_share;
}

/* The memory traffic of a site with contiguous sectors: each word that no other access has loaded or stored counts
 * once. A sector that another access already loads costs this site nothing now, but would in the contiguous form. */
static void
set_ideal_memory(const struct flow *flow, double scale, const struct site *site, struct demand *ideal)
{
	if (site->kind != SITE_STORE)
		ideal->loaded[NEAR_SECTOR] = scale * flow->words / SECTOR_WORDS;
	if (site->kind != SITE_LOAD)
		ideal->stored[NEAR_SECTOR] = scale * flow->stored_words / SECTOR_WORDS;
}

static void
set_sharers(struct summary *t, const struct flow *flow, struct site *site)
{
	site->sharers.flow = flow;
	site->sharers.fraction = flow->sectors > 0 ? fmin(1, flow->shared_sectors / flow->sectors) : 0;
	site->sharers.count = 0;
	site->sharers.items = arena_new_array(t->arena, struct sector_sharer, flow->sharer_count);
	for (unsigned i = 0; i < flow->sharer_count; i++) {
		const struct flow_sharer *sharer = &flow->sharers[i];
		site->sharers.items[site->sharers.count++] =
			(struct sector_sharer){sharer->to, sharer->sectors / flow->sectors};
	}
}

/* Sets the requests that miss L1, and the share of joint loads in which a block's warps wait for each other. The
 * contiguous form keeps today's number of late requests per late iteration. */
static void
set_late(const struct flow *flow, double scale, const struct site *site, struct demand *d, struct demand *ideal)
{
	const double sectors_each = fewest_sectors(site) / site->predicted.requests;
	const double together = flow->late_together > 0 ? flow->late / flow->late_together : 1;
	d->late = scale * flow->late;
	d->late_share = flow->iterations > 0 ? flow->late_iterations / flow->iterations : 1;
	ideal->late = fmin(site->predicted.requests, ideal->l2_sectors / sectors_each);
	ideal->late_share = fmin(1, ideal->late / site->predicted.requests / together);
}

/* scale: requests of the launch for each request of the followed block. */
static void
demand_of_flow(const struct flow *flow, double scale, struct flow_left left, struct site *site)
{
	struct demand *d = &site->demand, *ideal = &site->ideal_demand;
	const double fewest = fewest_sectors(site);
	d->lookups = scale * (site->kind == SITE_LOAD ? cycles_of_l1(flow) : flow->lookups);
	ideal->lookups = fmin(d->lookups, fewest_lookups(site));
	if (site->kind == SITE_LOAD) {
		/* Capacity misses of L1 occur in any layout. */
		const double again = flow->sectors > 0 ? fmax(1, flow->missed / flow->sectors) : 1;
		d->l2_sectors = scale * flow->missed;
		ideal->l2_sectors = fmin(d->l2_sectors, fmin(fewest, scale * flow->words / SECTOR_WORDS * again));
		set_late(flow, scale, site, d, ideal);
	} else {
		d->merged_lines = scale * flow->merged;
		d->l2_lines = d->lookups - d->merged_lines;
		d->resumed_lines = scale * flow->resumed;
		ideal->l2_lines = ideal->lookups;
	}
	for (unsigned i = 0; i < NEARNESSES; i++) {
		d->loaded[i] = scale * left.sectors * flow->loaded[i];
		d->part_stored[i] = scale * left.sectors * flow->part_stored[i];
		d->stored[i] = scale * left.sectors * flow->stored[i];
	}
	set_ideal_memory(flow, scale * left.words, site, ideal);
}

/* A number from 1 on for each set of stores that separates loads. */
static unsigned
phase_of(struct summary *t, uint64_t order)
{
	size_t i = 0;
	while (i < t->phase_count && t->phases[i] != order)
		i++;
	if (i == t->phase_count)
		arena_push(t->arena, t->phases, t->phase_count, t->phase_capacity, order);
	return (unsigned)i + 1;
}

/* blocks: number of blocks that the followed block represents. */
static struct block_reuse
reuse_of(enum site_kind kind, const struct flow *flow, double blocks)
{
	return (struct block_reuse){
		.executions = flow->iterations,
		.words = flow->wanted_words,
		.apart_words = flow->iteration_words,
		.new_words = kind == SITE_LOAD ? flow->words : flow->stored_words,
		.new_sectors = flow->sectors,
		.first = flow->first,
		.end = flow->end,
		.is_estimated = flow->skips,
		.blocks = blocks,
	};
}

/* The demand of contiguous sectors, at least one line per request. `beyond`: the share of sectors that memory moves. */
static struct demand
demand_of_sectors(const struct site *site, double sectors, double beyond)
{
	const double lines = fmax(site->predicted.requests, sectors / LINE_SECTORS);
	struct demand d = {.lookups = lines, .l2_lines = lines};
	if (site->kind == SITE_LOAD)
		d = (struct demand){.lookups = cycles_of_lines(lines, lines),
		                    .l2_sectors = sectors,
		                    .late = site->predicted.requests,
		                    .late_share = 1};
	(site->kind == SITE_LOAD ? d.loaded : d.stored)[NEAR_SECTOR] = beyond * sectors;
	return d;
}

/* If the object exceeds L2, memory moves it once: concurrent blocks mostly share its sectors. */
void
summary_demand_of_figures(struct site *site, const struct gpu *gpu)
{
	const double bytes = (double)(site->object.end - site->object.first), sectors = site->predicted.sectors;
	const double once = fmin(1, bytes / SECTOR_BYTES / fmax(1, sectors));
	if (site->space == SPACE_SHARED) {
		site->demand.wavefronts = site->predicted.wavefronts;
		site->ideal_demand.wavefronts = site->predicted.ideal_wavefronts;
	} else if (site->space == SPACE_GLOBAL) {
		const double beyond = beyond_l2(bytes, (double)gpu->l2_bytes) * once;
		site->demand = demand_of_sectors(site, sectors, beyond);
		site->ideal_demand = demand_of_sectors(site, fmin(sectors, fewest_sectors(site)), beyond);
	}
	site->apart_demand = site->demand;
}

static void
demand_of_global(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct site_accumulator *likely = likely_accumulator(t->aggregator, accumulator),
				      *reported = likely ? likely : accumulator;
	const struct aggregator *aggregator = likely ? t->aggregator->likely : t->aggregator;
	const struct flow *flow = &reported->flow;
	const double object_bytes = accumulator->objects.first ? (double)accumulator->objects.first->size : 0;
	const double beyond = beyond_l2(object_bytes, (double)aggregator->gpu->l2_bytes);
	if (!(flow->requests > flow->wild)) {
		demand_of_wild(site, beyond);
		site->basis.demand_is_known = false;
		t->footprint += object_bytes;
		return;
	}
	const struct flow_left left =
		caches_left(aggregator->caches, flow, t->launch->grid, t->block_bytes, object_bytes, aggregator->gpu);
	const double scale = site->predicted.requests / (flow->requests + flow->wild);
	demand_of_flow(flow, scale, left, site);
	site->reuse = reuse_of(site->kind, flow, scale);
	set_sharers(t, flow, site);
	site->basis.demand_is_known = left.sure && !flow->wild && !likely;
	site->apart_demand = site->demand;
	if (accumulator->flow.wild > 0)
		add_scattered(site,
		              most_sectors(site) * accumulator->flow.wild /
		                      (accumulator->flow.requests + accumulator->flow.wild),
		              beyond, &site->apart_demand);
	site->loop.held = flow->iterations > 0 ? flow->held_iterations / flow->iterations : 0;
	site->loop.phase = site->loop.held > 0 && !restricted_base_of(accumulator->node) ? phase_of(t, flow->order) : 0;
	/* Sampled iterations represent others that may access the same sectors. The footprint is at most the object. */
	const double touched = scale * left.sectors * flow->sectors * SECTOR_BYTES;
	t->footprint += object_bytes > 0 ? fmin(touched, object_bytes) : touched;
}

/* The passes that remain if each block first accumulates in shared memory and then adds each word once, one sector
 * per pass. With unknown addresses, each block adds all words of the object. */
static double
block_passes(const struct summary *t, const struct site_accumulator *accumulator, struct spread spread)
{
	const double bytes = accumulator->objects.first && accumulator->objects.first->size
	                             ? (double)accumulator->objects.first->size
	                             : spread.pieces * PIECE_BYTES;
	return spread.pace.apart * launch_blocks(t->launch) * fmax(1, fmin(spread.block_sectors, bytes / SECTOR_BYTES));
}

/* A compare-and-swap or exchange. One lane cannot perform it for others, unless all blocks meet on the word. */
static bool
swaps(const struct site_accumulator *accumulator)
{
	const struct ir_expr *call = accumulator->node;
	return call->kind == IR_BUILTIN &&
	       (call->builtin == IR_BUILTIN_atomicCAS || call->builtin == IR_BUILTIN_atomicExch);
}

/* An atomic by one elected lane is one pass. In the ideal form each sector is one pass, or lanes and blocks first
 * combine their operands. */
static void
demand_of_atomic(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct site_accumulator *likely = likely_accumulator(t->aggregator, accumulator),
				      *reported = likely ? likely : accumulator;
	const struct spread spread =
		contention_spread(reported->atomic.contention, launch_blocks(t->launch),
	                          accumulator->objects.first ? (double)accumulator->objects.first->size : 0);
	const double each = accumulator->atomic.elected ? accumulator->sums.lanes / accumulator->sums.requests
	                                                : spread.passes / reported->sums.requests;
	site->demand.passes = each * site->predicted.requests;
	site->demand.met_passes = spread.pace.each * site->predicted.lanes;
	site->ideal_demand.passes = fmin(site->demand.passes, spread.pace.apart * fewest_sectors(site));
	site->ideal_demand.combined_passes = site->ideal_demand.passes;
	if (!swaps(accumulator) || spread.blocks_meet)
		site->ideal_demand.combined_passes =
			fmin(site->ideal_demand.passes, block_passes(t, accumulator, spread));
	site->demand.pieces = site->ideal_demand.pieces = spread.pieces;
	site->demand.passes_at_once = site->ideal_demand.passes_at_once = site->apart_demand.passes_at_once =
		spread.pace.at_once;
	site->atomic.contended = spread.busiest;
	site->atomic.spread_known = spread.known && !likely;
	site->atomic.blocks_meet = spread.blocks_meet && !likely;
	site->apart_demand.passes =
		site->atomic.spread_known ? site->demand.passes : fmax(site->demand.passes, site->demand.met_passes);
	site->apart_demand.pieces = spread.pieces;
}

/* Lanes of the GPU that compete for one word at a time, over those of one warp. The busiest piece of memory
 * determines how evenly the words are distributed. */
static double
rivals_of(const struct summary *t, const struct site_accumulator *accumulator, const struct site *site)
{
	const struct gpu *gpu = t->aggregator->gpu;
	const double lanes = accumulator->atomic.retry.lanes,
		     room = (double)gpu->multiprocessors * gpu->max_threads_per_sm;
	const double words =
		site->demand.pieces * (accumulator->pattern.uniform ? 1 : PIECE_BYTES / accumulator->width);
	if (site->space != SPACE_GLOBAL || !(words < INFINITY) || !(room > 0))
		return 1;
	return fmax(1, fmin(lanes, room) / words / fmax(1, accumulator->atomic.same_address));
}

/* The text that names the native atomic. */
static const char *
native_text(struct summary *t, const struct retry_loop *loop)
{
	return arena_printf(t->arena, "%s%s on %s%s", ir_builtin_name(loop->native), ir_scope_suffix(loop->swap->scope),
	                    loop->type->name, loop->negates ? " with the negated operand" : "");
}

/* The demand of the native atomic: it avoids the lookups and passes of the retry iterations. */
static void
demand_of_native(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct retry_sums *retry = &accumulator->atomic.retry;
	const double share = retry->requests / accumulator->sums.requests;
	struct demand *d = &site->atomic.native_demand;
	site->atomic.native = native_text(t, retry->loop);
	site->atomic.native_loads = retry->loop->loads;
	site->atomic.native_requests = retry->requests;
	*d = site->demand;
	d->lookups *= share;
	d->l2_lines *= share;
	d->wavefronts = retry->native_cost;
	if (!retry->contention)
		return;
	const struct spread spread =
		contention_spread(retry->contention, launch_blocks(t->launch),
	                          accumulator->objects.first ? (double)accumulator->objects.first->size : 0);
	d->passes = d->combined_passes = spread.passes;
	d->passes_at_once = spread.pace.at_once;
	d->pieces = spread.pieces;
}

static void
demand_of_constant(const struct site_accumulator *accumulator, struct site *site)
{
	struct demand *d = &site->demand, *ideal = &site->ideal_demand;
	d->constants = ideal->constants = ideal->constant_passes = accumulator->constants.computed;
	d->constant_passes =
		accumulator->constants.computed * fmax(1, accumulator->sums.low / accumulator->sums.requests);
	if (!isnan(site->predicted.wavefronts))
		d->constant_passes =
			accumulator->constants.computed * site->predicted.wavefronts / accumulator->sums.requests;
	/* With unknown addresses, each word is assumed to be in a line of its own. */
	d->constant_lines = accumulator->constants.lines > 0 ? accumulator->constants.lines : d->constant_passes;
	ideal->constant_lines = accumulator->constants.computed;
}

static void
add_link(struct site *site)
{
	const double sectors = isnan(site->predicted.sectors) ? site->predicted.lanes : site->predicted.sectors;
	site->demand.link = link_demand_of(site, &site->demand, sectors);
	site->ideal_demand.link = link_demand_of(site, &site->ideal_demand, fewest_sectors(site));
	site->apart_demand.link = link_demand_of(site, &site->apart_demand, most_sectors(site));
}

void
summary_demand(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	site->demand = site->ideal_demand = site->apart_demand = (struct demand){0};
	site->reuse = (struct block_reuse){0};
	site->sharers.flow = NULL;
	site->sharers.fraction = 0;
	site->sharers.count = 0;
	site->basis.demand_is_known = site->space != SPACE_TEXTURE && site->space != SPACE_GENERIC;
	if (site->space == SPACE_SHARED) {
		summary_demand_of_figures(site, t->aggregator->gpu);
	} else if (site->space == SPACE_GLOBAL) {
		demand_of_global(t, accumulator, site);
		if (site->kind == SITE_ATOMIC)
			demand_of_atomic(t, accumulator, site);
	} else if (site->space == SPACE_CONSTANT) {
		demand_of_constant(accumulator, site);
		site->apart_demand = site->demand;
	} else if (site->space == SPACE_TEXTURE) {
		site->demand.fetches = site->ideal_demand.fetches = site->predicted.requests;
		site->demand.l2_sectors = site->ideal_demand.l2_sectors = fewest_sectors(site);
		site->apart_demand =
			(struct demand){.fetches = site->predicted.requests, .l2_sectors = site->predicted.lanes};
	}
	if (accumulator->objects.first && accumulator->objects.first->kind == OBJECT_PINNED)
		add_link(site);
	if (accumulator->atomic.retry.is_native)
		demand_of_native(t, accumulator, site);
	if (accumulator->atomic.retry.loop)
		site->atomic.rivals = rivals_of(t, accumulator, site);
}
