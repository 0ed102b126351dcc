/* The words and sectors of each cache line that a request touches. */
#ifndef GPULINT_MODEL_CACHE_WANTS_H
#define GPULINT_MODEL_CACHE_WANTS_H

#include "model/memory_model.h"
#include "model/request.h"
#include "support/hash.h"

enum { LINE_BITS = 7, LINE_BYTES = 1 << LINE_BITS, LINE_SECTORS = 4, SECTOR_WORDS = 8, LINE_WORDS = 32, WORD_BITS = 2 };

/* For one line. */
struct want {
	uint64_t key; /* address >> LINE_BITS, combined with a hash of the symbol */
	uint32_t words;
	uint8_t sectors;
	uint8_t old; /* sectors that an earlier iteration, which was not evaluated, has touched */
};

/* The lines of a request. `least` and `most`: the range of keys. */
struct wants {
	struct want of[2 * WARP_LANES];
	unsigned count;
	uint64_t least, most;
};

/* Finds the lines that the request touches; its lanes must share a symbol. walk: bytes from one iteration to the
 * next if the previous one was not evaluated; else 0. */
void wants_find(const struct request *r, int64_t walk, struct wants *wants);

/* A hash that keeps line keys of unknown base addresses separate. */
static inline uint64_t
apart_of(symbol_id symbol)
{
	return symbol ? hash_mix(symbol, 1) << 16 : 0;
}

#endif
