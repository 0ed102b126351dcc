/* Results of jobs from files: assigns each to its job, and reports those that belong to none. */
#ifndef GPULINT_CLI_RESULTS_H
#define GPULINT_CLI_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/analysis.h"
#include "runtime_check/parts.h"
#include "support/hash_index.h"

/* Results of jobs that are not among the parts. */
struct results_left {
	struct arena arena;
	struct result_left {
		json_t *result;
		const char *path; /* the file that contains it */
		bool taken;
	} *items;
	size_t count, capacity;
	struct hash_index by_job; /* in the order of `items` */
};

/* Reads the results from the files, each with one or several documents, into `results` (one for each part, zeroed
 * before) and into `left`. Unusable documents, and parts without a result or a GPU, are reported as undone work.
 * Returns the number of results for parts. */
size_t results_read(struct part_result *results, struct results_left *left, const struct parts *parts,
                    const char *const *paths, size_t count, struct analysis *analysis);
void results_free(struct part_result *results, size_t count);

/* The result of the job with this id, which the caller releases; NULL: there is none. One that ran is preferred. */
json_t *results_left_take(struct results_left *left, const char *id);
/* Reports the results that were not taken as undone work. */
void results_left_report(const struct results_left *left, struct analysis *analysis);
void results_left_free(struct results_left *left);

#endif
