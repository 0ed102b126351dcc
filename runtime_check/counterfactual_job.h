/* Builds the jobs that time the findings' variants. */
#ifndef GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_JOB_H
#define GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_JOB_H

#include "runtime_check/counterfactual.h"
#include "runtime_check/second_source.h"

/* The state while a finding's variants are added to its job. */
struct making {
	const struct plan *plan;
	struct excerpts *excerpts; /* of the sources of `plan` */
	const struct facts *facts;
	struct arena *arena;
	struct counterfactual *own;
	struct penalty_job *job;
};

/* How a variant differs from the original. All zero: no difference. */
struct version_draft {
	struct second_source source;
	const char *const *objects; /* ids of the buffers whose addresses the header's variables hold */
	size_t object_count;
	const uint32_t *grid, *block; /* NULL: as in the original launch */
	bool is_counted, collects_contents;
};

/* The launch in the measured job's document. */
json_t *making_launch(const struct making *making);
/* The source of the original in the job. making_begin must have been called. */
json_t *making_source(const struct making *making);
/* The id of the launch's buffer that contains the site's memory, and the buffer's size. NULL: the memory is not a
 * buffer. */
const char *making_buffer_of(const struct making *making, const struct site *site, uint64_t *bytes);
/* Makes the buffer at least this many bytes longer in the job than in the program. */
void making_give_room(const struct making *making, const char *id, uint64_t bytes);
/* Finds a place in the source. Returns NULL, or why it is not found. */
const char *making_find_place(const struct making *making, const struct place *place, struct edit *edit);
/* Finds the text of the site's expression; for a branch, of its condition. The source must contain the expression as
 * spelled. */
const char *making_find_text(const struct making *making, const struct site *site, struct edit *edit);

/* Begins a job that contains only the original. */
void making_begin(const struct making *making);
void making_want_contents(const struct making *making);
/* Adds a kernel and its source to the job. Returns the kernel's index. */
size_t making_add(const struct making *making, const struct version_draft *draft);
/* Kernels are given by their index in the job. `kernel` is valid only if the launch of `audit` runs to its end. */
void making_audit(const struct making *making, size_t kernel, size_t audit);
void making_add_version(const struct making *making, struct version version);
/* Adds a race between the original and all variants so far. */
void making_race(const struct making *making);

/* Each function adds the finding's variants. It returns NULL, or why there are none. */
const char *counterfactual_accesses(const struct making *making);
const char *counterfactual_branch(const struct making *making);
const char *counterfactual_launch(const struct making *making);

#endif
