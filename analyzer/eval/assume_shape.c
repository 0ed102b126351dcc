#include "eval/assume_shape.h"

#include "eval/guards.h"
#include "eval/program.h"

enum { COMMON_THREADS = 256, COMMON_WIDTH = 32, COMMON_DEPTH = 2, COMMON_BLOCKS = 1024, COMMON_EXTENT = 1024 };

/* Beyond them a guard says nothing of the grid. */
static const int64_t most_blocks[] = {1 << 24, 1 << 16, 1 << 16};

/* Flat, or as wide as a warp. */
static void
choose_block(const struct guards *guards, struct launch_request *request)
{
	const int64_t bound = request->kernel->max_threads;
	const int64_t threads = bound > 0 && bound <= MAX_LANES ? bound : COMMON_THREADS;
	const bool uses_y = guards_use_thread(guards, 1), uses_z = guards_use_thread(guards, 2);
	const int64_t width = (uses_y || uses_z) && threads > COMMON_WIDTH ? COMMON_WIDTH : threads;
	const int64_t rest = threads / width, depth = uses_z && rest >= COMMON_DEPTH ? COMMON_DEPTH : 1;
	request->block[0] = width;
	request->block[1] = uses_y ? rest / depth : 1;
	request->block[2] = depth;
}

/* Where no guard says more: many blocks in a row, or enough for a matrix of common size. */
static int64_t
common_blocks(const struct guards *guards, const struct launch_request *request, int d)
{
	if (guards_use_thread(guards, 1) && d < 2)
		return (COMMON_EXTENT + request->block[d] - 1) / request->block[d];
	return d == 0 ? COMMON_BLOCKS : 1;
}

static void
choose_grid(struct guards *guards, struct launch_request *request)
{
	int64_t grid[3];
	for (int d = 0; d < 3; d++) {
		const int64_t extent = guards_extent(guards, d, most_blocks[d]);
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
