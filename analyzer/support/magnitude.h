/* The distance that a step of bytes covers, in whichever direction. */
#ifndef GPULINT_SUPPORT_MAGNITUDE_H
#define GPULINT_SUPPORT_MAGNITUDE_H

#include <stdint.h>

/* Of the least number, which has no opposite, the largest: addresses wrap, so a program may have lanes step by it. */
static inline long long
magnitude(int64_t step)
{
	return step == INT64_MIN ? INT64_MAX : step < 0 ? -step : step;
}

#endif
