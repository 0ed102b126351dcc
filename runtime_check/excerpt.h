/* A job's sources, cut down to what some of its kernels need: what the compiler need not see takes none of its time.
 *
 * What goes are definitions and declarations of other kernels, if nothing that stays says their names: neither code nor macros,
 * nor two words that a macro may make one of. Lines keep their numbers, and code its columns. */
#ifndef GPULINT_RUNTIME_CHECK_EXCERPT_H
#define GPULINT_RUNTIME_CHECK_EXCERPT_H

#include <jansson.h>

struct excerpts;

/* Of that job (docs/job.schema.json), which outlives them. */
struct excerpts *excerpts_new(const json_t *job);
void excerpts_free(struct excerpts *excerpts);

/* The sources that these kernels are of, as a job of them alone has them. The kernels, shallow copies of the job's own, get their
 * new extents. */
json_t *excerpts_take(struct excerpts *excerpts, json_t *kernels);

#endif
