/* glibc's rand() and random(), bit-exact: their numbers on Linux are part of a program's data.
 *
 * Each number adds two earlier words of the sequence modulo 2^32 and drops the lowest bit (TYPE_3, glibc's default).
 * The state is a plain value and can be copied. */
#ifndef GPULINT_EVAL_STATE_GLIBC_RANDOM_H
#define GPULINT_EVAL_STATE_GLIBC_RANDOM_H

#include <stdint.h>

enum { GLIBC_RANDOM_WORDS = 31, GLIBC_RANDOM_MAX = 2147483647 };

struct glibc_random {
	uint32_t word[GLIBC_RANDOM_WORDS]; /* ring of the latest words */
	uint32_t oldest;
};

/* The state after srand(seed). Without a call of srand the seed is 1. */
void glibc_random_seed(struct glibc_random *random, uint32_t seed);
/* The result of rand(): 0 to GLIBC_RANDOM_MAX. */
int32_t glibc_random_next(struct glibc_random *random);

#endif
