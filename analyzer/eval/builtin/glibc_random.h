/* The generators of glibc, number for number: what rand() and its kin return on Linux is part of a program's data.
 *
 * rand() and random() add two earlier words of a sequence modulo 2^32 and drop the lowest bit (TYPE_3, glibc's default);
 * drand48() and its kin are a linear congruence modulo 2^48. States are plain values: a copy goes its own way. */
#ifndef GPULINT_EVAL_BUILTIN_GLIBC_RANDOM_H
#define GPULINT_EVAL_BUILTIN_GLIBC_RANDOM_H

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

/* rand_r(): the state is the caller's seed. */
int32_t glibc_rand_r(uint32_t *seed);

/* srand48()'s state; 0 before any call of it. */
uint64_t glibc_srand48(int64_t seed);
/* The next state: drand48() is state / 2^48, lrand48() state >> 17, mrand48() the upper 32 bits as a signed number. */
uint64_t glibc_next48(uint64_t state);

#endif
