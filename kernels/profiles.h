/* Which of the measured profiles serves a GPU. */
#ifndef GPULINT_KERNELS_PROFILES_H
#define GPULINT_KERNELS_PROFILES_H

#include "kernels/profile.h"

/* The first that times can be predicted from: the one that the user calibrated on that GPU, the shipped one of its name, one
 * that the user calibrated on another GPU of its architecture, a shipped one of that; or NULL. The caller frees it.
 * *passed_over: what is wrong with calibrated ones that came before it, a line each, to be freed; NULL: nothing. */
struct profile *profile_load(const char *gpu, const char *sm, char **passed_over);

#endif
