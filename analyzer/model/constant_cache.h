/* The constant cache of a multiprocessor: 2 KiB, in lines of 64 bytes. For a larger table, the words of a request
 * come line by line from the next level. Measured on an H200 (reference kernels constant-addresses and
 * constant-table): a word that hits costs 2.1 cycles. A line costs in addition 6 cycles for a table of 4 KiB, half
 * of which hits, to 25 for one of 32 KiB. */
#ifndef GPULINT_MODEL_CONSTANT_CACHE_H
#define GPULINT_MODEL_CONSTANT_CACHE_H

#include "model/request.h"

enum { CONSTANT_LINE_BYTES = 64, CONSTANT_BYTES = 64 * 1024, CONSTANT_LINES = CONSTANT_BYTES / CONSTANT_LINE_BYTES };

/* The lines that the running block has touched, and the most lines of any block. Zeroed: none. */
struct constant_cache {
	uint64_t touched[CONSTANT_LINES / 64];
	unsigned most;
};

/* Adds a request with known addresses. Returns its number of lines. */
unsigned constant_cache_add(struct constant_cache *cache, const struct request *r);
void constant_cache_end_block(struct constant_cache *cache);

#endif
