/* Measures what a finding costs. The kernel is timed next to a counterfactual variant of itself, or of its launch,
 * in which only the finding is fixed.
 *
 * A change of an access changes the compiler's code around it too. So a variant counts only if the hardware's
 * counters confirm that nothing else changed (fairness.h). */
#ifndef GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H
#define GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H

#include <jansson.h>

#include "runtime_check/job_build.h"

/* A variant of the kernel with changed source texts, or with another launch. */
struct version {
	size_t kernel; /* index among the job's kernels */
	/* index of a kernel that checks the variant's assumption about where the words are; NO_KERNEL: none. The
	 * variant is valid only if this kernel runs to its end. */
	size_t audit;
	/* index of the same variant with its extra computation done twice, which measures the time of that computation;
	 * NO_KERNEL: none */
	size_t twice;
};
#define NO_KERNEL SIZE_MAX

/* What a variant changes. */
enum changed {
	CHANGED_ACCESSES, /* addresses of accesses, or the declaration of the array that they access */
	CHANGED_BRANCH,   /* conditions: one lane decides for all lanes of its warp */
	CHANGED_BLOCKS,   /* size of the launch's blocks */
};

/* A finding with its variants, best first. */
struct counterfactual {
	struct finding *finding;
	enum changed changed;
	const char *form; /* the variant as a clause, for the report */
	const struct planned_kernel *kernel;
	const struct planned_launch *launch;
	const struct site **sites; /* the changed sites; first the one that the finding shows first */
	size_t site_count, site_capacity;
	bool of_array; /* whether all accesses to the first site's array change */
	struct version *versions;
	size_t count, capacity;
	size_t job, race; /* index of the job, and of the race in it */
};

/* Findings of one launch. The job's first kernel is the original. */
struct penalty_job {
	json_t *document; /* docs/job.schema.json; its sources are removed once it is handed out */
	const struct launch *launch;
	size_t count; /* number of findings */
};
enum { ORIGINAL = 0 };

struct counterfactuals {
	struct counterfactual *items; /* most expensive first, by share of their kernels' predicted time */
	size_t count, capacity;
	struct penalty_job *jobs; /* in the order of their first findings */
	size_t job_count, job_capacity;
};

/* The outcome of a job: a result, or why it is missing. */
struct penalty_answer {
	json_t *result;
	const char *missing;
};

/* Receives each job as soon as it is complete. */
struct penalty_jobs_user {
	void (*take)(void *context, size_t job, const json_t *document);
	void *context;
};

/* Builds variants for findings that a measurement confirmed, and for findings about measured launches. `plan` is what
 * was measured. Findings without a fair variant get the reason. Strings that outlive `all` are taken from the arena of
 * the facts. With a user (may be NULL), only unfinished jobs keep their sources. */
void counterfactuals_build(struct counterfactuals *all, struct facts *facts, const struct plan *plan,
                           const struct penalty_jobs_user *user);
/* Sets the findings' measured penalties, or why they have none, and judges the findings by them. There is one answer
 * for each job. */
void counterfactuals_take(struct counterfactuals *all, struct facts *facts, const struct penalty_answer *answers);
void counterfactuals_free(struct counterfactuals *all);

#endif
