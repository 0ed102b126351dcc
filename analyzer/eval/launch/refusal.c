#include "eval/launch/refusal.h"

#include <string.h>

#include "eval/state/program.h"
#include "ir/walk.h"

/* Limits of all GPUs from compute capability 5.0 on: "Technical Specifications per Compute Capability" of the
 * programming guide. */
static const int64_t most_blocks[] = {INT32_MAX, 65535, 65535}, most_threads[] = {MAX_LANES, MAX_LANES, 64};

static bool
is_within(const int64_t size[3], const int64_t most[3])
{
	for (int d = 0; d < 3; d++)
		if (size[d] < 1 || size[d] > most[d])
			return false;
	return true;
}

bool
refusal_spares_grid(const int64_t grid[3])
{
	return is_within(grid, most_blocks);
}

bool
refusal_spares_block(const int64_t block[3])
{
	return is_within(block, most_threads) && block[0] * block[1] * block[2] <= MAX_LANES;
}

static const char *
shape_text(struct arena *arena, const int64_t size[3])
{
	if (size[1] == 1 && size[2] == 1)
		return arena_printf(arena, "%lld", (long long)size[0]);
	return arena_printf(arena, "%lld x %lld x %lld", (long long)size[0], (long long)size[1], (long long)size[2]);
}

static const char *
refusal_of_shape(struct arena *arena, const struct launch_request *request)
{
	const int64_t *grid = request->grid, *block = request->block, bound = request->kernel->max_threads;
	if (!refusal_spares_block(block))
		return arena_printf(arena, "the launch fails: CUDA rejects blocks of %s threads (at most %d%s)",
		                    shape_text(arena, block), MAX_LANES,
		                    block[2] > most_threads[2] ? ", and 64 in z" : "");
	if (!refusal_spares_grid(grid))
		return arena_printf(
			arena, "the launch fails: CUDA rejects a grid of %s blocks%s", shape_text(arena, grid),
			grid[1] > most_blocks[1] || grid[2] > most_blocks[2] ? " (at most 65535 in y and z)" : "");
	if (bound > 0 && block[0] * block[1] * block[2] > bound)
		return arena_printf(
			arena,
			"the launch fails: CUDA rejects blocks of %s threads, since the kernel's __launch_bounds__ "
			"allow at most %lld",
			shape_text(arena, block), (long long)bound);
	return NULL;
}

static bool
sets_attribute(const struct ir_func *func)
{
	static const char *const setters[] = {"cudaFuncSetAttribute", "cudaKernelSetAttributeForDevice",
	                                      "cuFuncSetAttribute", "cuKernelSetAttribute"};
	for (size_t i = 0; i < sizeof setters / sizeof *setters; i++)
		if (!strcmp(func->name, setters[i]))
			return true;
	return false;
}

/* Code that has the address of such a function may call it at any time. A call that names another kernel does not
 * count. */
static bool
may_raise(const void *kernel, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (!e || (e->kind != IR_CALL && e->kind != IR_FUNC) || !sets_attribute(e->func))
		return false;
	const struct ir_expr *whose = e->kind == IR_CALL && e->arg_count ? ir_without_conversions(e->args[0]) : NULL;
	return !whose || whose->kind != IR_FUNC || !whose->func->is_kernel ||
	       !strcmp(whose->func->link_name, ((const struct ir_func *)kernel)->link_name);
}

/* Whether the program may raise CUDA's limits for the kernel. */
static bool
may_raise_limits(const struct program *program, const struct ir_func *kernel)
{
	for (size_t u = 0; u < program->unit_count; u++)
		for (size_t i = 0; i < program->units[u]->func_count; i++)
			if (ir_any((struct ir_node){.stmt = program->units[u]->funcs[i]->body}, may_raise, kernel))
				return true;
	return false;
}

static const char *
refusal_of_cluster(struct program *program, const struct launch_request *request)
{
	enum { MOST_PORTABLE = 8 };
	struct arena *arena = &program->facts->arena;
	const int64_t *cluster = launch_request_cluster(request);
	if (cluster[0] < 1 || cluster[1] < 1 || cluster[2] < 1)
		return NULL;
	for (int d = 0; d < 3; d++)
		if (request->grid[d] % cluster[d])
			return arena_printf(
				arena, "the launch fails: a grid of %s blocks is not a whole number of clusters of %s",
				shape_text(arena, request->grid), shape_text(arena, cluster));
	if (cluster[0] * cluster[1] * cluster[2] > MOST_PORTABLE && request->origin == LAUNCH_SOURCE &&
	    !may_raise_limits(program, request->kernel))
		return arena_printf(arena,
		                    "the launch fails: clusters of %s blocks are too large; more than %d need "
		                    "cudaFuncSetAttribute() with cudaFuncAttributeNonPortableClusterSizeAllowed",
		                    shape_text(arena, cluster), MOST_PORTABLE);
	return NULL;
}

/* The registers of a thread are unknown: blocks that do not fit with the fewest registers do not fit with more. */
static const char *
refusal_of_cooperation(struct program *program, const struct launch_request *request, uint64_t static_shared)
{
	const struct gpu *gpu = program->options->gpu;
	const int64_t *grid = request->grid, *block = request->block;
	if (!request->cooperative)
		return NULL;
	const struct occupancy occupancy = gpu_occupancy(gpu, (unsigned)(block[0] * block[1] * block[2]), -1,
	                                                 static_shared + (uint64_t)request->dynamic_shared);
	const double blocks = (double)grid[0] * (double)grid[1] * (double)grid[2];
	const unsigned most = occupancy.blocks_per_sm * gpu->multiprocessors;
	if (blocks <= most)
		return NULL;
	return arena_printf(&program->facts->arena,
	                    "the launch fails: it is cooperative, with %.0f blocks of %s threads, and at most %u fit "
	                    "on %s at once",
	                    blocks, shape_text(&program->facts->arena, block), most, gpu->name);
}

static const char *
refusal_of_shared(struct program *program, const struct launch_request *request, uint64_t static_shared)
{
	struct arena *arena = &program->facts->arena;
	const struct gpu *gpu = program->options->gpu;
	const uint64_t dynamic = (uint64_t)request->dynamic_shared, bytes = static_shared + dynamic;
	if (bytes > gpu->shared_per_block_optin)
		return arena_printf(arena,
		                    "the launch fails: a block needs %llu bytes of shared memory (at most %u on %s)",
		                    (unsigned long long)bytes, gpu->shared_per_block_optin, gpu->name);
	/* For a launch given by the user, the limit may be raised elsewhere. */
	if (dynamic && bytes > gpu->shared_per_block && request->origin == LAUNCH_SOURCE &&
	    !may_raise_limits(program, request->kernel))
		return arena_printf(arena,
		                    "the launch fails: a block needs %llu bytes of shared memory; more than %u need "
		                    "cudaFuncSetAttribute() with cudaFuncAttributeMaxDynamicSharedMemorySize",
		                    (unsigned long long)bytes, gpu->shared_per_block);
	return NULL;
}

const char *
refusal_of_launch(struct program *program, const struct launch_request *request, uint64_t static_shared)
{
	const unsigned most = program->options->gpu->shared_per_block;
	/* The compiler rejects this, whatever the launch is. */
	if (static_shared > most)
		return arena_printf(&program->facts->arena,
		                    "the kernel does not compile: a block declares %llu bytes of shared memory (at "
		                    "most %u); only dynamic shared memory can be larger",
		                    (unsigned long long)static_shared, most);
	if (program->assumption)
		return NULL;
	if (request->division_line)
		return arena_printf(&program->facts->arena,
		                    "the launch is never made: the host code divides by zero at line %u",
		                    request->division_line);
	const char *why = refusal_of_shape(&program->facts->arena, request);
	if (!why)
		why = refusal_of_shared(program, request, static_shared);
	if (!why)
		why = refusal_of_cluster(program, request);
	return why ? why : refusal_of_cooperation(program, request, static_shared);
}
