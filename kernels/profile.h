/* Measured curves of a GPU: how much slower each effect makes its reference kernel, by degree. */
#ifndef GPULINT_KERNELS_PROFILE_H
#define GPULINT_KERNELS_PROFILE_H

#include <stdbool.h>

#include "model/facts.h"

struct profile;

/* The profile for that GPU: a calibrated one in the user's cache, else the shipped one of its name, else of its
 * architecture, else NULL. The caller frees it. */
struct profile *profile_load(const char *gpu, const char *sm);
/* From a JSON file; NULL with a message in *error (to be freed) on failure. */
struct profile *profile_read(const char *path, char **error);
void profile_free(struct profile *profile);
/* shipped or calibrated */
const char *profile_kind(const struct profile *profile);

/* The curve `effect` ("read-stride", "write-stride", "misaligned", "bank-conflict", "divergence", "block-size", …) at
 * `degree`, interpolated; estimate NAN when the profile has no such curve. Low and high span the measured spread. */
struct penalty profile_penalty(const struct profile *profile, const char *effect, double degree);

#endif
