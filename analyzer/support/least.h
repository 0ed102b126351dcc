/* The smaller and the larger of two counts. */
#ifndef GPULINT_SUPPORT_LEAST_H
#define GPULINT_SUPPORT_LEAST_H

#include <stdint.h>

static inline unsigned
smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static inline uint64_t
least_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline unsigned
larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

#endif
