#include "eval/launch/assume_shape.h"

#include "eval/guard/guards.h"
#include "eval/launch/refusal.h"
#include "eval/state/assumed_numbers.h"
#include "eval/state/program.h"
#include "model/memory_model.h"

/* Beyond these, a guard does not determine the grid. */
static const int64_t largest_guarded_grid[] = {1 << 24, 1 << 16, 1 << 16};

/* The number of threads along d by the shared arrays that they index. An extent that is no multiple of 32 may
 * include padding: it is rounded down to a power of two. */
static int64_t
tile_extent(const struct guards *guards, int d)
{
	const int64_t extent = guards_shared_extent(guards, d);
	int64_t power = 1;
	while (2 * power <= extent)
		power *= 2;
	return extent % WARP_LANES ? (extent ? power : 0) : extent;
}

/* Chooses one thread for each element of the kernel's tiles. False: the tiles are unknown, or too large for a block. */
static bool
choose_tile(const struct guards *guards, struct launch_request *request, int64_t most)
{
	int64_t threads = 1, tile[3];
	for (int d = 0; d < 3; d++) {
		tile[d] = guards_use_thread(guards, d) ? tile_extent(guards, d) : 1;
		if (!tile[d])
			return false;
		threads *= tile[d];
		if (threads > most)
			return false;
	}
	for (int d = 0; d < 3; d++)
		request->block[d] = tile[d];
	return threads > 1;
}

/* Chooses the kernel's tile, else a flat block, or one that is as wide as a warp. */
static void
choose_block(const struct guards *guards, struct launch_request *request)
{
	const int64_t bound = request->kernel->max_threads;
	const int64_t threads = bound > 0 && bound <= MAX_LANES ? bound : ASSUMED_THREADS;
	if (choose_tile(guards, request, bound > 0 && bound <= MAX_LANES ? bound : MAX_LANES))
		return;
	const bool uses_y = guards_use_thread(guards, 1), uses_z = guards_use_thread(guards, 2);
	const int64_t width = (uses_y || uses_z) && threads > WARP_LANES ? WARP_LANES : threads;
	const int64_t rest = threads / width, depth = uses_z && rest >= ASSUMED_BLOCK_DEPTH ? ASSUMED_BLOCK_DEPTH : 1;
	request->block[0] = width;
	request->block[1] = uses_y ? rest / depth : 1;
	request->block[2] = depth;
}

/* The grid if no guard determines it: many blocks in a row, or enough for a matrix of common size. */
static int64_t
common_blocks(const struct guards *guards, const struct launch_request *request, int d)
{
	if (guards_use_thread(guards, 1) && d < 2)
		return (ASSUMED_SIZE + request->block[d] - 1) / request->block[d];
	return d == 0 ? ASSUMED_BLOCKS : 1;
}

static void
choose_grid(struct guards *guards, struct launch_request *request)
{
	int64_t grid[3];
	for (int d = 0; d < 3; d++) {
		/* If the block is refused with any grid, guards are not evaluated. */
		const int64_t extent =
			refusal_spares_block(request->block) ? guards_extent(guards, d, largest_guarded_grid[d]) : 1;
		grid[d] = extent ? extent : common_blocks(guards, request, d);
	}
	for (int d = 0; d < 3; d++)
		request->grid[d] = grid[d];
}

void
assume_shape(struct program *program, struct launch_request *request)
{
	struct guards *guards = guards_find(program, request);
	if (!request->block_known)
		choose_block(guards, request);
	if (!request->grid_known)
		choose_grid(guards, request);
	guards_free(guards);
}
