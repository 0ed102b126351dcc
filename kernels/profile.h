/* Measured curves of a GPU: how much slower each effect makes its reference kernel, by degree. */
#ifndef GPULINT_KERNELS_PROFILE_H
#define GPULINT_KERNELS_PROFILE_H

#include <stdbool.h>

#include "model/facts.h"

struct profile;

/* The profile for that GPU: a calibrated one in the user's cache ($XDG_CACHE_HOME or ~/.cache, gpulint/profiles/h200.json;
 * one that cannot be read is passed over), else the shipped one of its name, else one of its architecture, else NULL.
 * The caller frees it. */
struct profile *profile_load(const char *gpu, const char *sm);
/* The file of the GPU's calibrated profile; NULL: there is no home to have one in. */
const char *profile_path(struct arena *arena, const char *gpu);
/* From a JSON file; NULL with a message in *error (to be freed) on failure. */
struct profile *profile_read(const char *path, char **error);
void profile_free(struct profile *profile);
/* shipped or calibrated */
const char *profile_kind(const struct profile *profile);
/* The GPU that was measured, by its full name: of a shipped profile it may be another one of the same architecture. */
const char *profile_gpu(const struct profile *profile);

/* What was measured of the effect ("read-stride", "divergence", …: those of kernels/reference) at that degree: microseconds
 * (of a latency cycles), of the ideal form as well, and the bytes that either form moves to some use. NAN where there is no
 * profile or curve, or it was not measured at that degree. */
struct profile_point {
	double us, ideal_us, useful_bytes;
};
struct profile_point profile_point(const struct profile *profile, const char *effect, double degree);

#endif
