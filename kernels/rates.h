/* The rates of a GPU, from the curves of its profile: each from the point of a reference kernel that one resource alone
 * limits. */
#ifndef GPULINT_KERNELS_RATES_H
#define GPULINT_KERNELS_RATES_H

#include <stdbool.h>

#include "model/time.h"

struct profile;

/* False: the profile lacks a curve that it takes, or the GPU that was measured is not known. */
bool rates_of_profile(const struct profile *profile, struct rates *rates);

#endif
