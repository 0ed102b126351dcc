/* The jobs that time findings' second versions, as they are made. */
#ifndef GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_JOB_H
#define GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_JOB_H

#include "runtime_check/counterfactual.h"
#include "runtime_check/second_source.h"

/* A finding's versions on their way into its job. */
struct making {
	const struct plan *plan;
	struct excerpts *excerpts; /* of the plan's sources */
	const struct facts *facts;
	struct arena *arena;
	struct counterfactual *own;
	struct penalty_job *job;
};

/* What a version has otherwise than the original; zeroed nothing. */
struct version_draft {
	struct second_source source;
	const char *const *objects; /* buffers whose addresses the header's variables are to hold, by their ids */
	size_t object_count;
	const uint32_t *grid, *block; /* NULL: the launch's own */
	bool is_counted, wants_contents;
};

/* The launch, in the document of what was measured. */
json_t *making_launch(const struct making *making);
/* The source of the original in the job, which has begun. */
json_t *making_source(const struct making *making);
/* The bytes of the buffer of the launch's that the site's memory is, and its id; NULL: it is none. */
const char *making_buffer_of(const struct making *making, const struct site *site, uint64_t *bytes);
/* Has the buffer, by its id, be at least so many bytes longer in the job than the program has it. */
void making_give_room(const struct making *making, const char *id, uint64_t bytes);
/* Finds a place of the source; else why not. */
const char *making_find_place(const struct making *making, const struct place *place, struct edit *edit);
/* Finds the expression of the site, which is to be spelled there; of a branch its condition. */
const char *making_find_text(const struct making *making, const struct site *site, struct edit *edit);

/* Begins a job, in which the original is all there is. */
void making_begin(const struct making *making);
void making_want_contents(const struct making *making);
/* Adds a kernel to the job, and its source; its index there. */
size_t making_add(const struct making *making, const struct version_draft *draft);
/* Of kernels of the job: the one counts only if the other's launch runs to its end. */
void making_audit(const struct making *making, size_t kernel, size_t audit);
void making_add_version(const struct making *making, struct version version);
/* Adds the race of the original and all versions that there are. */
void making_race(const struct making *making);

/* Add the finding's versions; else why there are none. */
const char *counterfactual_accesses(const struct making *making);
const char *counterfactual_branch(const struct making *making);
const char *counterfactual_launch(const struct making *making);

#endif
