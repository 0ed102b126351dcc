#include "device_runtime.h"

#include <stdbool.h>
#include <string.h>

/* From cuda_device_runtime_api.h of CUDA 13.0, without inline functions. */
/* clang-format off */
static const char *const names[] = {
	"cudaDeviceGetAttribute", "cudaDeviceGetCacheConfig", "cudaDeviceGetLimit", "cudaDeviceGetSharedMemConfig",
	"cudaDeviceSynchronize", "cudaEventCreateWithFlags", "cudaEventDestroy", "cudaEventRecord", "cudaEventRecordWithFlags",
	"cudaFree", "cudaFuncGetAttributes", "cudaGetDevice", "cudaGetDeviceCount", "cudaGetErrorName", "cudaGetErrorString",
	"cudaGetLastError", "cudaGetParameterBuffer", "cudaGetParameterBufferV2", "cudaGraphKernelNodeSetEnabled",
	"cudaGraphKernelNodeSetGridDim", "cudaGraphKernelNodeSetParam", "cudaGraphKernelNodeUpdatesApply", "cudaGraphLaunch",
	"cudaGraphSetConditional", "cudaLaunchDevice", "cudaLaunchDeviceV2", "cudaMalloc", "cudaMemcpy2DAsync", "cudaMemcpy3DAsync",
	"cudaMemcpyAsync", "cudaMemset2DAsync", "cudaMemset3DAsync", "cudaMemsetAsync", "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
	"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "cudaPeekAtLastError", "cudaRuntimeGetVersion",
	"cudaStreamCreateWithFlags", "cudaStreamDestroy", "cudaStreamWaitEvent",
	/* Arguments of these functions. */
	"cudaStreamFireAndForget", "cudaStreamGraphFireAndForget", "cudaStreamGraphFireAndForgetAsSibling", "cudaStreamGraphTailLaunch",
	"cudaStreamTailLaunch",
};
/* clang-format on */

static bool
is_name(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0)
			return true;
	return false;
}

const char *
device_runtime_text(const struct log_error *error, struct arena *arena)
{
	static const char undefined[] = "identifier \"", launch[] = "device-side kernel launch could not be processed";
	const bool is_undefined = strncmp(error->message, undefined, sizeof undefined - 1) == 0;
	const char *name = is_undefined      ? error->message + sizeof undefined - 1
	                   : error->ptx_name ? error->ptx_name
	                                     : "";
	const size_t length = strcspn(name, "\"");
	if (strncmp(error->message, launch, sizeof launch - 1) == 0)
		return "it launches kernels itself, which needs CUDA's device runtime library, and NVRTC cannot link "
		       "that";
	return is_name(name, length)
	               ? arena_printf(arena, "%.*s needs CUDA's device runtime library, which NVRTC cannot link",
	                              (int)length, name)
	               : NULL;
}
