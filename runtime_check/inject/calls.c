#include "calls.h"

#include <cupti_driver_cbid.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Y: the second form of a call, for programs compiled with a default stream for each thread. */
/* clang-format off */
#define CALLS(X, Y) \
	X(cuLaunchKernel, LAUNCH) Y(cuLaunchKernel_ptsz, LAUNCH) \
	X(cuLaunchKernelEx, LAUNCH) Y(cuLaunchKernelEx_ptsz, LAUNCH) \
	X(cuLaunchCooperativeKernel, LAUNCH) Y(cuLaunchCooperativeKernel_ptsz, LAUNCH) \
	X(cuGraphLaunch, GRAPHS) Y(cuGraphLaunch_ptsz, GRAPHS) \
	X(cuLaunchCooperativeKernelMultiDevice, SEVERAL_GPUS) \
	X(cuLaunch, OLD_LAUNCH) X(cuLaunchGrid, OLD_LAUNCH) X(cuLaunchGridAsync, OLD_LAUNCH) \
	X(cuStreamBeginCapture, CAPTURE_BEGIN) Y(cuStreamBeginCapture_ptsz, CAPTURE_BEGIN) \
	X(cuStreamBeginCapture_v2, CAPTURE_BEGIN) Y(cuStreamBeginCapture_v2_ptsz, CAPTURE_BEGIN) \
	X(cuStreamBeginCaptureToGraph, CAPTURE_BEGIN) Y(cuStreamBeginCaptureToGraph_ptsz, CAPTURE_BEGIN) \
	X(cuStreamEndCapture, CAPTURE_END) Y(cuStreamEndCapture_ptsz, CAPTURE_END)
/* clang-format on */

/* By CUPTI's numbers, because its header may be older. An older library may not know them; then its driver has no such
 * calls either. */
/* clang-format off */
#define LATER_CALLS(X, Y) \
	X(846, CAPTURE_BEGIN) Y(847, CAPTURE_BEGIN)   /* cuStreamBeginRecaptureToGraph, since 13.3 */
/* clang-format on */

/* The arguments of cuLaunchKernel and cuLaunchCooperativeKernel, as CUPTI passes them. CUPTI's header of all arguments
 * (generated_cuda_meta.h) would need a cuda.h of the same version. */
struct kernel_arguments {
	CUfunction function;
	unsigned grid[3], block[3], dynamic_shared;
	CUstream stream;
};

/* The arguments of cuLaunchKernelEx that are needed. */
struct kernel_ex_arguments {
	const CUlaunchConfig *config;
};

/* The first argument of calls that begin or end a capture. */
struct stream_arguments {
	CUstream stream;
};

static const struct call_kind {
	CUpti_CallbackId id;
	enum call_role role;
	bool per_thread; /* the default stream is the thread's own */
	bool is_later;   /* CUPTI may not know the call */
} calls[] = {
#define CALL_ENTRY(name, role) {CUPTI_DRIVER_TRACE_CBID_##name, CALL_##role, false, false},
#define PER_THREAD_ENTRY(name, role) {CUPTI_DRIVER_TRACE_CBID_##name, CALL_##role, true, false},
#define LATER_ENTRY(number, role) {(CUpti_CallbackId)(number), CALL_##role, false, true},
#define LATER_PER_THREAD_ENTRY(number, role) {(CUpti_CallbackId)(number), CALL_##role, true, true},
	CALLS(CALL_ENTRY, PER_THREAD_ENTRY) LATER_CALLS(LATER_ENTRY, LATER_PER_THREAD_ENTRY)
#undef LATER_PER_THREAD_ENTRY
#undef LATER_ENTRY
#undef PER_THREAD_ENTRY
#undef CALL_ENTRY
};

/* NULL: the call is not in the list. */
static const struct call_kind *
find_call(CUpti_CallbackId id)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (calls[i].id == id)
			return &calls[i];
	return NULL;
}

CUptiResult
calls_watch(const struct cupti *cupti, CUpti_SubscriberHandle subscriber)
{
	CUptiResult result = CUPTI_SUCCESS;
	for (size_t i = 0; i < sizeof calls / sizeof *calls && result == CUPTI_SUCCESS; i++) {
		result = cupti->cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, calls[i].id);
		if (calls[i].is_later)
			result = CUPTI_SUCCESS;
	}
	return result;
}

enum call_role
call_role(CUpti_CallbackId id)
{
	const struct call_kind *call = find_call(id);
	return call ? call->role : CALL_OTHER;
}

const char *
call_unseen_work(enum call_role role)
{
	static const char *const works[CALL_ROLE_COUNT] = {
		[CALL_LAUNCH] = "kernels of unknown names",
		[CALL_GRAPHS] = "graphs",
		[CALL_SEVERAL_GPUS] = "cooperative kernels on several GPUs",
		[CALL_OLD_LAUNCH] = "kernels by cuLaunch or cuLaunchGrid",
	};
	return works[role];
}

static CUstream
own_stream(CUpti_CallbackId id, CUstream stream)
{
	const struct call_kind *call = find_call(id);
	return !stream && call && call->per_thread ? CU_STREAM_PER_THREAD : stream;
}

struct call_launch
call_launch(CUpti_CallbackId id, const void *parameters)
{
	const struct kernel_arguments *call = parameters;
	struct call_launch launch = {.dynamic_shared = 0};
	if (id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx || id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz) {
		const CUlaunchConfig *config = ((const struct kernel_ex_arguments *)parameters)->config;
		return (struct call_launch){
			{config->gridDimX, config->gridDimY, config->gridDimZ},
			{config->blockDimX, config->blockDimY, config->blockDimZ},
			config->sharedMemBytes,
			own_stream(id, config->hStream),
		};
	}
	memcpy(launch.grid, call->grid, sizeof launch.grid);
	memcpy(launch.block, call->block, sizeof launch.block);
	launch.dynamic_shared = call->dynamic_shared;
	launch.stream = own_stream(id, call->stream);
	return launch;
}

CUstream
call_stream(CUpti_CallbackId id, const void *parameters)
{
	return own_stream(id, ((const struct stream_arguments *)parameters)->stream);
}
