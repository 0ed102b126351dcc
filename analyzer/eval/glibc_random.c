#include "eval/glibc_random.h"

#include <string.h>

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

/* ---- skipping ----
 *
 * Every later word is a sum of multiples of the 31 that the state holds, and the multiples of the n-th are the
 * coefficients of x^n modulo x^31 - x^28 - 1. */

struct polynomial {
	uint32_t of[WORDS];
};

static struct polynomial
product(const struct polynomial *a, const struct polynomial *b)
{
	uint32_t wide[2 * WORDS - 1] = {0};
	struct polynomial result;
	for (int i = 0; i < WORDS; i++)
		for (int j = 0; j < WORDS; j++)
			wide[i + j] += a->of[i] * b->of[j];
	for (int i = 2 * WORDS - 2; i >= WORDS; i--) {
		wide[i - WORDS] += wide[i];
		wide[i - NEAR] += wide[i];
	}
	memcpy(result.of, wide, sizeof result.of);
	return result;
}

void
glibc_random_skip(struct glibc_random *random, uint64_t count)
{
	const struct polynomial x = {{0, 1}};
	struct polynomial power = {{1}}, square = x;
	uint32_t later[WORDS] = {0};
	for (; count; count >>= 1) {
		if (count & 1)
			power = product(&power, &square);
		square = product(&square, &square);
	}
	for (int i = 0; i < WORDS; i++) {
		for (uint32_t j = 0; j < WORDS; j++)
			later[i] += power.of[j] * random->word[(random->oldest + j) % WORDS];
		power = product(&power, &x);
	}
	memcpy(random->word, later, sizeof later);
	random->oldest = 0;
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
