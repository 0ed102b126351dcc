#include "rules/unstaged-reuse/staged_launch.h"

#include <math.h>

#include "model/gpu.h"
#include "model/memory_model.h"

enum {
	ADDRESS_INSTRUCTIONS = 4, /* for each request of the copy, in addition to its load and store */
	MERGED = 4,               /* neighbouring words of a tile that the compiler loads with one instruction */
};

/* Phases of loads, see struct site: the copies, and the reads that follow them. */
enum { PHASE_COPIES = 1, PHASE_READS };

/* How often a block copies something, and how often it waits at a barrier for that. */
static double
copies_of(const struct staging *staging, const struct staged_array *array)
{
	return array->is_whole ? 1 : array->executions / staging->iterations;
}

static double
barriers_of(const struct staging *staging, const struct staged_array *array)
{
	return array->is_whole ? 1 : 2 * copies_of(staging, array);
}

/* Requests of the launch that copy the array. */
static double
copy_requests(const struct staged_array *array)
{
	return array->loads.items[0]->reuse.blocks * array->copied_words / WARP_LANES;
}

/* A word that all lanes read, and the next word in the next iteration. A loop over a tile has a constant trip count, so
 * it is unrolled and reads several words at once. */
static bool
is_merged(const struct staged_array *array, const struct site *load)
{
	return !array->is_whole && load->step.bytes == 0 && load->loop.walks && load->width * MERGED <= 16;
}

/* L1 and shared memory are one memory, from which a multiprocessor reads one line a cycle. So reads of the tile are
 * counted with other loads' hits in L1: using both gains nothing. */
static void
set_read(const struct staged_array *array, const struct site *now, struct site *then)
{
	const double requests = now->predicted.requests / (is_merged(array, now) ? MERGED : 1);
	then->space = SPACE_SHARED;
	then->predicted.requests = requests;
	then->demand = (struct demand){.lookups = fmax(requests, now->reuse.words * now->reuse.blocks / WARP_LANES)};
	then->apart_demand = then->ideal_demand = then->demand;
	then->basis.demand_is_known = true;
	then->loop.phase = PHASE_READS;
	then->sharers.flow = NULL;
	then->sharers.count = 0;
	then->sharers.fraction = 0;
}

/* A warp's requests for one copy. If a block copies fewer words than it has threads, some warps execute none. */
static double
copies_each(const struct launch *launch, const struct staging *staging, const struct staged_array *array)
{
	const double warps = ceil(launch_threads(launch) / (double)WARP_LANES);
	return array->copied_words / WARP_LANES / copies_of(staging, array) / warps;
}

/* Each copy waits for the barrier of the previous one. The size of a tile is constant, so the compiler issues all loads
 * of a copy together; those of a whole array are issued one by one. Sectors are looked up one by one, because rows of a
 * tile may be as short. */
static struct site
copying_load(const struct launch *launch, const struct staging *staging, const struct staged_array *array)
{
	const double blocks = array->loads.items[0]->reuse.blocks, requests = copy_requests(array);
	const double each = copies_each(launch, staging, array);
	struct site site = *array->loads.items[0];
	site.sharers.count = 0;
	site.sharers.fraction = 0;
	site.sharers.flow = NULL;
	site.predicted.requests = requests;
	site.loop.phase = PHASE_COPIES;
	site.loop.held = array->is_whole ? 1 : 1 / ceil(each);
	site.uneven.of_block = ceil(each) / each;
	site.demand = (struct demand){
		.lookups = blocks * array->sectors,
		.l2_sectors = blocks * array->sectors,
		.late = requests,
		.late_share = 1,
	};
	for (size_t i = 0; i < array->loads.count; i++)
		for (unsigned near = 0; near < NEARNESSES; near++)
			site.demand.loaded[near] += array->loads.items[i]->demand.loaded[near];
	site.apart_demand = site.ideal_demand = site.demand;
	site.basis.demand_is_known = true;
	return site;
}

static struct site
copying_store(const struct staged_array *array)
{
	struct site site = *array->loads.items[0];
	site.kind = SITE_STORE;
	site.space = SPACE_SHARED;
	site.sharers.count = 0;
	site.sharers.fraction = 0;
	site.sharers.flow = NULL;
	site.predicted.requests = copy_requests(array);
	site.demand = (struct demand){.wavefronts = site.predicted.requests};
	site.apart_demand = site.ideal_demand = site.demand;
	site.basis.demand_is_known = true;
	return site;
}

/* The staged share of the launch's loads from global memory. */
static double
staged_share(const struct launch *launch, const struct staging *staging)
{
	double all = 0, staged = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && site->predicted.requests > 0)
			all += site->predicted.requests;
	}
	for (unsigned i = 0; i < staging->count; i++)
		staged += staging->arrays[i].requests;
	return all > 0 ? fmin(1, staged / all) : 0;
}

/* Work that waits for staged loads now waits for the tile instead. */
static void
move_waits(struct work *work, double share)
{
	work->chained_shared += share * work->chained_loads;
	work->chained_loads -= share * work->chained_loads;
}

static struct work
staged_work(const struct launch *launch, const struct staging *staging)
{
	const double warps = launch_warps(launch);
	double copies = 0, barriers = 0;
	struct work work = launch->execution.work;
	move_waits(&work, staged_share(launch, staging));
	for (unsigned i = 0; i < staging->count; i++) {
		const struct staged_array *array = &staging->arrays[i];
		copies = fmax(copies, copies_of(staging, array));
		barriers = fmax(barriers, barriers_of(staging, array));
		work.instructions += copy_requests(array) * ADDRESS_INSTRUCTIONS;
	}
	work.instructions += warps * barriers;
	work.chained_barriers += warps * barriers;
	work.chained_loads += warps * copies;
	work.chained_shared += warps * 2 * copies;
	return work;
}

static double
staged_occupancy(const struct rule_context *context, double bytes)
{
	const struct launch *launch = context->launch;
	const struct resources *resources = &context->kernel->resources;
	const struct gpu *gpu = context->facts->gpu ? gpu_find(context->facts->gpu) : NULL;
	const uint64_t own = resources->static_shared > 0 ? (uint64_t)resources->static_shared : 0;
	if (!gpu)
		return launch->occupancy.warps;
	const struct occupancy then = gpu_occupancy(gpu, launch_threads(launch), resources->registers,
	                                            own + launch->dynamic_shared + (uint64_t)ceil(bytes));
	return fmin(launch->occupancy.warps, then.occupancy);
}

/* The copy has room for more sites. */
const struct launch *
unheld_launch(const struct rule_context *context)
{
	struct launch *launch = launch_copy(&context->facts->arena, context->launch, 0);
	for (size_t i = 0; i < launch->site_count; i++) {
		launch->sites[i].loop.held = 0;
		launch->sites[i].loop.phase = 0;
	}
	return launch;
}

static void
stage(const struct rule_context *context, const struct staging *staging, const struct staged_array *array,
      struct launch *then)
{
	const struct launch *now = context->launch;
	for (size_t i = 0; i < array->loads.count; i++)
		set_read(array, array->loads.items[i], &then->sites[array->loads.items[i] - now->sites]);
	then->sites[then->site_count++] = copying_load(now, staging, array);
	then->sites[then->site_count++] = copying_store(array);
}

const struct launch *
staged_launch(const struct rule_context *context, const struct launch *base, const struct staging *staging)
{
	struct launch *then = launch_copy(&context->facts->arena, base, 2 * staging->count);
	const double share = staged_share(base, staging);
	then->execution.work = staged_work(base, staging);
	then->occupancy.warps = staged_occupancy(context, staging->bytes);
	for (size_t i = 0; i < base->site_count; i++)
		if (then->sites[i].kind == SITE_BRANCH)
			move_waits(&then->sites[i].branch.arm_work, share);
	for (unsigned i = 0; i < staging->count; i++)
		stage(context, staging, &staging->arrays[i], then);
	return then;
}
