/* Timing: launches by device events, and whatever else can be run again and again. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_TIMING_H
#define GPULINT_RUNTIME_CHECK_RUN_TIMING_H

#include "gpu.h"
#include "sample.h"

struct module_variables;

/* A launch, ready to be made again and again. */
struct call {
	CUfunction function;
	const unsigned *grid, *block;
	unsigned shared;  /* dynamic, bytes */
	bool cooperative; /* all blocks have to fit at once: they wait for each other */
	CUstream stream;  /* NULL: the default one */
	void **arguments;
	struct module_variables *variables; /* of its kernel's module; a preparation may restore them */
};

/* What puts the call's surroundings back into their stated form before a run: contents of buffers, variables and surfaces,
 * the caches. May be NULL. */
struct preparation {
	/* Only enqueues work. */
	CUresult (*prepare)(void *context, const struct call *call);
	/* Behind runs of the warm-up, when nothing is enqueued: notes what they have changed. May be NULL. */
	CUresult (*learn)(void *context, const struct call *call);
	void *context;
};

/* Has it learn, if there is one that does. */
CUresult preparation_learn(const struct preparation *preparation, const struct call *call);

struct time_result {
	double median_us, low_us, high_us, min_us; /* low and high: 10th and 90th percentiles */
	unsigned runs, batch;
};

/* What is timed. */
struct timed {
	/* Runs it `batch` times in a row; *us: the time of one of them. `cover`: so short that issuing must not count. */
	CUresult (*run)(void *context, unsigned batch, bool cover, double *us);
	CUresult (*learn)(void *context); /* as a preparation's; may be NULL */
	void *context;
	bool is_single; /* a batch is always 1 */
};

CUresult call_enqueue(const struct gpu *gpu, const struct call *call);

/* Warms up, then repeats until the median is known well enough, or for timing->seconds; but some six times (sample.h) if there is
 * time. Where none is left behind the warm-up, that was the only run. No run is begun that would end later than `latest`, by
 * clock_seconds(), but the first. A run that fails ends it. */
CUresult time_runs(const struct timed *timed, const struct timing *timing, double latest, struct time_result *result);
/* The same of a launch in the default stream. */
CUresult time_call(const struct gpu *gpu, const struct call *call, const struct timing *timing, double latest,
                   const struct preparation *preparation, struct time_result *result);

/* Times of several calls, one of each in every round. */
struct turns {
	double **times; /* [call][round], in us, with room for as many as turns_room() tells */
	unsigned runs;  /* rounds; 0 at first */
	double step_us; /* set: of the timer, in what is told of one launch; see sample_step() */
	double latest;  /* by clock_seconds(): no round that would end later is begun, nor a call's warm-up */
};

unsigned turns_room(const struct timing *timing);
/* Runs the calls by turns until all medians are known well enough, for timing->seconds each at most, but so often that there is
 * an interval (sample.h), even beyond the timing's max_runs. Fewer runs: it was too late for that. */
CUresult time_alternately(const struct gpu *gpu, const struct call *calls, size_t count, const struct timing *timing,
                          const struct preparation *preparation, struct turns *turns);

#endif
