/* What a finding's accesses really cost: the kernel is timed beside a second version of itself in which only these have the
 * ideal pattern.
 *
 * Whoever changes an access changes what the compiler makes of its surroundings, so that a version counts only if the
 * hardware saw what was meant: as many requests at every line, of the accesses now the ideal sectors or wavefronts, of all
 * others the same as before, no more spills, and as many blocks at a time. */
#ifndef GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H
#define GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H

#include <jansson.h>

#include "runtime_check/job_build.h"

/* A version of the kernel, in which accesses, or the declaration of an array, read otherwise. */
struct version {
	size_t kernel;             /* of the job's */
	size_t audit;              /* likewise: of a version that guesses in the index itself where the words are to lie; it is only
	                              as good as this run */
	size_t twice;              /* likewise: of one that computes addresses from the accesses' own, which may take time of its
	                              own: the same, computed twice */
};
#define NO_KERNEL SIZE_MAX

/* A finding with its second versions, best first. */
struct counterfactual {
	struct finding *finding;
	const struct planned_kernel *kernel;
	const struct planned_launch *launch;
	const struct site **sites; /* that change, the one that the finding shows first */
	size_t site_count, site_capacity;
	bool of_array;             /* all accesses to that one's array change */
	struct version *versions;
	size_t count, capacity;
	size_t own;                /* of the job's kernels: the original */
	size_t race;               /* of the job's */
};

struct counterfactuals {
	json_t *document;          /* a job, docs/job.schema.json */
	struct counterfactual *items;
	size_t count, capacity;
};

/* For the findings that a measurement has confirmed; `plan` is what was measured. Findings without a fair second version get
 * the reason. What lives longer is taken from the arena of the facts. */
void counterfactuals_build(struct counterfactuals *all, struct facts *facts, const struct plan *plan);
/* Sets the findings' measured penalties, or why they have none, and judges them by these; `result` is the job's, NULL: there is
 * none, because of `missing`. */
void counterfactuals_take(struct counterfactuals *all, struct facts *facts, const json_t *result, const char *missing);
void counterfactuals_free(struct counterfactuals *all);

/* Whether accesses at both places are one text. */
bool counterfactual_same_text(const struct place *a, const struct place *b);

#endif
