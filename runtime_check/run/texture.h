/* Textures and surfaces for a launch whose arguments are their handles: as large as most that programs make, read without
 * filtering and clamped at the edges. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_TEXTURE_H
#define GPULINT_RUNTIME_CHECK_RUN_TEXTURE_H

#include "gpu.h"

struct texture {
	const struct texture_job *job; /* NULL: there is none */
	CUarray array;
	CUdeviceptr linear;        /* of 1d-linear, its memory; else what the array holds at first */
	unsigned long long handle; /* CUtexObject or CUsurfObject */
};

/* Random floats in [0.5, 1.5), or integers below 100. */
CUresult texture_make(struct texture *texture, struct gpu *gpu, const struct texture_job *job);
/* Of a surface, which kernels can write; of a texture, or none, there is nothing to do: enqueues the copying of the first
 * contents, and mixes the contents into the number. */
CUresult texture_restore(const struct texture *texture, const struct gpu *gpu);
CUresult texture_hash(const struct texture *texture, const struct gpu *gpu, uint64_t *hash);
void texture_free(struct texture *texture, const struct gpu *gpu);

#endif
