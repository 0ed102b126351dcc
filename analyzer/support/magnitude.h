/* The absolute value of a step in bytes. */
#ifndef GPULINT_SUPPORT_MAGNITUDE_H
#define GPULINT_SUPPORT_MAGNITUDE_H

#include <stdint.h>

/* INT64_MIN has no opposite, so the result is INT64_MAX. Addresses wrap, so a program may have such a step. */
static inline long long
magnitude(int64_t step)
{
	return step == INT64_MIN ? INT64_MAX : step < 0 ? -step : step;
}

#endif
