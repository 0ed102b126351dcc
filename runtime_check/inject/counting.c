#include "counting.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "devices.h"
#include "report.h"
#include "wait.h"

/* How often disabling CUPTI is tried. All tries together take at most `seconds`. */
enum { TURNING_OFF = 10 };

static struct {
	const struct cuda_driver *driver;
	const struct cupti *cupti;
	double seconds;
	atomic_bool is_over;
	atomic_bool is_left_on;
	unsigned tries;   /* tries so far to disable CUPTI */
	unsigned counted; /* number of counted launches of all kernels */
	/* The launch that is being counted, or was counted last: */
	struct kernel *kernel;
	struct metrics *metrics;
	struct call_launch launch;
	CUdevice device;
} state;

void
counting_prepare(const struct cuda_driver *driver, const struct cupti *cupti, double seconds)
{
	state.driver = driver;
	state.cupti = cupti;
	state.seconds = seconds;
}

void
counting_give_up(const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!atomic_exchange(&state.is_over, true))
		report_problem(text);
}

bool
counting_is_over(void)
{
	return atomic_load(&state.is_over);
}

void
counting_leave_out(struct kernel *kernel, const char *reason)
{
	if (!atomic_exchange(&kernel->is_reported, true))
		report_uncounted(kernel->name, reason);
}

/* Other GPUs may still be usable. */
static void
refuse_device(struct kernel *kernel, const char *reason)
{
	if (!device_refusal(state.device))
		device_refuse(state.device, reason);
	if (devices_are_refused(state.driver))
		counting_give_up("%s", device_refusal(state.device));
	else
		counting_leave_out(kernel, device_refusal(state.device));
}

bool
counting_begin(struct kernel *kernel, CUcontext context, const struct call_launch *launch)
{
	CUresult result;
	char *error = NULL;
	const enum wait_end end = wait_for_context(state.driver, context, state.seconds, &result);
	if (end == WAIT_TOO_LONG)
		counting_give_up("the GPU was not idle within %.3g s, which counting a launch requires", state.seconds);
	if (end == WAIT_NO_THREAD)
		counting_leave_out(kernel, "the process could not start a thread that waits for the GPU");
	if (end != WAIT_DONE)
		return false;
	if (result != CUDA_SUCCESS || state.driver->cuCtxGetDevice(&state.device) != CUDA_SUCCESS)
		return false; /* the program has failed before, and will be informed of it */
	state.metrics = device_metrics(state.cupti, state.device);
	if (!state.metrics || !metrics_begin(state.metrics, context, &error)) {
		refuse_device(kernel, error);
		free(error);
		return false;
	}
	state.kernel = kernel;
	state.launch = *launch;
	return true;
}

static void
report_nothing_recorded(void)
{
	uint32_t version = 0;
	state.cupti->cuptiGetVersion(&version);
	if (state.counted == 0 || version / 10000 != 13 || version / 100 % 100 != 0)
		counting_leave_out(state.kernel, "CUPTI recorded nothing");
	else
		counting_leave_out(
			state.kernel,
			"CUPTI 13.0 counts only one kernel per process; a later CUPTI (named by GPULINT_CUPTI) counts "
			"all, or --kernel selects one");
}

void
counting_end(CUcontext context, CUresult launched)
{
	struct metric_record *records = NULL;
	size_t count = 0;
	char *error = NULL;
	CUresult result = CUDA_SUCCESS;
	char text[256];
	/* The waiting thread exists: it existed when the count began. */
	if (wait_for_context(state.driver, context, COUNTING_SLOWER * state.seconds, &result) != WAIT_DONE) {
		/* The order matters: a thread that sees that counting is over, but not this flag, would continue
		 * without its lock. */
		atomic_store(&state.is_left_on, true);
		counting_give_up(
			"a launch of %s did not end within %.3g s while it was counted: it is slow, or waits for "
			"another launch",
			state.kernel->name, COUNTING_SLOWER * state.seconds);
		return;
	}
	if (result != CUDA_SUCCESS) {
		/* The context is lost, and its counts with it. */
		counting_leave_out(state.kernel, cuda_error_text(state.driver, result, text, sizeof text));
		return;
	}
	if (counting_is_over()) {
		/* Other threads no longer wait for their turn, and their work may be in the counts. */
		metrics_drop(state.metrics);
		return;
	}
	const bool ended = metrics_end(state.metrics, &records, &count, &error);
	if (launched != CUDA_SUCCESS)
		counting_leave_out(state.kernel, cuda_error_text(state.driver, launched, text, sizeof text));
	else if (!ended)
		counting_leave_out(state.kernel, error ? error : "the process had too little memory");
	else if (count == 0)
		report_nothing_recorded();
	else {
		const struct report_launch launch = {
			.kernel = state.kernel->name,
			.number = state.kernel->counted + 1,
			.launch = state.launch,
			.device = state.device,
			.metrics = state.metrics,
			.records = records,
			.count = count,
		};
		report_launch(state.driver, &launch);
	}
	if (launched == CUDA_SUCCESS)
		state.kernel->counted++;
	state.counted += count > 0;
	free(records);
	free(error);
}

bool
counting_is_left_on(void)
{
	return atomic_load(&state.is_left_on);
}

bool
counting_may_turn_off(CUcontext context)
{
	return counting_is_left_on() && context == state.metrics->context && !wait_goes_on();
}

void
counting_turn_off(void)
{
	CUresult result = CUDA_SUCCESS;
	const enum wait_end end =
		wait_for_context(state.driver, state.metrics->context, state.seconds / TURNING_OFF, &result);
	if (end == WAIT_DONE && result == CUDA_SUCCESS)
		metrics_drop(state.metrics);
	if (end != WAIT_TOO_LONG || ++state.tries == TURNING_OFF)
		atomic_store(&state.is_left_on, false);
}

void
counting_see_end(CUcontext context)
{
	if (counting_is_left_on() && state.metrics->context == context)
		atomic_store(&state.is_left_on, false);
}
