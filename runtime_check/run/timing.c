#include "timing.h"

#include <math.h>
#include <stdlib.h>

#include "sample.h"
#include "support/allocate.h"
#include "support/clock.h"

/* The resolution of events according to the driver's documentation; on newer GPUs it is finer. */
static const double EVENT_STEP_US = 0.5;
/* Shorter launches are timed in batches, because of that resolution. */
static const double BATCH_US = 100, MAX_BATCH = 200;
/* Upper limit for a batch of the longest of several alternately timed calls. */
static const double LONGEST_BATCH_US = 10000;
/* Before a run shorter than this, one more launch keeps the device busy while the processor enqueues the run. So the
 * run's time does not include the enqueueing, which is negligible for longer runs. */
static const double COVER_US = 1000;

CUresult
call_enqueue(const struct gpu *gpu, const struct call *call)
{
	if (call->cooperative)
		return gpu->cu.cuLaunchCooperativeKernel(call->function, call->grid[0], call->grid[1], call->grid[2],
		                                         call->block[0], call->block[1], call->block[2], call->shared,
		                                         call->stream, call->arguments);
	return gpu->cu.cuLaunchKernel(call->function, call->grid[0], call->grid[1], call->grid[2], call->block[0],
	                              call->block[1], call->block[2], call->shared, call->stream, call->arguments,
	                              NULL);
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

CUresult
preparation_learn(const struct preparation *preparation, const struct call *call)
{
	return preparation && preparation->learn ? preparation->learn(preparation->context, call) : CUDA_SUCCESS;
}

static CUresult
learn(void *context)
{
	const struct stopwatch *watch = context;
	return preparation_learn(watch->preparation, watch->call);
}

/* If each launch needs a preparation, launches cannot be batched. */
static struct timed
timed_by(struct stopwatch *watch)
{
	return (struct timed){.run = run, .learn = learn, .context = watch, .is_single = watch->preparation != NULL};
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

/* Estimates of a run, from the last one. */
struct estimate {
	double us;      /* its time in us */
	double seconds; /* seconds until it ends, including everything around it */
};

static CUresult
run_to_warm_up(const struct timed *timed, unsigned batch, struct estimate *estimate)
{
	const double begin = clock_seconds();
	const CUresult result = timed->run(timed->context, batch, false, &estimate->us);
	estimate->seconds = (clock_seconds() - begin) / batch;
	return result;
}

static CUresult
run_until(const struct timed *timed, double end, double latest, struct estimate *estimate)
{
	CUresult result = CUDA_SUCCESS;
	for (double now; result == CUDA_SUCCESS && (now = clock_seconds()) < end && now + estimate->seconds < latest;)
		result = run_to_warm_up(timed, timed->is_single || estimate->us > BATCH_US ? 1 : 16, estimate);
	return result;
}

/* A single long run is warm-up enough. A second half follows because variables that only some runs change may change in
 * the first half. */
static CUresult
warm_up(const struct timed *timed, double warmup_ms, double latest, struct estimate *estimate)
{
	CUresult result = run_to_warm_up(timed, 1, estimate);
	const double half = 0.5 * (1e-3 * warmup_ms - estimate->seconds);
	for (int i = 0; i < 2 && result == CUDA_SUCCESS; i++) {
		if (timed->learn && (i == 0 || half > 0))
			result = timed->learn(timed->context);
		if (result == CUDA_SUCCESS)
			result = run_until(timed, clock_seconds() + half, latest, estimate);
	}
	return result;
}

static unsigned
batch_of(const struct timed *timed, double estimate_us)
{
	return timed->is_single || estimate_us >= BATCH_US
	               ? 1
	               : (unsigned)ceil(fmin(BATCH_US / fmax(estimate_us, 0.1), MAX_BATCH));
}

/* Repeats for `seconds`, and until there are `least` runs. No run begins that would end after `latest`. `first`
 * estimates the duration of the first run. */
struct repetition {
	double begin, seconds, latest, first;
	unsigned least;
};

static bool
goes_on(const struct repetition *repetition, unsigned runs)
{
	const double now = clock_seconds(), next = runs ? (now - repetition->begin) / runs : repetition->first;
	return now + next < repetition->latest &&
	       (runs < repetition->least || now < repetition->begin + repetition->seconds);
}

static CUresult
repeat(const struct timed *timed, const struct timing *timing, double latest, const struct estimate *estimate,
       struct time_result *result)
{
	unsigned batch = batch_of(timed, estimate->us);
	const struct repetition repetition = {
		.begin = clock_seconds(),
		.seconds = timing->seconds,
		.latest = latest,
		.first = estimate->seconds * batch,
		.least = timing->min_runs < SAMPLE_LEAST_ROUNDS ? timing->min_runs : SAMPLE_LEAST_ROUNDS,
	};
	double *times = memory_zeroed(timing->max_runs, sizeof *times);
	double *sorted = memory_zeroed(timing->max_runs, sizeof *sorted);
	CUresult status = CUDA_SUCCESS;
	unsigned runs = 0;
	while (runs < timing->max_runs && goes_on(&repetition, runs)) {
		status = timed->run(timed->context, batch, estimate->us * batch < COVER_US, &times[runs]);
		if (status != CUDA_SUCCESS)
			break;
		runs++;
		sample_sort(sorted, times, runs);
		if (runs >= timing->min_runs && sample_median_error(sorted, runs) < timing->tolerance)
			break;
	}
	if (runs == 0) {
		sorted[runs++] = estimate->us;
		batch = 1;
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
time_runs(const struct timed *timed, const struct timing *timing, double latest, struct time_result *result)
{
	struct estimate estimate = {0};
	const CUresult status = warm_up(timed, timing->warmup_ms, latest, &estimate);
	return status == CUDA_SUCCESS ? repeat(timed, timing, latest, &estimate, result) : status;
}

CUresult
time_call(const struct gpu *gpu, const struct call *call, const struct timing *timing, double latest,
          const struct preparation *preparation, struct time_result *result)
{
	struct stopwatch watch = {.gpu = gpu, .call = call, .preparation = preparation};
	const struct timed timed = timed_by(&watch);
	CUresult status = make_events(&watch);
	if (status == CUDA_SUCCESS)
		status = time_runs(&timed, timing, latest, result);
	free_events(&watch);
	return status;
}

/* ---- alternate timing -------------------------------------------------------------------------------------------- */

unsigned
turns_room(const struct timing *timing)
{
	return timing->max_runs > SAMPLE_LEAST_ROUNDS ? timing->max_runs : SAMPLE_LEAST_ROUNDS;
}

/* One batch size for all, so that the timer's step is equal for all: the size that the shortest call needs. */
static unsigned
batch_alternately(const struct timed *timed, const struct estimate *estimates, size_t count)
{
	double shortest = estimates[0].us, longest = estimates[0].us;
	for (size_t i = 1; i < count; i++) {
		shortest = fmin(shortest, estimates[i].us);
		longest = fmax(longest, estimates[i].us);
	}
	return (unsigned)fmax(fmin(batch_of(timed, shortest), floor(LONGEST_BATCH_US / fmax(longest, 0.1))), 1);
}

/* One run of each call. Every other round is in reverse order, so that drift favours none. */
static CUresult
run_round(struct stopwatch *watch, const struct call *calls, size_t count, unsigned batch,
          const struct estimate *estimates, struct turns *turns)
{
	CUresult status = CUDA_SUCCESS;
	for (size_t i = 0; i < count && status == CUDA_SUCCESS; i++) {
		const size_t which = turns->runs % 2 ? count - 1 - i : i;
		watch->call = &calls[which];
		status = run(watch, batch, estimates[which].us * batch < COVER_US, &turns->times[which][turns->runs]);
	}
	turns->runs += status == CUDA_SUCCESS;
	return status;
}

static bool
are_well_known(const struct turns *turns, size_t count, const struct timing *timing, double *sorted)
{
	for (size_t i = 0; i < count; i++) {
		sample_sort(sorted, turns->times[i], turns->runs);
		if (!(sample_median_error(sorted, turns->runs) <
		      timing->tolerance)) /* also false for times of 0, for which the error is NAN */
			return false;
	}
	return turns->runs >= timing->min_runs;
}

/* Versions of a kernel take about equally long, so the previous one's time is an estimate. */
static CUresult
warm_up_all(struct stopwatch *watch, const struct call *calls, size_t count, const struct timing *timing, double latest,
            struct estimate *estimates, bool *in_time)
{
	const struct timed timed = timed_by(watch);
	CUresult status = CUDA_SUCCESS;
	*in_time = true;
	for (size_t i = 0; i < count && status == CUDA_SUCCESS && *in_time; i++) {
		watch->call = &calls[i];
		*in_time = i == 0 || clock_seconds() + estimates[i - 1].seconds < latest;
		if (*in_time)
			status = warm_up(&timed, timing->warmup_ms, latest, &estimates[i]);
	}
	return status;
}

static CUresult
run_rounds(struct stopwatch *watch, const struct call *calls, size_t count, const struct timing *timing,
           const struct estimate *estimates, struct turns *turns)
{
	const struct timed timed = timed_by(watch);
	const unsigned batch = batch_alternately(&timed, estimates, count);
	struct repetition repetition = {
		.begin = clock_seconds(),
		.seconds = timing->seconds * (double)count,
		.latest = turns->latest,
		.least = SAMPLE_LEAST_ROUNDS,
	};
	for (size_t i = 0; i < count; i++)
		repetition.first += estimates[i].seconds * batch;
	double *sorted = memory_zeroed(turns_room(timing), sizeof *sorted);
	CUresult status = CUDA_SUCCESS;
	while (status == CUDA_SUCCESS && turns->runs < turns_room(timing) && goes_on(&repetition, turns->runs)) {
		status = run_round(watch, calls, count, batch, estimates, turns);
		if (status == CUDA_SUCCESS && turns->runs >= SAMPLE_LEAST_ROUNDS &&
		    are_well_known(turns, count, timing, sorted))
			break;
	}
	if (turns->runs > 0)
		turns->step_us = sample_step(turns->times, count, turns->runs, EVENT_STEP_US / batch);
	free(sorted);
	return status;
}

CUresult
time_alternately(const struct gpu *gpu, const struct call *calls, size_t count, const struct timing *timing,
                 const struct preparation *preparation, struct turns *turns)
{
	struct stopwatch watch = {.gpu = gpu, .call = calls, .preparation = preparation};
	struct estimate *estimates = memory_zeroed(count, sizeof *estimates);
	bool in_time = true;
	CUresult status = make_events(&watch);
	if (status == CUDA_SUCCESS)
		status = warm_up_all(&watch, calls, count, timing, turns->latest, estimates, &in_time);
	if (status == CUDA_SUCCESS && in_time)
		status = run_rounds(&watch, calls, count, timing, estimates, turns);
	free_events(&watch);
	free(estimates);
	return status;
}
