/* Measured curves of a GPU: by which factor each effect slows its reference kernel, by degree. */
#ifndef GPULINT_KERNELS_PROFILE_H
#define GPULINT_KERNELS_PROFILE_H

#include <jansson.h>
#include <stdbool.h>

#include "model/facts.h"

struct profile;

/* The path of a calibrated profile of this GPU: $XDG_CACHE_HOME or ~/.cache, gpulint/profiles/h200.json; NULL: there is
 * no home folder. */
const char *profile_path(struct arena *arena, const char *gpu);
/* The shipped profile in the file of this name, or NULL. */
struct profile *profile_shipped(const char *gpu);
/* All shipped profiles, by index from 0, in the order of their file names; NULL: no more. */
struct profile *profile_shipped_at(size_t index);
/* Reads a JSON file; NULL: it failed, and *error has a message (to be freed). */
struct profile *profile_read(const char *path, char **error);
/* Reads the contents of such a file; NULL: not a profile. */
struct profile *profile_of_json(json_t *json);
void profile_free(struct profile *profile);
/* "shipped" or "calibrated" */
const char *profile_kind(const struct profile *profile);
/* The full name of the measured GPU. A shipped profile may be of another GPU of the same architecture. */
const char *profile_gpu(const struct profile *profile);

const char *profile_sm(const struct profile *profile);

/* The GPU's figures as reported by the driver; 0: not reported. */
struct profile_device {
	double multiprocessors, l2_bytes, clock_ghz;
};
struct profile_device profile_device(const struct profile *profile);

/* The measurement of an effect ("read-stride", "divergence", …: those of kernels/reference) at a degree. Times are in
 * microseconds (for latencies, cycles), also of the ideal form. useful_bytes are the bytes that either form uses;
 * operations are the measured requests or instructions of its warps. NAN: there is no profile or curve, or no
 * measurement at this degree. */
struct profile_point {
	double us, ideal_us, useful_bytes, operations;
};
struct profile_point profile_point(const struct profile *profile, const char *effect, double degree);

#endif
