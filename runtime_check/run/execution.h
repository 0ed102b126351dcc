/* One launch of the job on its way: its memory, its arguments, and what became of it. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_EXECUTION_H
#define GPULINT_RUNTIME_CHECK_RUN_EXECUTION_H

#include "device_memory.h"
#include "launch.h"
#include "module_variables.h"
#include "sequence.h"
#include "texture.h"
#include "timing.h"

struct execution {
	struct gpu *gpu;
	const struct loaded_kernel *kernel;
	const struct launch_job *launch;
	struct device_memory memory;
	uint64_t shared;          /* bytes of dynamic shared memory a block */
	struct texture *textures; /* one an argument */
	struct module_variables variables;
	void **arguments;
	struct call call;
	struct sequence sequence; /* where the launch is one */
	const char *status;       /* "ok", or what docs/result.schema.json calls what happened, */
	char reason[512];         /* and why */
	bool fatal;               /* the context can no longer be used */
};

/* Everything up to the launch itself. False, here and below: status and reason say what happened. */
bool execution_prepare(struct execution *execution);
/* Blocks of the launch that fit on a multiprocessor with so many bytes of dynamic shared memory each. */
bool execution_blocks(const struct execution *execution, uint64_t shared, int *blocks);
/* The same launch with another version of its kernel, which is loaded, in the memory and with the arguments of `first`; for
 * as long as that lasts. */
bool execution_prepare_like(struct execution *execution, const struct execution *first);
bool execution_run(struct execution *execution);
/* Whether it wrote nothing beside its buffers. */
bool execution_check(struct execution *execution);
/* Records what a call of the driver's ended with. Always false. */
bool execution_stop(struct execution *execution, const char *status, CUresult result);
/* Frees what execution_prepare made. */
void execution_finish(struct execution *execution);

/* A number made of all that its kernel can write. */
CUresult execution_hash(const struct execution *execution, uint64_t *hash);

/* What a timed run begins with, if the job wants it: buffers, variables and surfaces as they were at first, and an L2 full of something else. The
 * scratch is what that is made of; or what the device is busy with until a run is enqueued, without which that may take part
 * of a short one's time. */
struct environment {
	struct execution *execution;
	CUdeviceptr scratch;
	size_t scratch_bytes;
	struct preparation preparation;
};

/* *surroundings stays where it is while it is used. */
bool environment_make(struct environment *environment, struct execution *execution);
/* NULL: nothing is to be prepared. */
const struct preparation *environment_preparation(const struct environment *environment);
void environment_free(struct environment *environment);

#endif
