#include "eval/state/glibc_random.h"

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
