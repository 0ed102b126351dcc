/* Removes from a source, step by step, what the compiler rejects: see compile.h. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_REPAIR_H
#define GPULINT_RUNTIME_CHECK_RUN_REPAIR_H

#include <jansson.h>

#include "compiler_log.h"
#include "job.h"
#include "nvrtc.h"

struct live_kernel {
	struct kernel_job *job; /* its own copy */
	const char *reason;     /* why it was removed; NULL: it was not */
	const char *unnamed;    /* why its name expression was dropped; NULL: it was not */
	json_t *problems;
	bool *variable_lost;    /* for each variable, whether it was not found */
	const char *function;   /* mangled */
	const char **variables; /* mangled */
};

/* A declaration that was removed. */
struct dropped {
	const char *text; /* its file's original text */
	struct extent extent;
	struct log_error error; /* the error for which it was removed */
};

/* A header that was replaced by an empty one. */
struct emptied {
	const char *name;
	bool was_missing;       /* it was not found; otherwise it was rejected */
	struct log_error error; /* the error for which it was emptied */
};

struct compilation {
	struct arena arena;
	struct nvrtc nvrtc;
	int major, minor; /* the compiler's version */
	const struct source_job *source;
	const char *arch;
	char **texts; /* the source's files, with removed parts blanked */
	struct live_kernel *kernels;
	size_t kernel_count;
	struct emptied *emptied;
	size_t emptied_count, emptied_capacity;
	struct dropped *dropped;
	size_t dropped_count, dropped_capacity;
	const char **declared; /* texts of known_names.h that were added */
	size_t declared_count, declared_capacity;
	const char *dialect;     /* dialect that replaces the source's own; NULL: none */
	const char *toolkit;     /* folder of the toolkit's headers; NULL: none */
	bool is_unnamed;         /* kernels have no name expressions yet */
	bool has_cccl;           /* the toolkit's C++ library exists */
	const char *precompiled; /* the precompiled file of that library; NULL: none */
	nvrtc_program program;
	int result;
	const char *text_log;
	struct compiler_log log;
	json_t *problems;
};

/* After a failed attempt: removes what its log reports, the least important kind first. False: nothing more can be
 * removed. */
bool repair(struct compilation *compilation);

/* In the form of docs/result.schema.json. */
json_t *problem_json(const struct log_error *error);

#endif
