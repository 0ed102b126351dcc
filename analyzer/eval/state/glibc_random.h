/* rand() and random() of glibc, number for number: what they return on Linux is part of a program's data.
 *
 * They add two earlier words of a sequence modulo 2^32 and drop the lowest bit (TYPE_3, glibc's default). The state is a plain
 * value: a copy goes its own way. */
#ifndef GPULINT_EVAL_STATE_GLIBC_RANDOM_H
#define GPULINT_EVAL_STATE_GLIBC_RANDOM_H

#include <stdint.h>

enum { GLIBC_RANDOM_WORDS = 31, GLIBC_RANDOM_MAX = 2147483647 };

struct glibc_random {
	uint32_t word[GLIBC_RANDOM_WORDS];   /* the latest of the sequence, as a ring */
	uint32_t oldest;
};

/* As after srand(seed); a program that never calls it has seed 1. */
void glibc_random_seed(struct glibc_random *random, uint32_t seed);
/* What rand() returns: 0 to GLIBC_RANDOM_MAX. */
int32_t glibc_random_next(struct glibc_random *random);

#endif
