/* Which of the measured profiles serves a GPU. */
#ifndef GPULINT_KERNELS_PROFILES_H
#define GPULINT_KERNELS_PROFILES_H

#include "kernels/profile.h"

/* The first that times can be predicted from: the one that the user calibrated on that GPU, the shipped one of its name, or of all
 * that were calibrated or are shipped the nearest, which its rates are to be scaled from (kernels/scaled_rates.h); one of a GPU without
 * a data sheet serves its architecture as it is. NULL: only for a GPU that has no data sheet. The caller frees it.
 * *passed_over: what is wrong with calibrated ones that came before it, a line each, to be freed; NULL: nothing. */
struct profile *profile_load(const char *gpu, const char *sm, char **passed_over);

#endif
