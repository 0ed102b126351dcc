/* The time cost of a site or a launch shape, by the model of model/time.h: the launch's time over its time with that in
 * its ideal form. All NAN if there are no rates, or the launch is not completely known. */
#ifndef GPULINT_RULES_SLOWDOWN_H
#define GPULINT_RULES_SLOWDOWN_H

#include <stdbool.h>

#include "rules/rules.h"

struct site_set {
	const struct site *const *items;
	size_t count;
};

/* The penalty of accesses. For shared memory the array's layout changes, and all accesses to the array with it. */
struct penalty access_slowdown(const struct rule_context *context, struct site_set sites);
/* The same if all other accesses were ideal, so that a bad access is not excused by other bad ones. */
struct penalty access_slowdown_alone(const struct rule_context *context, struct site_set sites);
/* The same for accesses whose lanes each go along a row, compared with one warp for each row: contiguous lanes, and 32
 * times as many warps, if the GPU has room for them. */
struct penalty row_walk_slowdown(const struct rule_context *context, struct site_set sites);
/* A copy in the arena whose sites can be changed, with room for `more` sites. */
struct launch *launch_copy(struct arena *arena, const struct launch *launch, size_t more);
/* The site's demand without its repeated requests. Memory traffic stays, since the data is moved once anyway. */
struct demand demand_unrepeated(const struct site *site, const struct demand *demand);
/* A hypothetical launch: a copy in which the accesses' ideal form is the result of a fix. */
struct repaired_launch {
	const struct launch *launch;
	const char *against; /* a clause for the launch with which a penalty compares: "without conflicts" */
	double warps;        /* warps that a multiprocessor then holds, if these are fewer; 0: as many as now */
	/* the accesses in the copy that get their ideal form; empty: those of the query */
	struct site_set changed;
	struct work saved;
	bool is_freed; /* as of struct time_form */
};
/* The launch with two fixes of different arrays that share an index. */
const struct repaired_launch *repaired_by_both(struct arena *arena, const struct launch *launch,
                                               const struct repaired_launch *a, const struct repaired_launch *b);
/* Like access_slowdown, compared with this launch. */
struct penalty repair_slowdown(const struct rule_context *context, const struct repaired_launch *repaired,
                               struct site_set sites);
struct penalty repair_slowdown_alone(const struct rule_context *context, const struct repaired_launch *repaired,
                                     struct site_set sites);
/* The launch's penalty, compared with another launch that does the same work. */
struct penalty launch_slowdown(const struct rule_context *context, const struct launch *other);
/* The penalty of a branch whose arms are executed by `waste` times as many warps as needed. If the work in its arms is
 * unknown, it is from nothing to the whole launch. */
struct penalty branch_slowdown(const struct rule_context *context, const struct site *branch, double waste);
/* The penalty of the block size, compared with blocks of TIME_USUAL_BLOCK threads. */
struct penalty block_size_slowdown(const struct rule_context *context);
/* The same, compared with blocks of `threads` threads, of which a multiprocessor holds `warps` warps. */
struct penalty block_shape_slowdown(const struct rule_context *context, unsigned threads, unsigned warps);
/* The penalty of a lower occupancy than the GPU allows. */
struct penalty occupancy_slowdown(const struct rule_context *context);

/* The penalty of too few threads, compared with `times` as many that share the work, in blocks of at least
 * TIME_USUAL_BLOCK. */
struct penalty spread_slowdown(const struct rule_context *context, double times);
/* The penalty of idle warps: only the share `needed` of the warps has work. */
struct penalty idle_slowdown(const struct rule_context *context, double needed);
/* The penalty of `lanes` lanes with the same work. It compares with one lane for each result or, if a warp goes along
 * memory, with contiguous lanes. */
struct penalty redundancy_slowdown(const struct rule_context *context, double lanes);
/* The penalty of accesses to neighbouring elements of which a lane moves one, but could move `elements`. */
struct penalty narrow_slowdown(const struct rule_context *context, double elements);
bool narrow_is_mergeable(const struct site *site);
/* The penalty of arrays in local memory, compared with `shared` bytes per block of shared memory; 0: with registers. */
struct penalty local_slowdown(const struct rule_context *context, int64_t shared);
/* The penalty of barriers that `warps` warps execute, counted over the whole launch. */
struct penalty barrier_slowdown(const struct rule_context *context, double warps);
/* The penalty of accesses to host memory, compared with device memory and copies of `copies_us` microseconds. */
struct penalty link_slowdown(const struct rule_context *context, double copies_us);
/* The penalty of a block's warps with more iterations than others. */
struct penalty uneven_slowdown(const struct rule_context *context);

/* Why the launch has no penalties at all, as a clause; NULL: a penalty is only missing because something is unknown. */
const char *why_no_slowdown(struct rule_context *context);

/* Microseconds of the launch's predicted time, over all its repetitions, that the penalty costs; NAN: unknown. */
double time_saved(const struct rule_context *context, struct penalty penalty);

#endif
