/* Builds the job for gpulint-run (docs/job.schema.json) that repeats the launches of a program's facts. */
#ifndef GPULINT_RUNTIME_CHECK_JOB_BUILD_H
#define GPULINT_RUNTIME_CHECK_JOB_BUILD_H

#include <jansson.h>

#include "codegen/source/device_source.h"
#include "runtime_check/launch_pointers.h"
#include "runtime_check/verify.h"

/* How the job contains a launch of the facts. */
struct planned_launch {
	struct launch *launch;
	const char *skipped; /* why the launch is not in the job; NULL: it is */
	size_t index;        /* index among the kernel's launches in the job */
	struct index_data index_data;
	struct pointers pointers; /* the pointers of a launch in the job */
	const char **buffers;     /* for each pointer, the id of the kernel's buffer into which it points */
};

/* A kernel of the facts. The job contains those with a source and a name, in this order. */
struct planned_kernel {
	struct kernel *kernel;
	const struct bundle *bundle; /* NULL: no known source defines it */
	const char *skipped;         /* why the kernel is not in the job; NULL: it is, if it has a bundle */
	size_t index;                /* index among the job's kernels */
	struct planned_launch *launches;
};

struct plan {
	json_t *document;
	struct device_source *sources;
	size_t source_count;
	struct planned_kernel *kernels; /* one for each kernel of the facts, in order */
	size_t kernel_count;
	const struct verify_options *options;
	uint64_t content_bytes; /* total bytes of buffer contents in the document */
};

/* Strings that outlive the plan are taken from the arena of the facts. */
void plan_build(struct plan *plan, struct facts *facts, const struct compile_command *sources, size_t source_count,
                const struct verify_options *options);
void plan_free(struct plan *plan);

#endif
