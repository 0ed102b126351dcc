/* What findings really cost: the kernel is timed beside a second version of itself, or of its launch, in which only what the
 * finding tells of is as it should be.
 *
 * Whoever changes an access changes what the compiler makes of its surroundings, so that a version counts only if the
 * hardware saw what was meant (fairness.h). */
#ifndef GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H
#define GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H

#include <jansson.h>

#include "runtime_check/job_build.h"

/* A version of the kernel, in which texts read otherwise, or which is launched otherwise. */
struct version {
	size_t kernel; /* of the job's */
	/* likewise: of a version that guesses in the index itself where the words are to lie; it is only as good as
	 * this run */
	size_t audit;
	/* likewise: of one that computes something of its own, which may take time: the same, with that computed twice */
	size_t twice;
};
#define NO_KERNEL SIZE_MAX

/* What a second version has otherwise. */
enum changed {
	CHANGED_ACCESSES, /* the addresses of accesses, or the declaration of the array that they go to */
	CHANGED_BRANCH,   /* conditions: all lanes of a warp go by one lane's */
	CHANGED_BLOCKS,   /* the size of the launch's blocks */
};

/* A finding with its second versions, best first. */
struct counterfactual {
	struct finding *finding;
	enum changed changed;
	const char *form; /* how the second version is, as a clause */
	const struct planned_kernel *kernel;
	const struct planned_launch *launch;
	const struct site **sites; /* that change, the one that the finding shows first */
	size_t site_count, site_capacity;
	bool of_array; /* all accesses to that one's array change */
	struct version *versions;
	size_t count, capacity;
	size_t job, race; /* which of the jobs, and of its races */
};

/* Findings of one launch, whose original is the job's first kernel. */
struct penalty_job {
	json_t *document; /* docs/job.schema.json; without its sources once it was handed out */
	const struct launch *launch;
	size_t count; /* of findings */
};
enum { ORIGINAL = 0 };

struct counterfactuals {
	struct counterfactual *items; /* dearest first, by the share of their kernels' predicted time */
	size_t count, capacity;
	struct penalty_job *jobs; /* likewise, by their first */
	size_t job_count, job_capacity;
};

/* What became of a job: no result, and why not. */
struct penalty_answer {
	json_t *result;
	const char *missing;
};

/* Gets each job as soon as all that belongs to it is in it. */
struct penalty_jobs_user {
	void (*take)(void *context, size_t job, const json_t *document);
	void *context;
};

/* For the findings that a measurement has confirmed, and those about launches that were measured; `plan` is what was. Findings
 * without a fair second version get the reason. What lives longer is taken from the arena of the facts. With a user, who may be
 * NULL, only jobs that are being made have their sources. */
void counterfactuals_build(struct counterfactuals *all, struct facts *facts, const struct plan *plan,
                           const struct penalty_jobs_user *user);
/* Sets the findings' measured penalties, or why they have none, and judges them by these; one answer for each job. */
void counterfactuals_take(struct counterfactuals *all, struct facts *facts, const struct penalty_answer *answers);
void counterfactuals_free(struct counterfactuals *all);

#endif
