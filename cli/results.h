/* Results of jobs, from files: which job each is of, and what is wrong with those that are of none. */
#ifndef GPULINT_CLI_RESULTS_H
#define GPULINT_CLI_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/analysis.h"
#include "runtime_check/parts.h"
#include "support/hash_index.h"

/* Results of jobs that are none of the parts. */
struct results_left {
	struct arena arena;
	struct result_left {
		json_t *result;
		const char *path; /* the file that it is from */
		bool taken;
	} *items;
	size_t count, capacity;
	struct hash_index by_job; /* ... in the same order */
};

/* Puts what the files hold, each one document or several, into `results`, one a part, all 0 before, and into `left`. What cannot
 * be used, and parts that are left without a result or a GPU, is told and is among what could not be done. The count of results
 * of parts. */
size_t results_read(struct part_result *results, struct results_left *left, const struct parts *parts,
                    const char *const *paths, size_t count, struct analysis *analysis);
void results_free(struct part_result *results, size_t count);

/* The result of the job of that id, for the caller to release; NULL: there is none. One that ran goes first. */
json_t *results_left_take(struct results_left *left, const char *id);
/* Tells of those that nobody has taken: they are among what could not be done. */
void results_left_report(const struct results_left *left, struct analysis *analysis);
void results_left_free(struct results_left *left);

#endif
