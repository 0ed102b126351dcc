/* What a request wants of each line of a cache that it touches. */
#ifndef GPULINT_MODEL_CACHE_WANTS_H
#define GPULINT_MODEL_CACHE_WANTS_H

#include "model/memory_model.h"
#include "model/request.h"
#include "support/hash.h"

enum { LINE_BITS = 7, LINE_BYTES = 1 << LINE_BITS, LINE_SECTORS = 4, SECTOR_WORDS = 8, LINE_WORDS = 32, WORD_BITS = 2 };

/* Of one line. */
struct want {
	uint64_t key;                /* address >> LINE_BITS, apart by symbol */
	uint32_t words;
	uint8_t sectors;
	uint8_t old;                 /* sectors that an iteration which was not run has touched before */
};

/* The lines that a request wants; keys from least to most. */
struct wants {
	struct want of[2 * WARP_LANES];
	unsigned count;
	uint64_t least, most;
};

/* The lines that the request touches, of lanes that share a symbol. walk: bytes from one iteration to the next, of which that
 * before was not run; or 0. */
void wants_find(const struct request *r, int64_t walk, struct wants *wants);

/* Adds what of the bytes from first to last lies in the line, which some do. */
void wants_part(struct want *want, uint64_t line, uint64_t first, uint64_t last, bool is_old);
/* Of an access that goes so far from one iteration to the next: whether one that was not run has touched the sector before. */
bool wants_is_old(uint64_t address, int64_t walk);

/* What sets a line's key apart: addresses that begin at an unknown place are apart from all others. */
static inline uint64_t
apart_of(symbol_id symbol)
{
	return symbol ? hash_mix(symbol, 1) << 16 : 0;
}

/* Whether all lanes are as far from the one before, those that are off with them. */
static inline bool
is_even(const struct request *r, uint64_t *step)
{
	*step = r->address[1] - r->address[0];
	return memory_lanes_even(r->address);
}

#endif
