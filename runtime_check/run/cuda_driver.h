/* The CUDA driver API, opened at run time. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CUDA_DRIVER_H
#define GPULINT_RUNTIME_CHECK_RUN_CUDA_DRIVER_H

#include <cuda.h>
#include <stdbool.h>

/* cuda.h renames some functions to versioned symbols by macros. Members and symbol names follow it. */
/* clang-format off */
#define CUDA_DRIVER_FUNCTIONS(X) \
	X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString) \
	X(cuDeviceGetCount) X(cuDeviceGet) X(cuDeviceGetName) X(cuDeviceGetAttribute) X(cuDeviceTotalMem) X(cuDeviceGetUuid) \
	X(cuDevicePrimaryCtxRetain) X(cuCtxSetCurrent) X(cuCtxGetDevice) X(cuCtxSynchronize) X(cuStreamIsCapturing) \
	X(cuModuleLoadData) X(cuModuleUnload) X(cuModuleGetFunction) X(cuModuleGetGlobal) \
	X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuOccupancyMaxActiveBlocksPerMultiprocessor) \
	X(cuMemAlloc) X(cuMemFree) X(cuMemcpyHtoD) X(cuMemcpyDtoH) X(cuMemcpyDtoD) X(cuMemcpyDtoDAsync) \
	X(cuMemsetD8) X(cuMemsetD8Async) \
	X(cuArray3DCreate) X(cuArrayDestroy) X(cuMemcpy3D) X(cuMemcpy3DAsync) \
	X(cuTexObjectCreate) X(cuTexObjectDestroy) X(cuSurfObjectCreate) X(cuSurfObjectDestroy) \
	X(cuMemHostAlloc) X(cuMemFreeHost) X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuStreamCreate) X(cuStreamDestroy) \
	X(cuLaunchKernel) X(cuLaunchCooperativeKernel) \
	X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) X(cuEventSynchronize) X(cuEventElapsedTime)
/* clang-format on */

struct cuda_driver {
#define CUDA_DRIVER_MEMBER(name) __typeof__(&name) name;
	CUDA_DRIVER_FUNCTIONS(CUDA_DRIVER_MEMBER)
#undef CUDA_DRIVER_MEMBER
};

/* Opens the library without calling it. False: there is none; *error says why, and the caller frees it. */
bool cuda_driver_find(struct cuda_driver *driver, char **error);
/* Opens and initializes the driver. *count is the number of GPUs. False: no GPU can be used; *error says why, and the
 * caller frees it. */
bool cuda_driver_open(struct cuda_driver *driver, int *count, char **error);

/* "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)"; in static memory or `text`. */
const char *cuda_error_text(const struct cuda_driver *driver, CUresult result, char *text, size_t size);

#endif
