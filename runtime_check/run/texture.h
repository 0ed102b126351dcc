/* Textures and surfaces for launches whose arguments are their handles. They have a typical size, and are read without
 * filtering and with clamped coordinates. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_TEXTURE_H
#define GPULINT_RUNTIME_CHECK_RUN_TEXTURE_H

#include "gpu.h"

struct texture {
	const struct texture_job *job; /* NULL: there is none */
	CUarray array;
	CUdeviceptr linear;        /* 1d-linear: the texture's memory; otherwise the array's initial contents */
	unsigned long long handle; /* CUtexObject or CUsurfObject */
};

/* Random floats in [0.5, 1.5), or integers below 100. */
CUresult texture_make(struct texture *texture, struct gpu *gpu, const struct texture_job *job);
/* For surfaces, which kernels can write; otherwise these do nothing. texture_restore enqueues the copying of the
 * initial contents. texture_hash mixes the contents into *hash. */
CUresult texture_restore(const struct texture *texture, const struct gpu *gpu);
CUresult texture_hash(const struct texture *texture, const struct gpu *gpu, uint64_t *hash);
void texture_free(struct texture *texture, const struct gpu *gpu);

#endif
