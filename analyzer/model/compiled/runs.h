/* Runs launches' machine code (traffic.h) on all processors. What comes out is what it would be one after the other: only so many
 * instructions of warps are run of all launches together, and earlier launches have the first claim to them. */
#ifndef GPULINT_MODEL_COMPILED_RUNS_H
#define GPULINT_MODEL_COMPILED_RUNS_H

#include "codegen/cubin.h"
#include "model/compiled/traffic.h"

/* A launch of the kernel that has this (mangled) name in the cubin; all of that stays until the end. */
struct run_item {
	const struct cubin *cubin;
	const char *function;
	const struct launch *launch;
};

struct runs;

/* Begins with the first items, of which there is a copy. Never NULL. */
struct runs *runs_begin(const struct run_item *items, size_t count);
/* Waits for the launch, one of those behind the last that was waited for; for traffic_free. */
struct launch_traffic runs_take(struct runs *runs, const struct launch *launch);
/* Leaves out what has not begun. */
void runs_end(struct runs *runs);

#endif
