/* The job for gpulint-run (docs/job.schema.json) that makes the launches of a program's facts again. */
#ifndef GPULINT_RUNTIME_CHECK_JOB_BUILD_H
#define GPULINT_RUNTIME_CHECK_JOB_BUILD_H

#include <jansson.h>

#include "codegen/source/device_source.h"
#include "runtime_check/launch_pointers.h"
#include "runtime_check/verify.h"

/* What became of a launch of the facts. */
struct planned_launch {
	struct launch *launch;
	const char *skipped; /* why it is not in the job; NULL: it is, */
	size_t index;        /* as the kernel's launch of that number */
	struct index_data index_data;
	struct pointers pointers; /* of a launch that is in it, */
	const char **buffers;     /* and for each of them the id of the kernel's buffer that it leads into */
};

/* A kernel of the facts; the job has those with a source and a name, in this order. */
struct planned_kernel {
	struct kernel *kernel;
	const struct bundle *bundle; /* NULL: no source is known to define it */
	const char *skipped;         /* why it is not in the job; NULL: it is, if there is a bundle, */
	size_t index;                /* as the job's kernel of that number */
	struct planned_launch *launches;
};

struct plan {
	json_t *document;
	struct device_source *sources;
	size_t source_count;
	struct planned_kernel *kernels; /* as many as the facts have, in order */
	size_t kernel_count;
	const struct verify_options *options;
	uint64_t content_bytes; /* of buffers, that the document carries */
};

/* Strings that outlive the plan are taken from the arena of the facts. */
void plan_build(struct plan *plan, struct facts *facts, const struct compile_command *sources, size_t source_count,
                const struct verify_options *options);
void plan_free(struct plan *plan);

#endif
