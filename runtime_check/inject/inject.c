/* The library that `gpulint attach` makes the CUDA driver load into a program (CUDA_INJECTION64_PATH). With CUPTI's
 * SASS metrics it counts the first launches of each kernel, one at a time. While a launch is counted, no other
 * kernel begins.
 *
 * The program is the user's own. The library writes nothing to its standard output, never terminates it, and never
 * waits without a time limit. If something cannot be counted, the program continues as if the library were absent.
 *
 * The state is static, here and in the neighbouring files: the driver loads the library once into a process and
 * calls it from the program's threads, and all threads share one driver. */
/* for a lock that prefers writers */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"
#include "captures.h"
#include "counting.h"
#include "devices.h"
#include "kernels.h"
#include "modules.h"
#include "out.h"
#include "own_thread.h"
#include "runtime_check/run/cuda_driver.h"
#include "report.h"
#include "wait.h"

/* The lock that a thread holds from a call's entry to its exit. */
enum held { NOTHING, A_SHARE, THE_TURN };

static struct {
	struct cuda_driver driver;
	struct cupti cupti;
	unsigned launches; /* how many launches of each kernel to count */
	double seconds;
	pthread_rwlock_t turn; /* calls that begin work hold it shared; a thread that counts holds it exclusively */
} state;

static _Thread_local bool is_ours;   /* the thread is in a call that this library makes */
static _Thread_local unsigned depth; /* number of watched calls that the thread is in */

/* Reports once for each role that kernels begin whose names are not known. */
static void
see_unseen(enum call_role role)
{
	static atomic_bool is_reported[CALL_ROLE_COUNT];
	if (!atomic_load(&is_reported[role]) && !atomic_exchange(&is_reported[role], true))
		report_unseen(call_unseen_work(role));
}

/* ---- the program's calls ----------------------------------------------------------------------------------------- */

static bool
is_recorded(CUstream stream)
{
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
	return state.driver.cuStreamIsCapturing(stream, &status) == CUDA_SUCCESS &&
	       status != CU_STREAM_CAPTURE_STATUS_NONE;
}

static bool
is_on_refused_device(struct kernel *kernel)
{
	CUdevice device;
	const char *refusal = state.driver.cuCtxGetDevice(&device) == CUDA_SUCCESS ? device_refusal(device) : NULL;
	if (refusal)
		counting_leave_out(kernel, refusal);
	return refusal;
}

static bool
is_amid_capture(struct kernel *kernel)
{
	if (!captures_go_on())
		return false;
	counting_leave_out(kernel, "another stream was being captured, and waiting for the GPU would have ended the "
	                           "capture");
	return true;
}

/* The kernel of a launch that is to be counted; NULL: none. */
static struct kernel *
wanted_kernel(const CUpti_CallbackData *call, const struct call_launch *launch)
{
	struct kernel *kernel = call->symbolName ? kernel_named(call->symbolName) : NULL;
	if (!kernel)
		see_unseen(CALL_LAUNCH);
	if (!kernel || kernel->counted >= state.launches)
		return NULL;
	if (!kernel->is_wanted)
		counting_leave_out(kernel, "--kernel does not match it");
	else if (is_recorded(launch->stream))
		counting_leave_out(kernel, "a graph launches it");
	else if (!is_amid_capture(kernel) && !is_on_refused_device(kernel))
		return kernel;
	return NULL;
}

/* After a launch that did not end in time, later launches may wait for each other in the same way. So the waits of this
 * library must be short and few. */
static void
try_to_turn_off(CUcontext context)
{
	if (!counting_may_turn_off(context) || captures_go_on() || pthread_rwlock_trywrlock(&state.turn) != 0)
		return;
	/* Another thread may have disabled CUPTI in the meantime, or begun a capture. */
	if (counting_is_left_on() && !captures_go_on())
		counting_turn_off();
	pthread_rwlock_unlock(&state.turn);
}

static enum held
enter_launch(CUpti_CallbackId id, const CUpti_CallbackData *call)
{
	const struct call_launch launch = call_launch(id, call->functionParams);
	struct kernel *kernel = wanted_kernel(call, &launch);
	if (!kernel)
		return NOTHING;
	/* pthread_rwlock_clockwrlock with the monotonic clock, which a change of the wall clock does not affect */
	const struct timespec deadline = wait_deadline(CLOCK_MONOTONIC, COUNTING_SLOWER * state.seconds);
	if (pthread_rwlock_clockwrlock(&state.turn, CLOCK_MONOTONIC, &deadline) != 0) {
		counting_give_up("other threads of the program were in the driver for %.3g s",
		                 COUNTING_SLOWER * state.seconds);
		return NOTHING;
	}
	/* Another thread may have counted the launch in the meantime, or begun a capture. */
	if (kernel->counted < state.launches && !counting_is_over() && !is_amid_capture(kernel) &&
	    counting_begin(kernel, call->context, &launch))
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
	const bool is_over = counting_is_over();
	if (depth++ > 0 || (is_over && !counting_is_left_on())) {
		*call->correlationData = NOTHING;
		return;
	}
	if (is_over)
		try_to_turn_off(call->context);
	else if (role == CALL_LAUNCH)
		held = enter_launch(id, call);
	if (held == NOTHING) {
		const struct timespec deadline = wait_deadline(CLOCK_MONOTONIC, 2 * COUNTING_SLOWER * state.seconds);
		held = pthread_rwlock_clockrdlock(&state.turn, CLOCK_MONOTONIC, &deadline) == 0 ? A_SHARE : NOTHING;
		if (held == NOTHING)
			counting_give_up("a counted launch blocked the program's other threads for %.3g s",
			                 2 * COUNTING_SLOWER * state.seconds);
	}
	*call->correlationData = held;
}

/* A failed capture ends with the call that reports the failure. A capture that only another thread may end
 * continues. */
static void
see_capture_end(CUcontext context, CUstream stream)
{
	if (!is_recorded(stream))
		captures_end(context, stream);
}

static void
leave(CUpti_CallbackId id, const CUpti_CallbackData *call)
{
	const enum held held = (enum held) * call->correlationData;
	const CUresult result = *(const CUresult *)call->functionReturnValue;
	const enum call_role role = call_role(id);
	if (role == CALL_CAPTURE_BEGIN && result == CUDA_SUCCESS)
		captures_begin(call->context, call_stream(id, call->functionParams));
	if (role == CALL_CAPTURE_END)
		see_capture_end(call->context, call_stream(id, call->functionParams));
	if (held == THE_TURN)
		counting_end(call->context, result);
	if (held != NOTHING)
		pthread_rwlock_unlock(&state.turn);
	depth -= depth > 0;
}

/* Destroying a stream ends its capture. Destroying a context ends the captures of all its streams. */
static const CUpti_CallbackId resources[] = {
	CUPTI_CBID_RESOURCE_MODULE_LOADED,
	CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING,
	CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING,
	CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING,
};

static void
see_context_end(CUcontext context)
{
	captures_end_all(context);
	counting_see_end(context);
}

static void
see_resource(CUpti_CallbackId id, const CUpti_ResourceData *resource)
{
	const CUpti_ModuleResourceData *module = resource->resourceDescriptor;
	/* A module that is loaded after counting has ended is not needed. */
	if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED && module->pCubin && module->cubinSize > 0 && !counting_is_over())
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

/* ---- initialization ---------------------------------------------------------------------------------------------- */

/* Integers only: the decimal point depends on the locale that the program may have set. */
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
	counting_give_up("CUPTI does not report the program's calls: %s (the program may use CUPTI itself)",
	                 text ? text : "unknown error");
	return false;
}

/* Writers have priority, so that a kernel's first launch is counted however busy the other threads are. */
static void
make_turn(void)
{
	pthread_rwlockattr_t attributes;
	pthread_rwlockattr_init(&attributes);
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&state.turn, &attributes);
	pthread_rwlockattr_destroy(&attributes);
}

/* Runs while the driver creates the program's context, which takes longer. The first count calls the same function
 * again and so waits for it. */
static void *
prepare(void *unused)
{
	cupti_prepare(&state.cupti);
	return unused;
}

int InitializeInjection(void);

/* The driver calls it in cuInit. */
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
	counting_prepare(&state.driver, &state.cupti, state.seconds);
	if (!kernels_choose(getenv(ATTACH_KERNEL)))
		counting_give_up("--kernel is not a regular expression");
	else if (!cuda_driver_find(&state.driver, &error) || !cupti_open(&state.cupti, &error))
		counting_give_up("%s", error ? error : "the process had too little memory");
	else if (subscribe())
		own_thread_start(prepare);
	free(error);
	return 1;
}
