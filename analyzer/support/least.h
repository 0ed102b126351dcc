/* The smaller and the larger of two counts. */
#ifndef GPULINT_SUPPORT_LEAST_H
#define GPULINT_SUPPORT_LEAST_H

static inline unsigned
smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static inline unsigned
larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

#endif
