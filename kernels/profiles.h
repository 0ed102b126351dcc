/* Chooses the measured profile for a GPU. */
#ifndef GPULINT_KERNELS_PROFILES_H
#define GPULINT_KERNELS_PROFILES_H

#include "kernels/profile.h"

/* Returns the first profile from which times can be predicted. The candidates are the one that the user calibrated on
 * this GPU, the shipped one of its name, and the nearest of all others. From the latter its rates are scaled
 * (kernels/scaled_rates.h). A profile of a GPU without a data sheet serves its architecture unscaled. NULL: only if the
 * GPU has no data sheet. The caller frees the profile. *passed_over: what is wrong with calibrated ones that would have
 * been preferred, one line each, to be freed; NULL: nothing. */
struct profile *profile_load(const char *gpu, const char *sm, char **passed_over);

#endif
