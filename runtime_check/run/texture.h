/* Textures and surfaces for a launch whose arguments are their handles: as large as most that programs make, read without
 * filtering and clamped at the edges. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_TEXTURE_H
#define GPULINT_RUNTIME_CHECK_RUN_TEXTURE_H

#include "gpu.h"

struct texture {
	const struct texture_job *job;   /* NULL: there is none */
	CUarray array;
	CUdeviceptr linear;              /* of 1d-linear, its memory */
	unsigned long long handle;       /* CUtexObject or CUsurfObject */
};

/* Random floats in [0.5, 1.5), or integers below 100. */
CUresult texture_make(struct texture *texture, struct gpu *gpu, const struct texture_job *job);
void texture_free(struct texture *texture, const struct gpu *gpu);

#endif
