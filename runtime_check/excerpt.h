/* Cuts a job's sources down to what some of its kernels need, which saves compile time.
 *
 * It removes definitions and declarations of other kernels whose names do not occur in the rest: not in code, not in
 * macros, and not as two words that a macro could paste. Lines keep their numbers, and code keeps its columns. */
#ifndef GPULINT_RUNTIME_CHECK_EXCERPT_H
#define GPULINT_RUNTIME_CHECK_EXCERPT_H

#include <jansson.h>

struct excerpts;

/* For this job (docs/job.schema.json), which must outlive the excerpts. */
struct excerpts *excerpts_new(const json_t *job);
void excerpts_free(struct excerpts *excerpts);

/* The sources that these kernels need, in the form of a job's. The kernels are shallow copies of the job's kernels and
 * get their new extents. */
json_t *excerpts_take(struct excerpts *excerpts, json_t *kernels);

#endif
