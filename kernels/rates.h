/* The rates of a GPU from the curves of its profile. Each rate is from a point of a reference kernel that only one
 * resource limits. */
#ifndef GPULINT_KERNELS_RATES_H
#define GPULINT_KERNELS_RATES_H

#include <stdbool.h>

#include "model/time.h"

struct profile;

/* False: the profile lacks a required curve, or the measured GPU's architecture is unknown. */
bool rates_of_profile(const struct profile *profile, struct rates *rates);

#endif
