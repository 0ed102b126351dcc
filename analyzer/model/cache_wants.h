/* What a request wants of each line of a cache that it touches. */
#ifndef GPULINT_MODEL_CACHE_WANTS_H
#define GPULINT_MODEL_CACHE_WANTS_H

#include "model/memory_model.h"
#include "model/request.h"
#include "support/hash.h"

enum { LINE_BITS = 7, LINE_BYTES = 1 << LINE_BITS, LINE_SECTORS = 4, SECTOR_WORDS = 8, LINE_WORDS = 32, WORD_BITS = 2 };

/* Of one line. */
struct want {
	uint64_t key; /* address >> LINE_BITS, apart by symbol */
	uint32_t words;
	uint8_t sectors;
	uint8_t old; /* sectors that an iteration which was not run has touched before */
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

/* What sets a line's key apart: addresses that begin at an unknown place are apart from all others. */
static inline uint64_t
apart_of(symbol_id symbol)
{
	return symbol ? hash_mix(symbol, 1) << 16 : 0;
}

#endif
