#include "timing.h"

#include <math.h>
#include <stdlib.h>

#include "sample.h"
#include "support/clock.h"
#include "support/memory.h"

/* What events resolve at least, by the driver's documentation; on newer GPUs it is less. */
static const double EVENT_STEP_US = 0.5;
/* Launches shorter than this are timed several at once, for that step's sake. */
static const double BATCH_US = 100, MAX_BATCH = 200;
/* Before a short run one more launch keeps the device busy while the processor enqueues the run, so that the time of the
 * enqueueing is not part of it. For longer runs it does not matter. */
static const double COVER_US = 1000;

CUresult
call_enqueue(const struct gpu *gpu, const struct call *call)
{
	if (call->cooperative)
		return gpu->cu.cuLaunchCooperativeKernel(call->function, call->grid[0], call->grid[1], call->grid[2],
		                                         call->block[0], call->block[1], call->block[2], call->shared,
		                                         call->stream, call->arguments);
	return gpu->cu.cuLaunchKernel(call->function, call->grid[0], call->grid[1], call->grid[2], call->block[0],
	                              call->block[1], call->block[2], call->shared, call->stream, call->arguments, NULL);
}

struct stopwatch {
	const struct gpu *gpu;
	const struct call *call;
	const struct preparation *preparation;
	CUevent begin, end;
};

static CUresult
run(void *context, unsigned batch, bool cover, double *us)
{
	const struct stopwatch *watch = context;
	const struct cuda_driver *cu = &watch->gpu->cu;
	CUresult result = CUDA_SUCCESS;
	if (watch->preparation)
		result = watch->preparation->prepare(watch->preparation->context, watch->call);
	else if (cover)
		result = call_enqueue(watch->gpu, watch->call);
	if (result == CUDA_SUCCESS)
		result = cu->cuEventRecord(watch->begin, NULL);
	for (unsigned i = 0; i < batch && result == CUDA_SUCCESS; i++)
		result = call_enqueue(watch->gpu, watch->call);
	if (result == CUDA_SUCCESS)
		result = cu->cuEventRecord(watch->end, NULL);
	if (result == CUDA_SUCCESS)
		result = cu->cuEventSynchronize(watch->end);
	float ms = 0;
	if (result == CUDA_SUCCESS)
		result = cu->cuEventElapsedTime(&ms, watch->begin, watch->end);
	*us = 1e3 * (double)ms / batch;
	return result;
}

/* What is prepared before each launch cannot be repeated without it. */
static struct timed
timed_by(struct stopwatch *watch)
{
	return (struct timed){.run = run, .context = watch, .is_single = watch->preparation != NULL};
}

static void
summarise(const double *sorted, unsigned runs, unsigned batch, struct time_result *result)
{
	*result = (struct time_result){
		.median_us = sample_quantile(sorted, runs, 0.5),
		.low_us = sample_quantile(sorted, runs, 0.1),
		.high_us = sample_quantile(sorted, runs, 0.9),
		.min_us = sorted[0],
		.runs = runs,
		.batch = batch,
	};
}

static CUresult
warm_up(const struct timed *timed, double warmup_ms, double *us)
{
	const double end = clock_seconds() + 1e-3 * warmup_ms;
	CUresult result;
	/* The last run's time is the estimate; one that is long by itself is warm enough. */
	result = timed->run(timed->context, 1, false, us);
	while (result == CUDA_SUCCESS && clock_seconds() < end)
		result = timed->run(timed->context, timed->is_single || *us > BATCH_US ? 1 : 16, false, us);
	return result;
}

static unsigned
batch_of(const struct timed *timed, double estimate_us)
{
	return timed->is_single || estimate_us >= BATCH_US ? 1 :
	                                                     (unsigned)ceil(fmin(BATCH_US / fmax(estimate_us, 0.1), MAX_BATCH));
}

/* A run of such a length is not begun that would not end well before the launch is given up. */
static bool
has_room(const struct timing *timing, double begin, unsigned runs)
{
	const double passed = clock_seconds() - begin;
	return passed + passed / fmax(runs, 1) < 0.5 * timing->limit;
}

static CUresult
repeat(const struct timed *timed, const struct timing *timing, double estimate_us, struct time_result *result)
{
	const unsigned batch = batch_of(timed, estimate_us);
	const double begin = clock_seconds();
	const unsigned least = timing->min_runs < SAMPLE_LEAST_ROUNDS ? timing->min_runs : SAMPLE_LEAST_ROUNDS;
	double *times = memory_zeroed(timing->max_runs, sizeof *times);
	double *sorted = memory_zeroed(timing->max_runs, sizeof *sorted);
	CUresult status = CUDA_SUCCESS;
	unsigned runs = 0;
	while (runs < timing->max_runs && (runs == 0 || clock_seconds() < begin + timing->seconds ||
	                                   (runs < least && has_room(timing, begin, runs)))) {
		status = timed->run(timed->context, batch, estimate_us * batch < COVER_US, &times[runs]);
		if (status != CUDA_SUCCESS)
			break;
		runs++;
		sample_sort(sorted, times, runs);
		if (runs >= timing->min_runs && sample_median_error(sorted, runs) < timing->tolerance)
			break;
	}
	if (status == CUDA_SUCCESS)
		summarise(sorted, runs, batch, result);
	free(sorted);
	free(times);
	return status;
}

static CUresult
make_events(struct stopwatch *watch)
{
	const CUresult result = watch->gpu->cu.cuEventCreate(&watch->begin, CU_EVENT_DEFAULT);
	return result == CUDA_SUCCESS ? watch->gpu->cu.cuEventCreate(&watch->end, CU_EVENT_DEFAULT) : result;
}

static void
free_events(const struct stopwatch *watch)
{
	if (watch->begin)
		watch->gpu->cu.cuEventDestroy(watch->begin);
	if (watch->end)
		watch->gpu->cu.cuEventDestroy(watch->end);
}

CUresult
time_runs(const struct timed *timed, const struct timing *timing, struct time_result *result)
{
	double estimate_us = 0;
	const CUresult status = warm_up(timed, timing->warmup_ms, &estimate_us);
	return status == CUDA_SUCCESS ? repeat(timed, timing, estimate_us, result) : status;
}

CUresult
time_call(const struct gpu *gpu, const struct call *call, const struct timing *timing,
          const struct preparation *preparation, struct time_result *result)
{
	struct stopwatch watch = {.gpu = gpu, .call = call, .preparation = preparation};
	const struct timed timed = timed_by(&watch);
	CUresult status = make_events(&watch);
	if (status == CUDA_SUCCESS)
		status = time_runs(&timed, timing, result);
	free_events(&watch);
	return status;
}

/* ---- in turns ------------------------------------------------------------------------------------------------------ */

unsigned
turns_room(const struct timing *timing)
{
	return timing->max_runs > SAMPLE_LEAST_ROUNDS ? timing->max_runs : SAMPLE_LEAST_ROUNDS;
}

/* One run of each, every other round backwards, so that what drifts favours none. */
static CUresult
run_round(struct stopwatch *watch, const struct call *calls, size_t count, double estimate_us, struct turns *turns)
{
	const struct timed timed = timed_by(watch);
	const unsigned batch = batch_of(&timed, estimate_us);
	CUresult status = CUDA_SUCCESS;
	for (size_t i = 0; i < count && status == CUDA_SUCCESS; i++) {
		const size_t which = turns->runs % 2 ? count - 1 - i : i;
		watch->call = &calls[which];
		status = run(watch, batch, estimate_us * batch < COVER_US, &turns->times[which][turns->runs]);
	}
	turns->runs += status == CUDA_SUCCESS;
	return status;
}

static bool
are_well_known(const struct turns *turns, size_t count, const struct timing *timing, double *sorted)
{
	for (size_t i = 0; i < count; i++) {
		sample_sort(sorted, turns->times[i], turns->runs);
		if (sample_median_error(sorted, turns->runs) >= timing->tolerance)
			return false;
	}
	return turns->runs >= timing->min_runs;
}

static bool
goes_on(const struct turns *turns, size_t count, const struct timing *timing, double begin)
{
	const double now = clock_seconds(), round = (now - begin) / fmax(turns->runs, 1);
	if (turns->runs < SAMPLE_LEAST_ROUNDS)
		return now + round < turns->latest;
	return turns->runs < timing->max_runs && now < begin + timing->seconds * (double)count;
}

CUresult
time_in_turns(const struct gpu *gpu, const struct call *calls, size_t count, const struct timing *timing,
              const struct preparation *preparation, struct turns *turns)
{
	struct stopwatch watch = {.gpu = gpu, .call = calls, .preparation = preparation};
	const struct timed timed = timed_by(&watch);
	double estimate_us = 0, *sorted = memory_zeroed(turns_room(timing), sizeof *sorted);
	CUresult status = make_events(&watch);
	for (size_t i = 0; i < count && status == CUDA_SUCCESS; i++) {
		watch.call = &calls[i];
		status = warm_up(&timed, timing->warmup_ms, &estimate_us);
	}
	const double begin = clock_seconds();
	while (status == CUDA_SUCCESS && goes_on(turns, count, timing, begin)) {
		status = run_round(&watch, calls, count, estimate_us, turns);
		if (status == CUDA_SUCCESS && turns->runs >= SAMPLE_LEAST_ROUNDS && are_well_known(turns, count, timing, sorted))
			break;
	}
	if (turns->runs > 0)
		turns->step_us = sample_step(turns->times, count, turns->runs, EVENT_STEP_US / batch_of(&timed, estimate_us));
	free_events(&watch);
	free(sorted);
	return status;
}
