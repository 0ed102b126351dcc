/* Runs launches' machine code (traffic.h) in up to 8 threads. The results equal those of sequential runs: all launches
 * share one budget of warp instructions, and earlier launches use it first. */
#ifndef GPULINT_MODEL_COMPILED_RUNS_H
#define GPULINT_MODEL_COMPILED_RUNS_H

#include "codegen/cubin.h"
#include "model/compiled/traffic.h"

/* A launch of the kernel with this mangled name in the cubin. All of it must stay until runs_end. */
struct run_item {
	const struct cubin *cubin;
	const char *function;
	const struct launch *launch;
};

struct runs;

/* Starts with the first items and copies the array. Never NULL. */
struct runs *runs_begin(const struct run_item *items, size_t count);
/* Waits for a launch, which must come after the last one waited for. Free the result with traffic_free. */
struct launch_traffic runs_take(struct runs *runs, const struct launch *launch);
/* Waits for running launches and skips those that have not begun. Frees all. */
void runs_end(struct runs *runs);

#endif
