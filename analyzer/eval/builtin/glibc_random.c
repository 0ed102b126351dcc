#include "eval/builtin/glibc_random.h"

/* word[n] = word[n - 31] + word[n - 3] */
enum { WORDS = GLIBC_RANDOM_WORDS, NEAR = 3, DISCARDED = 310 };

void
glibc_random_seed(struct glibc_random *random, uint32_t seed)
{
	int32_t word = seed ? (int32_t)seed : 1;
	random->oldest = 0;
	for (int i = 0; i < WORDS; i++) {
		/* The first three words are the latest of the sequence: glibc adds word[3] and word[0] first. */
		random->word[(i + WORDS - NEAR) % WORDS] = (uint32_t)word;
		/* 16807 * word modulo 2^31 - 1, by Schrage's method */
		word = 16807 * (word % 127773) - 2836 * (word / 127773);
		if (word < 0)
			word += GLIBC_RANDOM_MAX;
	}
	for (int i = 0; i < DISCARDED; i++)
		glibc_random_next(random);
}

int32_t
glibc_random_next(struct glibc_random *random)
{
	const uint32_t near = (random->oldest + WORDS - NEAR) % WORDS;
	const uint32_t sum = random->word[random->oldest] += random->word[near];
	random->oldest = (random->oldest + 1) % WORDS;
	return (int32_t)(sum >> 1);
}

/* ---- linear congruences ---- */

static uint32_t
next_of_seed(uint32_t *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed / 65536;
}

int32_t
glibc_rand_r(uint32_t *seed)
{
	uint32_t result = next_of_seed(seed) % 2048;
	result = result << 10 ^ next_of_seed(seed) % 1024;
	return (int32_t)(result << 10 ^ next_of_seed(seed) % 1024);
}

static const uint64_t MASK_48 = ((uint64_t)1 << 48) - 1;

uint64_t
glibc_srand48(int64_t seed)
{
	return ((uint64_t)seed << 16 | 0x330E) & MASK_48;
}

uint64_t
glibc_next48(uint64_t state)
{
	return (state * 0x5DEECE66D + 0xB) & MASK_48;
}
