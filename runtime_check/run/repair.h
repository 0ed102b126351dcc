/* Taking out of a source, step by step, what the compiler rejects: see compile.h. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_REPAIR_H
#define GPULINT_RUNTIME_CHECK_RUN_REPAIR_H

#include <jansson.h>

#include "compiler_log.h"
#include "job.h"
#include "nvrtc.h"

struct live_kernel {
	struct kernel_job *job; /* a copy of its own */
	const char *reason;     /* why it was taken out; NULL: it is in */
	const char *unnamed;    /* why its name expression was given up; NULL: it was not */
	json_t *problems;
	bool *variable_lost;    /* no such variable */
	const char *function;   /* mangled */
	const char **variables; /* mangled */
};

/* A declaration that was taken out. */
struct dropped {
	const char *text; /* of its file as the job has it */
	struct extent extent;
	struct log_error error; /* for which */
};

/* A header in whose place stands an empty one. */
struct emptied {
	const char *name;
	bool was_missing;       /* not found; else refused, ... */
	struct log_error error; /* ... for which */
};

struct compilation {
	struct arena arena;
	struct nvrtc nvrtc;
	int major, minor; /* its version */
	const struct source_job *source;
	const char *arch;
	char **texts; /* of the source's files, with what was taken out blanked */
	struct live_kernel *kernels;
	size_t kernel_count;
	struct emptied *emptied;
	size_t emptied_count, emptied_capacity;
	struct dropped *dropped;
	size_t dropped_count, dropped_capacity;
	const char **declared; /* texts of known_names.h that were added */
	size_t declared_count, declared_capacity;
	const char *dialect;     /* that is compiled instead of the source's own; NULL: none */
	const char *toolkit;     /* folder of the toolkit's headers; NULL: none */
	bool is_unnamed;         /* kernels are not named yet */
	bool has_cccl;           /* its C++ library is there */
	const char *precompiled; /* the file with what the compiler has made of that library; NULL: none */
	nvrtc_program program;
	int result;
	const char *text_log;
	struct compiler_log log;
	json_t *problems;
};

/* After a failed attempt: takes out what its log complains of, the least important kind of thing first. False: there is
 * nothing left that could be. */
bool repair(struct compilation *compilation);

/* As docs/result.schema.json has it. */
json_t *problem_json(const struct log_error *error);

#endif
