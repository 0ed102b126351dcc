/* The execution of one of the job's launches: its memory, its arguments, and its outcome. */
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
	uint64_t shared;          /* bytes of dynamic shared memory per block */
	struct texture *textures; /* one for each argument */
	struct module_variables variables;
	void **arguments;
	struct call call;
	struct sequence sequence; /* if the launch has a sequence */
	const char *status;       /* "ok", or the status of docs/result.schema.json */
	char reason[512];         /* the reason for the status */
	bool fatal;               /* the context can no longer be used */
};

/* Prepares everything before the launch itself. False, here and below: status and reason say what happened. */
bool execution_prepare(struct execution *execution);
/* Blocks of the launch that fit on a multiprocessor with `shared` bytes of dynamic shared memory each. */
bool execution_blocks(const struct execution *execution, uint64_t shared, int *blocks);
/* Prepares the same launch with another version of its kernel, which is loaded. It uses the memory and arguments of
 * `first`, which must outlive it. */
bool execution_prepare_like(struct execution *execution, const struct execution *first);
bool execution_run(struct execution *execution);
/* Whether the kernel wrote only to its buffers. */
bool execution_check(struct execution *execution);
/* Records the failed result of a driver call. Always returns false. */
bool execution_stop(struct execution *execution, const char *status, CUresult result);
/* Frees what execution_prepare allocated. */
void execution_finish(struct execution *execution);

/* A hash of everything that the kernel can write. */
CUresult execution_hash(const struct execution *execution, uint64_t *hash);

/* The state at the start of a timed run, as far as the job wants it: buffers, variables and surfaces have their initial
 * contents, and L2 is full of other data. The scratch buffer provides that data. It also keeps the device busy until
 * the run is enqueued, so that a short run's time does not include the enqueueing. */
struct environment {
	struct execution *execution;
	CUdeviceptr scratch;
	size_t scratch_bytes;
	struct preparation preparation;
};

/* The environment must not move while it is used. */
bool environment_make(struct environment *environment, struct execution *execution);
/* NULL: there is nothing to prepare. */
const struct preparation *environment_preparation(const struct environment *environment);
void environment_free(struct environment *environment);

#endif
