/* Splits a job into jobs that can be run separately, on any machines and in any order, and joins their results. */
#ifndef GPULINT_RUNTIME_CHECK_PARTS_H
#define GPULINT_RUNTIME_CHECK_PARTS_H

#include <jansson.h>
#include <limits.h>
#include <stddef.h>

#include "support/arena.h"

/* A unit is one launch of a kernel of the whole job, in order. A kernel that can only be compiled is a unit too. */
struct part {
	json_t *job;         /* docs/job.schema.json, with an id */
	const char *id;      /* a hash of the whole job: equal ids mean equal jobs */
	const char *name;    /* "0003-transpose", fit for a file name */
	size_t first, count; /* in units */
	/* indices in the whole job of the first kernel, and of the first launch in that kernel */
	size_t kernel, launch;
};

struct parts {
	struct arena arena;
	json_t *whole;
	struct excerpts *excerpts; /* of the whole job's sources */
	size_t *begins;            /* first unit of each kernel; last, the number of units */
	size_t kernel_count;
	struct part *items;
	size_t count, capacity;
};

/* The result of a part; NULL: there is none, and `missing` says why. */
struct part_result {
	json_t *result;
	const char *missing;
};

enum { PARTS_ALL = INT_MAX };

/* Splits into parts of `units` units, or PARTS_ALL; the last part may have fewer. `whole`, a job without an id, must
 * outlive the parts. A part that is not the whole job contains only the code of its own kernels. */
void parts_cut(struct parts *parts, json_t *whole, size_t units);
/* Adds a part whose units other parts contain too. */
void parts_add(struct parts *parts, size_t first, size_t count);
void parts_free(struct parts *parts);

size_t parts_units(const json_t *whole);
/* A hash of the whole job, which has no id yet; from the arena. */
const char *parts_job_id(const json_t *job, struct arena *arena);
/* A hash of the ids of all parts; from the arena. */
const char *parts_identity(const struct parts *parts, struct arena *arena);

/* Joins the parts' results, at least one of which exists, into one result of the whole. If parts share a unit, the last
 * result counts. A launch without a result has the status no-result. A launch that ran on another kind of GPU than
 * others gets that GPU's name as `device`. */
json_t *parts_join(const struct parts *parts, const struct part_result *results);

#endif
