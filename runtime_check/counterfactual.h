/* What a finding's access really costs: the kernel is timed beside a second version of itself in which only that access has the
 * ideal pattern.
 *
 * Whoever changes an access changes what the compiler makes of its surroundings, so that a version counts only if the
 * hardware saw what was meant: as many requests at every line, of the access now the ideal sectors or wavefronts, of all
 * others the same as before, no more spills, and as many blocks at a time. */
#ifndef GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H
#define GPULINT_RUNTIME_CHECK_COUNTERFACTUAL_H

#include <jansson.h>

#include "runtime_check/job_build.h"

enum counterfactual_kind {
	COUNTERFACTUAL_GUESS,      /* in the index itself; only as good as its audit */
	COUNTERFACTUAL_COMPUTED,   /* addresses computed from the access's own, which may take time of its own */
	COUNTERFACTUAL_PLAIN,      /* at no cost: an offset, or a declaration */
};

/* A version of the kernel, in which an access, or the declaration of an array, reads otherwise. */
struct version {
	enum counterfactual_kind kind;
	size_t kernel;             /* of the job's */
	size_t check;              /* likewise, of a GUESS: its audit; COMPUTED: the same, computed twice */
};

/* A finding with its second versions, best first. */
struct counterfactual {
	struct finding *finding;
	const struct planned_kernel *kernel;
	const struct planned_launch *launch;
	const struct site *site;
	bool of_array;             /* all accesses to the site's array change, not it alone */
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

#endif
