/* Results of jobs, from files: which job each is of, and what is wrong with those that are of none. */
#ifndef GPULINT_CLI_RESULTS_H
#define GPULINT_CLI_RESULTS_H

#include <stddef.h>

#include "cli/analysis.h"
#include "runtime_check/parts.h"

/* Puts what the files hold, each one document or several, into `results`, one a part, all 0 before. What cannot be used, and
 * parts that are left without a result or a GPU, is told and is among what could not be done. The count of results. */
size_t results_read(struct part_result *results, const struct parts *parts, const char *const *paths, size_t count,
                    struct analysis *analysis);
void results_free(struct part_result *results, size_t count);

#endif
