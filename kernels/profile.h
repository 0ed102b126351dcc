/* Measured curves of a GPU: how much slower each effect makes its reference kernel, by degree. */
#ifndef GPULINT_KERNELS_PROFILE_H
#define GPULINT_KERNELS_PROFILE_H

#include <jansson.h>
#include <stdbool.h>

#include "model/facts.h"

struct profile;

/* Where a calibrated profile of that GPU is kept: $XDG_CACHE_HOME or ~/.cache, gpulint/profiles/h200.json; NULL: there is no
 * home to have one in. */
const char *profile_path(struct arena *arena, const char *gpu);
/* The shipped profile in the file of that name, or NULL. */
struct profile *profile_shipped(const char *gpu);
/* All, from 0 on, by the names of their files; NULL: there is none. */
struct profile *profile_shipped_at(size_t index);
/* From a JSON file; NULL with a message in *error (to be freed) on failure. */
struct profile *profile_read(const char *path, char **error);
/* From what such a file holds; NULL where that is no profile. */
struct profile *profile_of_json(json_t *json);
void profile_free(struct profile *profile);
/* shipped or calibrated */
const char *profile_kind(const struct profile *profile);
/* The GPU that was measured, by its full name: of a shipped profile it may be another one of the same architecture. */
const char *profile_gpu(const struct profile *profile);

const char *profile_sm(const struct profile *profile);

/* What the driver told of it; 0: nothing. */
struct profile_device {
	double multiprocessors, l2_bytes, clock_ghz;
};
struct profile_device profile_device(const struct profile *profile);

/* What was measured of the effect ("read-stride", "divergence", …: those of kernels/reference) at that degree: microseconds
 * (of a latency cycles), of the ideal form as well, the bytes that either form moves to some use, and what its warps do of that
 * which it is about: requests or instructions. NAN where there is no profile or curve, or it was not measured at that degree. */
struct profile_point {
	double us, ideal_us, useful_bytes, operations;
};
struct profile_point profile_point(const struct profile *profile, const char *effect, double degree);

#endif
