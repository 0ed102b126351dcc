/* Runs one of the job's launches on the GPU and measures it. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LAUNCH_H
#define GPULINT_RUNTIME_CHECK_RUN_LAUNCH_H

#include <jansson.h>

#include "gpu.h"
#include "lines.h"

/* A compiled kernel, which the parent keeps for its children. */
struct compiled_kernel {
	const struct cubin *cubin;
	const char *function;   /* mangled; NULL: it was not compiled */
	const char **variables; /* mangled names of the job's variables; NULL: not found */
};

struct loaded_kernel {
	const struct kernel_job *job;
	bool lacks_memory; /* the GPU's memory did not suffice to load it */
	const struct compiled_kernel *compiled;
	const struct source_job *source;
	CUmodule module;
	CUfunction function;
};

/* Loads the kernel into the context. False: *error says why, and the caller frees it. */
bool kernel_load(struct gpu *gpu, struct loaded_kernel *kernel, char **error);
void kernel_unload(struct gpu *gpu, struct loaded_kernel *kernel);

/* Runs the launch once and checks it, then times it if requested. Returns the launch's part of the result: status,
 * reason, occupancy, time, buffers. *fatal: the context can no longer be used. */
json_t *launch_time(struct gpu *gpu, const struct loaded_kernel *kernel, const struct launch_job *launch, bool *fatal);

/* Runs the launch once under CUPTI. Returns metrics_status, executed, lines and records. A process can do this only
 * once: see metrics.h. */
json_t *launch_count(struct gpu *gpu, const struct loaded_kernel *kernel, const struct launch_job *launch);

#endif
