#include "model/constant_cache.h"

#include <string.h>

unsigned
constant_cache_add(struct constant_cache *cache, const struct request *r)
{
	uint64_t own[CONSTANT_LINES / 64] = {0};
	unsigned lines = 0;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		const unsigned line =
			(unsigned)(r->address[__builtin_ctz(bits)] / CONSTANT_LINE_BYTES % CONSTANT_LINES);
		const uint64_t bit = UINT64_C(1) << line % 64;
		lines += !(own[line / 64] & bit);
		own[line / 64] |= bit;
		cache->touched[line / 64] |= bit;
	}
	return lines;
}

void
constant_cache_end_block(struct constant_cache *cache)
{
	unsigned lines = 0;
	for (unsigned i = 0; i < CONSTANT_LINES / 64; i++)
		lines += (unsigned)__builtin_popcountll(cache->touched[i]);
	cache->most = lines > cache->most ? lines : cache->most;
	memset(cache->touched, 0, sizeof cache->touched);
}
