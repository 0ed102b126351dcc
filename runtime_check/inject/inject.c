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

/* What a thread holds from a call's entry to its exit. */
enum held { NOTHING, A_SHARE, THE_TURN };

static struct {
	struct cuda_driver driver;
	struct cupti cupti;
	unsigned launches; /* of each kernel that are wanted */
	double seconds;
	pthread_rwlock_t turn; /* calls that begin work share it; who counts has it alone */
} state;

static _Thread_local bool is_ours;   /* the thread is in a call of our own */
static _Thread_local unsigned depth; /* of watched calls that the thread is in */

/* Once for a role: kernels are begun without us hearing which. */
static void
see_unseen(enum call_role role)
{
	static atomic_bool is_reported[CALL_ROLE_COUNT];
	if (!atomic_load(&is_reported[role]) && !atomic_exchange(&is_reported[role], true))
		report_unseen(call_unseen_work(role));
}

/* ---- the program's calls ------------------------------------------------------------------------------------------- */

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
		counting_leave_out(kernel, "--kernel does not match it");
	else if (is_recorded(launch->stream))
		counting_leave_out(kernel, "a graph launches it");
	else if (!is_amid_capture(kernel) && !is_on_refused_device(kernel))
		return kernel;
	return NULL;
}

/* What comes behind a launch that was not done in time may wait for one another as that did: no long wait of ours, and no
 * many. */
static void
try_to_turn_off(CUcontext context)
{
	if (!counting_may_turn_off(context) || captures_go_on() || pthread_rwlock_trywrlock(&state.turn) != 0)
		return;
	/* Another thread may have done it in the meantime, or begun to capture. */
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
	/* Locks of this kind go by no other clock. */
	const struct timespec deadline = wait_deadline(CLOCK_MONOTONIC, COUNTING_SLOWER * state.seconds);
	if (pthread_rwlock_clockwrlock(&state.turn, CLOCK_MONOTONIC, &deadline) != 0) {
		counting_give_up("other threads of the program were in the driver for %.3g s",
		                 COUNTING_SLOWER * state.seconds);
		return NOTHING;
	}
	/* Another thread may have counted it in the meantime, or begun to capture. */
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

/* Streams that go while they are captured end that, and with a context go all of its streams. */
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
	/* What is loaded when nothing more is counted, no count is about. */
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
	counting_give_up("CUPTI does not report the program's calls: %s (the program may use CUPTI itself)",
	                 text ? text : "unknown error");
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
