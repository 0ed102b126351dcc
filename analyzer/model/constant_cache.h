/* The cache for constants that a multiprocessor has: 2 KiB, in lines of 64 bytes. Of a table that is larger the words of a request
 * come line by line from the next level. Measured on an H200 (reference kernels constant-addresses and constant-table): a word that
 * is there costs 2.1 cycles, a line beside that 6 cycles of a table of 4 KiB, of which half is there, to 25 of one of 32 KiB. */
#ifndef GPULINT_MODEL_CONSTANT_CACHE_H
#define GPULINT_MODEL_CONSTANT_CACHE_H

#include "model/request.h"

enum { CONSTANT_LINE_BYTES = 64, CONSTANT_BYTES = 64 * 1024, CONSTANT_LINES = CONSTANT_BYTES / CONSTANT_LINE_BYTES };

/* The lines that the running block has touched, and the most of a block. Zeroed: none. */
struct constant_cache {
	uint64_t touched[CONSTANT_LINES / 64];
	unsigned most;
};

/* Adds a request whose lanes' addresses are known; of how many lines it is. */
unsigned constant_cache_add(struct constant_cache *cache, const struct request *r);
void constant_cache_end_block(struct constant_cache *cache);

#endif
