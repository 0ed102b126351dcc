/* Times launches with device events, and any other repeatable work. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_TIMING_H
#define GPULINT_RUNTIME_CHECK_RUN_TIMING_H

#include "gpu.h"
#include "sample.h"

struct module_variables;

/* A launch that can be repeated. */
struct call {
	CUfunction function;
	const unsigned *grid, *block;
	unsigned shared;  /* dynamic shared memory in bytes */
	bool cooperative; /* blocks wait for each other, so all must fit at once */
	CUstream stream;  /* NULL: the default stream */
	void **arguments;
	struct module_variables *variables; /* of its kernel's module; a preparation may restore them */
};

/* Restores the call's environment before a run: contents of buffers, variables and surfaces, and the caches. May be
 * NULL. */
struct preparation {
	/* Only enqueues work. */
	CUresult (*prepare)(void *context, const struct call *call);
	/* After warm-up runs, when nothing is enqueued: records what they have changed. May be NULL. */
	CUresult (*learn)(void *context, const struct call *call);
	void *context;
};

/* Calls `learn`, if there is one. */
CUresult preparation_learn(const struct preparation *preparation, const struct call *call);

struct time_result {
	double median_us, low_us, high_us, min_us; /* low and high: 10th and 90th percentiles */
	unsigned runs, batch;
};

/* Repeatable work. */
struct timed {
	/* Runs it `batch` times in a row; *us is the time of one. `cover`: it is so short that the time of enqueueing
	 * must be hidden. */
	CUresult (*run)(void *context, unsigned batch, bool cover, double *us);
	CUresult (*learn)(void *context); /* as of a preparation; may be NULL */
	void *context;
	bool is_single; /* a batch is always 1 */
};

CUresult call_enqueue(const struct gpu *gpu, const struct call *call);

/* Warms up, then repeats until the median's error is small enough, or for timing->seconds, but at least six times
 * (sample.h) if there is time. If there is no time after the warm-up, the warm-up is the only run. Except for the
 * first, no run begins that would end after `latest`, by clock_seconds(). A failed run ends the timing. */
CUresult time_runs(const struct timed *timed, const struct timing *timing, double latest, struct time_result *result);
/* The same for a launch in the default stream. */
CUresult time_call(const struct gpu *gpu, const struct call *call, const struct timing *timing, double latest,
                   const struct preparation *preparation, struct time_result *result);

/* Times of several calls, with one run of each in every round. */
struct turns {
	double **times; /* [call][round], in us, with room for turns_room() rounds */
	unsigned runs;  /* number of rounds; initially 0 */
	double step_us; /* set: the timer's step for a single launch; see sample_step() */
	double latest;  /* by clock_seconds(): no round or warm-up begins that would end later */
};

unsigned turns_room(const struct timing *timing);
/* Runs the calls alternately until all medians are accurate enough, for at most timing->seconds each. But there are
 * enough rounds for an interval (sample.h), even beyond the timing's max_runs. Fewer runs: there was not enough
 * time. */
CUresult time_alternately(const struct gpu *gpu, const struct call *calls, size_t count, const struct timing *timing,
                          const struct preparation *preparation, struct turns *turns);

#endif
