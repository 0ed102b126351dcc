/* What a site or a shape costs in time, by the model of model/time.h: the launch's time as it is over its time with that in
 * its ideal form. All NAN where there are no rates, or something of the launch is not known. */
#ifndef GPULINT_RULES_SLOWDOWN_H
#define GPULINT_RULES_SLOWDOWN_H

#include <stdbool.h>

#include "rules/rules.h"

struct site_set {
	const struct site *const *items;
	size_t count;
};

/* Of accesses. Of shared memory the layout of the array is what changes, and with it all accesses to that. */
struct penalty access_slowdown(const struct rule_context *context, struct site_set sites);
/* The same if all other accesses were ideal: what is bad throughout is not excused by what is as bad beside it. */
struct penalty access_slowdown_alone(const struct rule_context *context, struct site_set sites);
/* The same of accesses whose lanes go along a row each, against a warp to a row: its lanes side by side, and as many more warps as
 * there are lanes, where the GPU has room for them. */
struct penalty row_walk_slowdown(const struct rule_context *context, struct site_set sites);
/* A copy in the arena whose sites may be changed, with room for some more. */
struct launch *launch_copy(struct arena *arena, const struct launch *launch, size_t more);
/* Of a demand of the site's that without its repeated requests. What memory moves is moved once anyway. */
struct demand demand_unrepeated(const struct site *site, const struct demand *demand);
/* A launch as it would be: a copy whose accesses have as their ideal form what a repair makes of them. */
struct repaired_launch {
	const struct launch *launch;
	const char *against; /* "without conflicts": what a penalty compares the launch with, as a clause */
	double warps;        /* that a multiprocessor then holds, where these are fewer; 0: as many as now */
	/* of the copy: the accesses that take their ideal form; empty: those that are asked for */
	struct site_set changed;
	struct work saved;
	bool is_freed; /* as of struct time_form */
};
/* Both of two repairs of the launch, each of another array, where lanes go by the same index. */
const struct repaired_launch *repaired_by_both(struct arena *arena, const struct launch *launch,
                                               const struct repaired_launch *a, const struct repaired_launch *b);
/* As access_slowdown, against that. */
struct penalty repair_slowdown(const struct rule_context *context, const struct repaired_launch *repaired,
                               struct site_set sites);
struct penalty repair_slowdown_alone(const struct rule_context *context, const struct repaired_launch *repaired,
                                     struct site_set sites);
/* Of the launch, against another that does the same work. */
struct penalty launch_slowdown(const struct rule_context *context, const struct launch *other);
/* Of a branch of which so many warps run a side where one would do. Where it is not known what stands on its sides: from
 * nothing to all that the launch does. */
struct penalty branch_slowdown(const struct rule_context *context, const struct site *branch, double waste);
/* Of the block size, against blocks of TIME_USUAL_BLOCK threads. */
struct penalty block_size_slowdown(const struct rule_context *context);
/* The same against blocks of so many threads, of which a multiprocessor holds so many warps. */
struct penalty block_shape_slowdown(const struct rule_context *context, unsigned threads, unsigned warps);
/* Of having fewer warps on a multiprocessor than it can hold. */
struct penalty occupancy_slowdown(const struct rule_context *context);

/* Of what so many times as many threads would share among them, in blocks of TIME_USUAL_BLOCK at least. */
struct penalty spread_slowdown(const struct rule_context *context, double times);
/* Of warps of which that share alone has something to do. */
struct penalty idle_slowdown(const struct rule_context *context, double needed);
/* Of so many lanes that do the same: against one lane for each result or, where a warp goes along memory, all lanes side by side. */
struct penalty redundancy_slowdown(const struct rule_context *context, double lanes);
/* Of accesses to neighbouring elements of which a lane moves one where it could move so many. */
struct penalty narrow_slowdown(const struct rule_context *context, double elements);
bool narrow_is_mergeable(const struct site *site);
/* Of arrays that lie in local memory, against shared memory, of which so many bytes a block are then taken; 0: registers. */
struct penalty local_slowdown(const struct rule_context *context, int64_t shared);
/* Of barriers to which so many warps come, all of the launch's together. */
struct penalty barrier_slowdown(const struct rule_context *context, double warps);
/* Of accesses to the host's memory, against copies of that which take so long and accesses to the device's. */
struct penalty link_slowdown(const struct rule_context *context, double copies_us);
/* Of warps of a block that make more iterations than others. */
struct penalty uneven_slowdown(const struct rule_context *context);

/* Why there is none for all that is found in the launch, as a clause; NULL: nothing stands in its way but what is not known. */
const char *why_no_slowdown(struct rule_context *context);

/* Microseconds of the launch's predicted time, however often it is repeated, that the penalty makes out; NAN: not known. */
double time_saved(const struct rule_context *context, struct penalty penalty);

#endif
