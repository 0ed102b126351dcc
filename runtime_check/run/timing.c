#include "timing.h"

#include <math.h>
#include <stdlib.h>

#include "support/clock.h"
#include "support/memory.h"

/* Launches shorter than this are timed several at once: events resolve about half a microsecond. */
static const double BATCH_US = 100, MAX_BATCH = 200;
/* Before a short run one more launch keeps the device busy while the processor enqueues the run, so that the time of the
 * enqueueing is not part of it. For longer runs it does not matter. */
static const double COVER_US = 1000;

CUresult
call_enqueue(const struct gpu *gpu, const struct call *call)
{
	if (call->cooperative)
		return gpu->cu.cuLaunchCooperativeKernel(call->function, call->grid[0], call->grid[1], call->grid[2],
		                                         call->block[0], call->block[1], call->block[2], call->shared, NULL,
		                                         call->arguments);
	return gpu->cu.cuLaunchKernel(call->function, call->grid[0], call->grid[1], call->grid[2], call->block[0],
	                              call->block[1], call->block[2], call->shared, NULL, call->arguments, NULL);
}

struct stopwatch {
	const struct gpu *gpu;
	const struct call *call;
	const struct preparation *preparation;
	CUevent begin, end;
};

/* The time of one of `batch` launches in a row. */
static CUresult
run(const struct stopwatch *watch, unsigned batch, bool cover, double *us)
{
	const struct cuda_driver *cu = &watch->gpu->cu;
	CUresult result = CUDA_SUCCESS;
	if (watch->preparation)
		result = watch->preparation->prepare(watch->preparation->context);
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

static int
compare_doubles(const void *left, const void *right)
{
	const double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

/* Linear between neighbours; `sorted` has at least one item. */
static double
quantile(const double *sorted, unsigned count, double share)
{
	const double place = share * (count - 1);
	const unsigned below = (unsigned)place;
	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

/* The median's standard error, by the quartiles (a normal distribution's are 1.349 deviations apart), over the median. */
static double
relative_error(const double *sorted, unsigned count)
{
	const double deviation = (quantile(sorted, count, 0.75) - quantile(sorted, count, 0.25)) / 1.349;
	return 1.2533 * deviation / sqrt(count) / quantile(sorted, count, 0.5);
}

static void
summarise(const double *sorted, unsigned runs, unsigned batch, struct time_result *result)
{
	*result = (struct time_result){
		.median_us = quantile(sorted, runs, 0.5),
		.low_us = quantile(sorted, runs, 0.1),
		.high_us = quantile(sorted, runs, 0.9),
		.min_us = sorted[0],
		.runs = runs,
		.batch = batch,
	};
}

static CUresult
warm_up(const struct stopwatch *watch, double warmup_ms, double *us)
{
	const double end = clock_seconds() + 1e-3 * warmup_ms;
	CUresult result;
	/* The last run's time is the estimate; one that is long by itself is warm enough. */
	result = run(watch, 1, false, us);
	while (result == CUDA_SUCCESS && clock_seconds() < end)
		result = run(watch, watch->preparation || *us > BATCH_US ? 1 : 16, false, us);
	return result;
}

static CUresult
repeat(const struct stopwatch *watch, const struct timing *timing, double estimate_us, struct time_result *result)
{
	/* What is prepared before each launch cannot be repeated without it. */
	const unsigned batch = watch->preparation || estimate_us >= BATCH_US ? 1 :
	                       (unsigned)ceil(fmin(BATCH_US / fmax(estimate_us, 0.1), MAX_BATCH));
	const double deadline = clock_seconds() + timing->seconds;
	double *times = memory_zeroed(timing->max_runs, sizeof *times);
	double *sorted = memory_zeroed(timing->max_runs, sizeof *sorted);
	CUresult status = CUDA_SUCCESS;
	unsigned runs = 0;
	while (runs < timing->max_runs && (runs == 0 || clock_seconds() < deadline)) {
		status = run(watch, batch, estimate_us * batch < COVER_US, &times[runs]);
		if (status != CUDA_SUCCESS)
			break;
		runs++;
		for (unsigned i = 0; i < runs; i++)
			sorted[i] = times[i];
		qsort(sorted, runs, sizeof *sorted, compare_doubles);
		if (runs >= timing->min_runs && relative_error(sorted, runs) < timing->tolerance)
			break;
	}
	if (status == CUDA_SUCCESS)
		summarise(sorted, runs, batch, result);
	free(sorted);
	free(times);
	return status;
}

CUresult
time_call(const struct gpu *gpu, const struct call *call, const struct timing *timing,
          const struct preparation *preparation, struct time_result *result)
{
	struct stopwatch watch = {.gpu = gpu, .call = call, .preparation = preparation};
	CUresult status = gpu->cu.cuEventCreate(&watch.begin, CU_EVENT_DEFAULT);
	if (status == CUDA_SUCCESS)
		status = gpu->cu.cuEventCreate(&watch.end, CU_EVENT_DEFAULT);
	double estimate_us = 0;
	if (status == CUDA_SUCCESS)
		status = warm_up(&watch, timing->warmup_ms, &estimate_us);
	if (status == CUDA_SUCCESS)
		status = repeat(&watch, timing, estimate_us, result);
	if (watch.begin)
		gpu->cu.cuEventDestroy(watch.begin);
	if (watch.end)
		gpu->cu.cuEventDestroy(watch.end);
	return status;
}
