/* A job cut into jobs that can be run apart, on any machines in any order, and their results put together again. */
#ifndef GPULINT_RUNTIME_CHECK_PARTS_H
#define GPULINT_RUNTIME_CHECK_PARTS_H

#include <jansson.h>
#include <limits.h>
#include <stddef.h>

#include "support/arena.h"

/* The whole's units are the launches of its kernels, in order; a kernel that can only be compiled is one, too. */
struct part {
	json_t *job;           /* docs/job.schema.json, with an id */
	const char *id;        /* made of all that is in the job: equal ids are equal jobs */
	const char *name;      /* "0003-transpose", as a file may be called */
	size_t first, count;   /* units */
	size_t kernel, launch; /* which of the whole its first kernel and that kernel's first launch are */
};

struct parts {
	struct arena arena;
	json_t *whole;
	struct excerpts *excerpts; /* of its sources */
	size_t *begins;            /* the units with which its kernels begin; behind them all units */
	size_t kernel_count;
	struct part *items;
	size_t count, capacity;
};

/* The result of a part; NULL: there is none, and why not. */
struct part_result {
	json_t *result;
	const char *missing;
};

enum { PARTS_ALL = INT_MAX };

/* Parts of so many units, or PARTS_ALL; the last may have fewer. `whole`, a job without an id, outlives them. Parts that are not
 * all of it carry their own kernels' code. */
void parts_cut(struct parts *parts, json_t *whole, size_t units);
/* One more, of units that others have as well. */
void parts_add(struct parts *parts, size_t first, size_t count);
void parts_free(struct parts *parts);

size_t parts_units(const json_t *whole);
/* Made of all that is in the job, which has none yet, in the arena. */
const char *parts_job_id(const json_t *job, struct arena *arena);
/* Made of the ids of all parts, in the arena. */
const char *parts_identity(const struct parts *parts, struct arena *arena);

/* The results, one a part, at least one of which there is, as one result of the whole; of a unit's results the last one counts.
 * A launch without any has the status no-result; one that ran on another kind of GPU than others has the name of its own as
 * `device`. */
json_t *parts_join(const struct parts *parts, const struct part_result *results);

#endif
