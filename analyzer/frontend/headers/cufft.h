/* cuFFT. */
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_
#pragma GCC system_header
#include <gpulint/library_call.h>
#include <cuComplex.h>
#define _CUFFT_H_
typedef enum cufftResult_t {
	CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR,
	CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INCOMPLETE_PARAMETER_LIST,
	CUFFT_INVALID_DEVICE, CUFFT_PARSE_ERROR, CUFFT_NO_WORKSPACE, CUFFT_NOT_IMPLEMENTED, CUFFT_LICENSE_ERROR,
	CUFFT_NOT_SUPPORTED, CUFFT_MISSING_DEPENDENCY, CUFFT_NVRTC_FAILURE, CUFFT_NVJITLINK_FAILURE, CUFFT_NVSHMEM_FAILURE,
} cufftResult;
typedef enum cufftType_t { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 } cufftType;
typedef enum { CUFFT_COMPATIBILITY_FFTW_PADDING = 1 } cufftCompatibility;
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
#define CUFFT_VERSION 12000
#define MAX_CUFFT_ERROR 0x11
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum { CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE } cufftXtCopyType;
typedef enum { CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE, CUFFT_XT_FORMAT_INPLACE_SHUFFLED } cufftXtSubFormat;
typedef enum { CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX, CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE } cufftXtCallbackType;
typedef struct { int version, nGPUs, GPUs[64]; void *data[64]; size_t size[64]; void *cudaXtState; } cudaXtDesc;
typedef struct { int version; cudaXtDesc *descriptor; int library, subFormat; void *libDescriptor; } cudaLibXtDesc;
typedef cufftComplex (*cufftCallbackLoadC)(void *, size_t, void *, void *);
typedef cufftReal (*cufftCallbackLoadR)(void *, size_t, void *, void *);
typedef void (*cufftCallbackStoreC)(void *, size_t, cufftComplex, void *, void *);
typedef void (*cufftCallbackStoreR)(void *, size_t, cufftReal, void *, void *);
#define __GL_CUFFT(name) __GL_LIBRARY_CALL(cufftResult, CUFFT_SUCCESS, name)
__GL_CUFFT(cufftPlan1d)
__GL_CUFFT(cufftPlan2d)
__GL_CUFFT(cufftPlan3d)
__GL_CUFFT(cufftPlanMany)
__GL_CUFFT(cufftMakePlan1d)
__GL_CUFFT(cufftMakePlan2d)
__GL_CUFFT(cufftMakePlan3d)
__GL_CUFFT(cufftMakePlanMany)
__GL_CUFFT(cufftMakePlanMany64)
__GL_CUFFT(cufftCreate)
__GL_CUFFT(cufftDestroy)
__GL_CUFFT(cufftExecC2C)
__GL_CUFFT(cufftExecR2C)
__GL_CUFFT(cufftExecC2R)
__GL_CUFFT(cufftExecZ2Z)
__GL_CUFFT(cufftExecD2Z)
__GL_CUFFT(cufftExecZ2D)
__GL_CUFFT(cufftSetStream)
__GL_CUFFT(cufftSetWorkArea)
__GL_CUFFT(cufftSetAutoAllocation)
__GL_CUFFT(cufftSetCompatibilityMode)
__GL_CUFFT(cufftGetVersion)
__GL_CUFFT(cufftGetSize)
__GL_CUFFT(cufftGetSize1d)
__GL_CUFFT(cufftGetSize2d)
__GL_CUFFT(cufftGetSize3d)
__GL_CUFFT(cufftGetSizeMany)
__GL_CUFFT(cufftEstimate1d)
__GL_CUFFT(cufftEstimate2d)
__GL_CUFFT(cufftEstimate3d)
__GL_CUFFT(cufftEstimateMany)
__GL_CUFFT(cufftXtSetGPUs)
__GL_CUFFT(cufftXtMalloc)
__GL_CUFFT(cufftXtMemcpy)
__GL_CUFFT(cufftXtFree)
__GL_CUFFT(cufftXtSetWorkArea)
__GL_CUFFT(cufftXtExecDescriptorC2C)
__GL_CUFFT(cufftXtExecDescriptorR2C)
__GL_CUFFT(cufftXtExecDescriptorC2R)
__GL_CUFFT(cufftXtExecDescriptorZ2Z)
__GL_CUFFT(cufftXtExec)
__GL_CUFFT(cufftXtMakePlanMany)
__GL_CUFFT(cufftXtSetCallback)
__GL_CUFFT(cufftXtClearCallback)
__GL_CUFFT(cufftXtQueryPlan)
#endif
