#include "model/contention.h"

#include <math.h>
#include <stdlib.h>

#include "model/memory_model.h"
#include "support/allocate.h"
#include "support/hash.h"
#include "support/pointer_map.h"

enum { PIECE_BITS = 8, PIECE_BYTES = 1 << PIECE_BITS, MOST_PIECES = 4096, RANDOM_REQUESTS = 16 };

struct piece {
	uint64_t key;
	double passes;                   /* of the evaluated blocks, each weighted within its block */
	unsigned blocks, last_block;     /* blocks that accessed the piece */
	unsigned sectors, block_sectors; /* touched sectors, a bit each: of all blocks, and of the last one */
};

struct contention {
	struct piece *pieces;
	size_t count, capacity;
	struct pointer_map by_key; /* index in `pieces` plus one */
	/* passes of requests with known addresses: weighted, and of the evaluated blocks only */
	double passes, own_passes;
	double wild, wild_lanes; /* passes and lanes of requests with unknown addresses */
	struct atomic_pace pace;
	unsigned width;
	uint64_t first, last; /* pieces */
	unsigned blocks, last_block;
	double block_pieces; /* pieces of each block, summed over the blocks */
	double sectors,
		/* touched sectors of all blocks, and the sectors of each block summed over the blocks. A sector of a
		 * sampled iteration counts with the iteration's weight */
		block_sectors;
};

void
contention_free(struct contention *contention)
{
	if (!contention)
		return;
	pointer_map_free(&contention->by_key);
	free(contention->pieces);
	free(contention);
}

static unsigned
sector_bit(uint64_t address)
{
	return 1u << address % PIECE_BYTES / SECTOR_BYTES;
}

static void
add_sector(struct contention *c, struct piece *piece, unsigned sector, double own)
{
	c->sectors += piece->sectors & sector ? 0 : own;
	c->block_sectors += piece->block_sectors & sector ? 0 : own;
	piece->sectors |= sector;
	piece->block_sectors |= sector;
}

/* Adds the sector at the address. `own`: the request's weight within its block. */
static void
add_to_piece(struct contention *c, uint64_t address, double passes, double own, unsigned block)
{
	const uint64_t key = address >> PIECE_BITS;
	void **slot = pointer_map_value(&c->by_key, (const void *)(uintptr_t)(key + 1));
	c->first = !c->count || key < c->first ? key : c->first;
	c->last = !c->count || key > c->last ? key : c->last;
	c->own_passes += own * passes;
	if (!*slot && c->count == MOST_PIECES) {
		add_sector(c, &(struct piece){0}, sector_bit(address), own);
		return;
	}
	if (!*slot) {
		memory_push(c->pieces, c->count, c->capacity, ((struct piece){.key = key}));
		*slot = (void *)c->count;
	}
	struct piece *piece = &c->pieces[(uintptr_t)*slot - 1];
	piece->passes += own * passes;
	if (piece->last_block != block) {
		piece->last_block = block;
		piece->block_sectors = 0;
		piece->blocks++;
		c->block_pieces++;
	}
	add_sector(c, piece, sector_bit(address), own);
}

/* Returns the most lanes on one word within the sector of `lane`. Sets in_sector to all lanes of that sector. */
static unsigned
most_on_a_word(const struct request *r, unsigned lane, uint32_t *in_sector)
{
	*in_sector = 0;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		*in_sector |= (uint32_t)(r->address[l] / SECTOR_BYTES == r->address[lane] / SECTOR_BYTES) << l;
	}
	return memory_same_address(r->address, *in_sector);
}

/* Passes of the sector that `lane` accesses. */
static double
passes_of_sector(const struct request *r, struct atomic_pace pace, unsigned lane, uint32_t *in_sector)
{
	const unsigned most = most_on_a_word(r, lane, in_sector);
	return most > 1 ? pace.each * most : pace.apart;
}

static bool
is_known(const struct request *r)
{
	return r->groups == 1 && !r->varies;
}

void
contention_add(struct contention **contention, const struct request *r, struct atomic_pace pace, double weight,
               double own, unsigned block)
{
	struct contention *c = *contention ? *contention : (*contention = memory_zeroed(1, sizeof *c));
	const symbol_id symbol = r->symbol[__builtin_ctz(r->active)];
	/* An unknown base address keeps its pieces apart from all others. */
	const uint64_t apart = symbol ? hash_mix(symbol, 1) >> 16 : 0;
	c->width = r->width;
	c->pace = pace;
	if (c->last_block != block) {
		c->last_block = block;
		c->blocks++;
	}
	if (!is_known(r)) {
		c->wild += weight;
		c->wild_lanes += weight * __builtin_popcount(r->active);
		return;
	}
	for (uint32_t left = r->active, in_sector; left; left &= ~in_sector) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		const double passes = passes_of_sector(r, pace, lane, &in_sector);
		c->passes += weight * passes;
		add_to_piece(c, r->address[lane] + (apart << PIECE_BITS), passes, own, block);
	}
}

/* Mean passes of a request whose lanes access random words out of `words`, over a few random draws. */
static double
passes_of_random(unsigned lanes, double words, unsigned width, struct atomic_pace pace)
{
	struct request r = {.active = lanes < WARP_LANES ? (UINT32_C(1) << lanes) - 1 : UINT32_MAX, .width = width};
	double passes = 0;
	for (uint64_t i = 0; i < RANDOM_REQUESTS; i++) {
		for (unsigned l = 0; l < lanes; l++)
			r.address[l] = width * (uint64_t)(hash_mix(i, l + 1) % (uint64_t)words);
		for (uint32_t left = r.active, in_sector; left; left &= ~in_sector)
			passes += passes_of_sector(&r, pace, (unsigned)__builtin_ctz(left), &in_sector);
	}
	return passes / RANDOM_REQUESTS;
}

/* Estimates how many pieces all blocks of the grid access: as many per block as the evaluated blocks, within the
 * same bounds. */
static double
pieces_of_all(const struct contention *c, double blocks)
{
	const double each = c->block_pieces / c->blocks, within = (double)(c->last - c->first + 1);
	return fmax((double)c->count, fmin(each * blocks, within));
}

/* A piece that most evaluated blocks access is assumed to be common to all blocks. Other pieces are assumed to have
 * as many blocks as the pieces that no evaluated block accessed. */
static struct spread
spread_of_known(const struct contention *c, double blocks)
{
	struct spread spread = {.passes = c->passes,
	                        .pace = c->pace,
	                        .pieces = INFINITY,
	                        .known = true,
	                        .block_sectors = c->block_sectors / c->blocks};
	const double each = c->block_pieces / c->blocks, all = pieces_of_all(c, blocks);
	for (size_t i = 0; i < c->count; i++) {
		const struct piece *piece = &c->pieces[i];
		const double of_block = piece->passes / piece->blocks / (c->own_passes / c->blocks);
		const bool common = 2 * piece->blocks > c->blocks && c->blocks > 1;
		const double share = of_block * (common ? (double)piece->blocks / c->blocks : each / all);
		if (1 / share < spread.pieces) {
			spread.pieces = 1 / share;
			spread.busiest = piece->key;
		}
	}
	spread.blocks_meet = c->blocks > 1 && c->sectors <= spread.block_sectors * (1 + 1e-9);
	return spread;
}

struct spread
contention_spread(const struct contention *c, double blocks, double object_bytes)
{
	struct spread spread = {.pace = {1, 1, 1}, .pieces = INFINITY, .known = true, .block_sectors = INFINITY};
	if (!c)
		return spread;
	spread.pace = c->pace;
	if (c->passes > 0)
		spread = spread_of_known(c, blocks);
	if (!(c->wild > 0))
		return spread;
	const unsigned lanes = (unsigned)lround(fmax(1, fmin(WARP_LANES, c->wild_lanes / c->wild)));
	const double words = object_bytes >= c->width ? floor(object_bytes / c->width) : INFINITY;
	const double passes =
		c->wild * (words < 1e9 ? passes_of_random(lanes, words, c->width, c->pace) : lanes * c->pace.apart);
	const double pieces = fmax(1, object_bytes / PIECE_BYTES), all = spread.passes + passes;
	const double share = spread.passes / all / spread.pieces + (words < 1e9 ? passes / all / pieces : 0);
	return (struct spread){.passes = all,
	                       .pace = c->pace,
	                       .pieces = 1 / share,
	                       .busiest = spread.busiest,
	                       .block_sectors = INFINITY};
}
