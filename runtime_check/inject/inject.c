/* The library that `gpulint attach` has the CUDA driver load into a program (CUDA_INJECTION64_PATH). It counts, with CUPTI's
 * SASS metrics, the first launches of each kernel, one at a time: while one is counted, no other kernel is begun.
 *
 * The program is a stranger's. Nothing is written to its standard output, no error of ours ends it, no wait of ours is
 * without a limit, and where something cannot be counted it goes on as if we were not there.
 *
 * What it knows is static, here and in the files beside: the driver loads it once into a process, calls it from the program's
 * threads, and there is one GPU driver for all of them. */
/* For a lock that prefers writers. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"
#include "captures.h"
#include "devices.h"
#include "kernels.h"
#include "modules.h"
#include "out.h"
#include "own_thread.h"
#include "runtime_check/run/cuda_driver.h"
#include "tell.h"
#include "wait.h"

enum {
	SLOWER = 4,          /* a launch that is counted may take so many times as long */
	TURNING_OFF = 10,    /* times that it is tried, and parts of the time that they may take together */
};

/* What a thread holds from a call's entry to its exit. */
enum held { NOTHING, A_SHARE, THE_TURN };

static struct {
	struct cuda_driver driver;
	struct cupti cupti;
	unsigned launches;              /* of each kernel that are wanted */
	double seconds;
	pthread_rwlock_t turn;          /* calls that begin work share it; who counts has it alone */
	atomic_bool is_over;            /* nothing more is counted */
	atomic_bool is_left_on;         /* but the last launch's counting is still to be turned off, */
	unsigned tries;                 /* which was tried so often */
	unsigned counted;               /* launches, of all kernels */
	/* Of the launch that has the turn, or was the last: */
	struct kernel *kernel;
	struct metrics *metrics;
	struct call_launch launch;
	CUdevice device;
} state;

static _Thread_local bool is_ours;          /* the thread is in a call of our own */
static _Thread_local unsigned depth;        /* of watched calls that the thread is in */

static void
give_up(const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!atomic_exchange(&state.is_over, true))
		tell_problem(text);
}

/* Once for a kernel. */
static void
leave_out(struct kernel *kernel, const char *reason)
{
	if (!atomic_exchange(&kernel->is_told, true))
		tell_uncounted(kernel->name, reason);
}

/* Once for a role: kernels are begun without us hearing which. */
static void
see_unseen(enum call_role role)
{
	static atomic_bool is_told[CALL_ROLE_COUNT];
	if (!atomic_load(&is_told[role]) && !atomic_exchange(&is_told[role], true))
		tell_unseen(call_unseen_work(role));
}

/* ---- counting a launch --------------------------------------------------------------------------------------------- */

/* Other GPUs may be such as can be counted on. */
static void
refuse_device(struct kernel *kernel, const char *reason)
{
	if (!device_refusal(state.device))
		device_refuse(state.device, reason);
	if (devices_are_refused(&state.driver))
		give_up("%s", device_refusal(state.device));
	else
		leave_out(kernel, device_refusal(state.device));
}

/* With the turn. False: the launch goes on uncounted. */
static bool
begin_count(struct kernel *kernel, CUcontext context, const struct call_launch *launch)
{
	CUresult result;
	char *error = NULL;
	const enum wait_end end = wait_for_context(&state.driver, context, state.seconds, &result);
	if (end == WAIT_TOO_LONG)
		give_up("the GPU was not idle within %.3g s, which it has to be before a launch can be counted", state.seconds);
	if (end == WAIT_NO_THREAD)
		leave_out(kernel, "the process could start no thread to wait for the GPU in");
	if (end != WAIT_DONE)
		return false;
	if (result != CUDA_SUCCESS || state.driver.cuCtxGetDevice(&state.device) != CUDA_SUCCESS)
		return false;   /* the program has failed before, and will hear of it */
	state.metrics = device_metrics(&state.cupti, state.device);
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
tell_nothing_recorded(void)
{
	uint32_t version = 0;
	state.cupti.cuptiGetVersion(&version);
	if (state.counted == 0 || version / 10000 != 13 || version / 100 % 100 != 0)
		leave_out(state.kernel, "CUPTI recorded nothing");
	else
		leave_out(state.kernel, "CUPTI 13.0 counts only one kernel of a process; a later one, in GPULINT_CUPTI, counts all "
		                        "(or --kernel names the one that is wanted)");
}

static void
end_count(CUcontext context, CUresult launched)
{
	struct metric_record *records = NULL;
	size_t count = 0;
	char *error = NULL;
	CUresult result = CUDA_SUCCESS;
	char text[256];
	/* The thread to wait in is there: it was when the count began. */
	if (wait_for_context(&state.driver, context, SLOWER * state.seconds, &result) != WAIT_DONE) {
		/* In this order: who sees that it is over and not that, goes by without a share. */
		atomic_store(&state.is_left_on, true);
		give_up("a launch of %s was not done within %.3g s while it was counted: it is slow, or waits for another",
		        state.kernel->name, SLOWER * state.seconds);
		return;
	}
	if (result != CUDA_SUCCESS) {
		/* The context is lost, and with it what was counted. */
		leave_out(state.kernel, cuda_error_text(&state.driver, result, text, sizeof text));
		return;
	}
	if (atomic_load(&state.is_over)) {
		/* Other threads no longer wait for the turn, and what they began may be counted as well. */
		metrics_drop(state.metrics);
		return;
	}
	const bool ended = metrics_end(state.metrics, &records, &count, &error);
	if (launched != CUDA_SUCCESS)
		leave_out(state.kernel, cuda_error_text(&state.driver, launched, text, sizeof text));
	else if (!ended)
		leave_out(state.kernel, error ? error : "the process had too little memory");
	else if (count == 0)
		tell_nothing_recorded();
	else
		tell_launch(&state.driver, &(struct tell_launch){
			.kernel = state.kernel->name, .number = state.kernel->counted + 1, .launch = state.launch,
			.device = state.device, .metrics = state.metrics, .records = records, .count = count,
		});
	if (launched == CUDA_SUCCESS)
		state.kernel->counted++;
	state.counted += count > 0;
	free(records);
	free(error);
}

/* ---- turning it off later ------------------------------------------------------------------------------------------ */

/* With the turn: nothing is begun meanwhile. */
static void
turn_off_when_idle(void)
{
	CUresult result = CUDA_SUCCESS;
	const enum wait_end end = wait_for_context(&state.driver, state.metrics->context, state.seconds / TURNING_OFF, &result);
	if (end == WAIT_DONE && result == CUDA_SUCCESS)
		metrics_drop(state.metrics);
	if (end != WAIT_TOO_LONG || ++state.tries == TURNING_OFF)
		atomic_store(&state.is_left_on, false);
}

/* Before a call in the context where a launch was not done in time: once it is done. What comes behind may wait for one another
 * as that did, so that it takes no long wait of ours, and no many. */
static void
try_to_turn_off(CUcontext context)
{
	if (context != state.metrics->context || wait_goes_on() || captures_go_on() || pthread_rwlock_trywrlock(&state.turn) != 0)
		return;
	/* Another thread may have done it in the meantime, or begun to capture. */
	if (atomic_load(&state.is_left_on) && !captures_go_on())
		turn_off_when_idle();
	pthread_rwlock_unlock(&state.turn);
}

/* ---- the program's calls ------------------------------------------------------------------------------------------- */

static bool
is_recorded(CUstream stream)
{
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
	return state.driver.cuStreamIsCapturing(stream, &status) == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE;
}

static bool
is_on_refused_device(struct kernel *kernel)
{
	CUdevice device;
	const char *refusal = state.driver.cuCtxGetDevice(&device) == CUDA_SUCCESS ? device_refusal(device) : NULL;
	if (refusal)
		leave_out(kernel, refusal);
	return refusal;
}

static bool
is_amid_capture(struct kernel *kernel)
{
	if (!captures_go_on())
		return false;
	leave_out(kernel, "another stream was being captured, which waiting for the GPU would have ended");
	return true;
}

/* The kernel of a launch that is to be counted, if it is one. */
static struct kernel *
wanted_kernel(const CUpti_CallbackData *call, const struct call_launch *launch)
{
	struct kernel *kernel = call->symbolName ? kernel_named(call->symbolName) : NULL;
	if (!kernel)
		see_unseen(CALL_LAUNCH);
	if (!kernel || kernel->counted >= state.launches)
		return NULL;
	if (!kernel->is_wanted)
		leave_out(kernel, "--kernel does not name it");
	else if (is_recorded(launch->stream))
		leave_out(kernel, "a graph launches it");
	else if (!is_amid_capture(kernel) && !is_on_refused_device(kernel))
		return kernel;
	return NULL;
}

static enum held
enter_launch(CUpti_CallbackId id, const CUpti_CallbackData *call)
{
	const struct call_launch launch = call_launch(id, call->functionParams);
	struct kernel *kernel = wanted_kernel(call, &launch);
	if (!kernel)
		return NOTHING;
	/* Locks of this kind go by no other clock. */
	const struct timespec deadline = wait_deadline(CLOCK_MONOTONIC, SLOWER * state.seconds);
	if (pthread_rwlock_clockwrlock(&state.turn, CLOCK_MONOTONIC, &deadline) != 0) {
		give_up("the program's other threads were in the driver for %.3g s", SLOWER * state.seconds);
		return NOTHING;
	}
	/* Another thread may have counted it in the meantime, or begun to capture. */
	if (kernel->counted < state.launches && !state.is_over && !is_amid_capture(kernel) &&
	    begin_count(kernel, call->context, &launch))
		return THE_TURN;
	pthread_rwlock_unlock(&state.turn);
	return NOTHING;
}

static void
enter(CUpti_CallbackId id, const CUpti_CallbackData *call)
{
	enum held held = NOTHING;
	const enum call_role role = call_role(id);
	if (role != CALL_LAUNCH && call_unseen_work(role))
		see_unseen(role);
	const bool is_over = atomic_load(&state.is_over);
	if (depth++ > 0 || (is_over && !atomic_load(&state.is_left_on))) {
		*call->correlationData = NOTHING;
		return;
	}
	if (is_over)
		try_to_turn_off(call->context);
	else if (role == CALL_LAUNCH)
		held = enter_launch(id, call);
	if (held == NOTHING) {
		const struct timespec deadline = wait_deadline(CLOCK_MONOTONIC, 2 * SLOWER * state.seconds);
		held = pthread_rwlock_clockrdlock(&state.turn, CLOCK_MONOTONIC, &deadline) == 0 ? A_SHARE : NOTHING;
		if (held == NOTHING)
			give_up("a launch that is counted kept the program's other threads waiting for %.3g s", 2 * SLOWER * state.seconds);
	}
	*call->correlationData = held;
}

/* One that went wrong on the way is ended by the call that says so; one that another thread alone may end goes on. */
static void
see_capture_end(CUcontext context, CUstream stream)
{
	if (!is_recorded(stream))
		captures_end(context, stream);
}

static void
leave(CUpti_CallbackId id, const CUpti_CallbackData *call)
{
	const enum held held = (enum held)*call->correlationData;
	const CUresult result = *(const CUresult *)call->functionReturnValue;
	const enum call_role role = call_role(id);
	if (role == CALL_CAPTURE_BEGIN && result == CUDA_SUCCESS)
		captures_begin(call->context, call_stream(id, call->functionParams));
	if (role == CALL_CAPTURE_END)
		see_capture_end(call->context, call_stream(id, call->functionParams));
	if (held == THE_TURN)
		end_count(call->context, result);
	if (held != NOTHING)
		pthread_rwlock_unlock(&state.turn);
	depth -= depth > 0;
}

/* Streams that go while they are captured end that, and with a context go all of its streams. */
static const CUpti_CallbackId resources[] = {
	CUPTI_CBID_RESOURCE_MODULE_LOADED, CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING,
	CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING,
};

static void
see_context_end(CUcontext context)
{
	captures_end_all(context);
	if (atomic_load(&state.is_left_on) && state.metrics->context == context)
		atomic_store(&state.is_left_on, false);
}

static void
see_resource(CUpti_CallbackId id, const CUpti_ResourceData *resource)
{
	const CUpti_ModuleResourceData *module = resource->resourceDescriptor;
	/* What is loaded when nothing more is counted, no count is about. */
	if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED && module->pCubin && module->cubinSize > 0 && !atomic_load(&state.is_over))
		modules_add(module->moduleId, module->pCubin, module->cubinSize);
	else if (id == CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING)
		modules_remove(module->moduleId);
	else if (id == CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING)
		captures_end(resource->context, resource->resourceHandle.stream);
	else if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
		see_context_end(resource->context);
}

static void CUPTIAPI
callback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data)
{
	(void)user;
	if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
		see_resource(id, data);
		return;
	}
	const CUpti_CallbackData *call = data;
	if (domain != CUPTI_CB_DOMAIN_DRIVER_API || is_ours)
		return;
	is_ours = true;
	if (call->callbackSite == CUPTI_API_ENTER)
		enter(id, call);
	else
		leave(id, call);
	is_ours = false;
}

/* ---- the start ----------------------------------------------------------------------------------------------------- */

/* Whole numbers alone: those with a point read otherwise in some of the languages that a program may have set. */
static unsigned long long
number(const char *name, unsigned long long otherwise)
{
	const char *text = getenv(name);
	const unsigned long long value = text ? strtoull(text, NULL, 10) : 0;
	return value ? value : otherwise;
}

static bool
subscribe(void)
{
	CUpti_SubscriberHandle subscriber;
	CUptiResult result = state.cupti.cuptiSubscribe(&subscriber, callback, NULL);
	if (result == CUPTI_SUCCESS)
		result = calls_watch(&state.cupti, subscriber);
	for (size_t i = 0; i < sizeof resources / sizeof *resources && result == CUPTI_SUCCESS; i++)
		result = state.cupti.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, resources[i]);
	if (result == CUPTI_SUCCESS)
		return true;
	const char *text = NULL;
	state.cupti.cuptiGetErrorMessage(result, &text);
	give_up("CUPTI does not show the program's calls: %s (the program may use it itself)", text ? text : "unknown error");
	return false;
}

/* Writers go first: a kernel's first launch has its turn however busy the other threads are. */
static void
make_turn(void)
{
	pthread_rwlockattr_t attributes;
	pthread_rwlockattr_init(&attributes);
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&state.turn, &attributes);
	pthread_rwlockattr_destroy(&attributes);
}

/* While the driver makes the program's context, which takes longer. Whoever counts first, asks for the same once more, and so
 * waits for it. */
static void *
prepare(void *unused)
{
	cupti_prepare(&state.cupti);
	return unused;
}

int InitializeInjection(void);

/* The driver calls it from cuInit. */
__attribute__((visibility("default"))) int
InitializeInjection(void)
{
	static atomic_flag is_begun = ATOMIC_FLAG_INIT;
	const char *folder = getenv(ATTACH_FOLDER);
	char *error = NULL;
	if (atomic_flag_test_and_set(&is_begun) || !folder || !out_open(folder))
		return 1;
	state.launches = (unsigned)number(ATTACH_LAUNCHES, 1);
	state.seconds = (double)number(ATTACH_MILLISECONDS, 30000) / 1e3;
	make_turn();
	if (!kernels_choose(getenv(ATTACH_KERNEL)))
		give_up("--kernel is no regular expression");
	else if (!cuda_driver_find(&state.driver, &error) || !cupti_open(&state.cupti, &error))
		give_up("%s", error ? error : "the process had too little memory");
	else if (subscribe())
		own_thread_start(prepare);
	free(error);
	return 1;
}
