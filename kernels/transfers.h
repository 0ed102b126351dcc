/* Copies between host and device, as measured in a profile. */
#ifndef GPULINT_KERNELS_TRANSFERS_H
#define GPULINT_KERNELS_TRANSFERS_H

#include <stdbool.h>

#include "model/host_time.h"

struct profile;

/* False: the profile has none. */
bool transfers_of_profile(const struct profile *profile, struct transfer_times *times);

#endif
