/* The driver API: types, and the calls with which programs load and launch. Modules are not analysed. */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#pragma GCC system_header
#include <gpulint_prelude.h>
#define CUDA_VERSION 13000
#define CU_IPC_HANDLE_SIZE 64
#define CU_MEMHOSTALLOC_PORTABLE 1
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CU_MEMHOSTALLOC_WRITECOMBINED 4
#define CU_MEMHOSTREGISTER_PORTABLE 1
#define CU_MEMHOSTREGISTER_DEVICEMAP 2
#define CU_TRSF_READ_AS_INTEGER 1
#define CU_TRSF_NORMALIZED_COORDINATES 2
#define CU_PARAM_TR_DEFAULT (-1)
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define CU_DEVICE_CPU ((CUdevice)-1)
#define CU_STREAM_LEGACY ((CUstream)1)
#define CU_STREAM_PER_THREAD ((CUstream)2)
#define CUDAAPI
typedef unsigned cuuint32_t;
typedef unsigned long cuuint64_t;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef cudaEvent_t CUevent;
typedef cudaStream_t CUstream;
typedef cudaGraph_t CUgraph;
typedef cudaGraphNode_t CUgraphNode;
typedef cudaGraphExec_t CUgraphExec;
typedef cudaMemPool_t CUmemoryPool;
typedef struct CUgraphicsResource_st *CUgraphicsResource;
typedef struct CUlinkState_st *CUlinkState;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef struct CUexternalMemory_st *CUexternalMemory;
typedef struct CUexternalSemaphore_st *CUexternalSemaphore;
typedef void (*CUhostFn)(void *);
typedef size_t (*CUoccupancyB2DSize)(int);

typedef enum cudaError_enum {
	CUDA_SUCCESS, CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_NOT_INITIALIZED, CUDA_ERROR_DEINITIALIZED,
	CUDA_ERROR_PROFILER_DISABLED, CUDA_ERROR_PROFILER_NOT_INITIALIZED, CUDA_ERROR_PROFILER_ALREADY_STARTED,
	CUDA_ERROR_PROFILER_ALREADY_STOPPED, CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_INVALID_DEVICE, CUDA_ERROR_INVALID_IMAGE = 200,
	CUDA_ERROR_INVALID_CONTEXT, CUDA_ERROR_CONTEXT_ALREADY_CURRENT, CUDA_ERROR_MAP_FAILED = 205, CUDA_ERROR_UNMAP_FAILED,
	CUDA_ERROR_ARRAY_IS_MAPPED, CUDA_ERROR_ALREADY_MAPPED, CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_ALREADY_ACQUIRED,
	CUDA_ERROR_NOT_MAPPED, CUDA_ERROR_NOT_MAPPED_AS_ARRAY, CUDA_ERROR_NOT_MAPPED_AS_POINTER, CUDA_ERROR_ECC_UNCORRECTABLE,
	CUDA_ERROR_UNSUPPORTED_LIMIT, CUDA_ERROR_CONTEXT_ALREADY_IN_USE, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, CUDA_ERROR_INVALID_PTX,
	CUDA_ERROR_INVALID_SOURCE = 300, CUDA_ERROR_FILE_NOT_FOUND, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
	CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, CUDA_ERROR_OPERATING_SYSTEM, CUDA_ERROR_INVALID_HANDLE = 400,
	CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_NOT_READY = 600, CUDA_ERROR_ILLEGAL_ADDRESS = 700,
	CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, CUDA_ERROR_LAUNCH_TIMEOUT, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING,
	CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
	CUDA_ERROR_CONTEXT_IS_DESTROYED, CUDA_ERROR_ASSERT, CUDA_ERROR_LAUNCH_FAILED = 719, CUDA_ERROR_NOT_PERMITTED = 800,
	CUDA_ERROR_NOT_SUPPORTED, CUDA_ERROR_UNKNOWN = 999,
} CUresult;
typedef enum CUctx_flags_enum { CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8 } CUctx_flags;
typedef enum CUevent_flags_enum { CU_EVENT_DEFAULT = 0, CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2 } CUevent_flags;
typedef enum CUstream_flags_enum { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1 } CUstream_flags;
typedef enum CUarray_format_enum { CU_AD_FORMAT_UNSIGNED_INT8 = 1, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT8 = 8, CU_AD_FORMAT_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT32, CU_AD_FORMAT_HALF = 16, CU_AD_FORMAT_FLOAT = 32 } CUarray_format;
#define CU_TENSOR_MAP_NUM_QWORDS 16
typedef struct CUtensorMap_st { alignas(128) cuuint64_t opaque[CU_TENSOR_MAP_NUM_QWORDS]; } CUtensorMap;
typedef enum CUtensorMapDataType_enum {
	CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_DATA_TYPE_INT32,
	CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
	CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
	CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B,
	CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B, CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B,
} CUtensorMapDataType;
typedef enum CUtensorMapInterleave_enum { CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B } CUtensorMapInterleave;
typedef enum CUtensorMapSwizzle_enum {
	CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B,
	CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B,
} CUtensorMapSwizzle;
typedef enum CUtensorMapL2promotion_enum { CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_64B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B } CUtensorMapL2promotion;
typedef enum CUtensorMapFloatOOBfill_enum { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA } CUtensorMapFloatOOBfill;
typedef enum CUaddress_mode_enum { CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_MIRROR, CU_TR_ADDRESS_MODE_BORDER } CUaddress_mode;
typedef enum CUfilter_mode_enum { CU_TR_FILTER_MODE_POINT, CU_TR_FILTER_MODE_LINEAR } CUfilter_mode;
typedef enum CUmemorytype_enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_UNIFIED } CUmemorytype;
typedef enum CUresourcetype_enum { CU_RESOURCE_TYPE_ARRAY, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, CU_RESOURCE_TYPE_LINEAR, CU_RESOURCE_TYPE_PITCH2D } CUresourcetype;
typedef enum CUfunc_cache_enum { CU_FUNC_CACHE_PREFER_NONE, CU_FUNC_CACHE_PREFER_SHARED, CU_FUNC_CACHE_PREFER_L1, CU_FUNC_CACHE_PREFER_EQUAL } CUfunc_cache;
typedef enum CUcomputemode_enum { CU_COMPUTEMODE_DEFAULT = 0, CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS } CUcomputemode;
typedef enum CUjit_option_enum { CU_JIT_MAX_REGISTERS, CU_JIT_THREADS_PER_BLOCK, CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_TARGET_FROM_CUCONTEXT, CU_JIT_TARGET, CU_JIT_FALLBACK_STRATEGY, CU_JIT_GENERATE_DEBUG_INFO, CU_JIT_LOG_VERBOSE, CU_JIT_GENERATE_LINE_INFO } CUjit_option;
typedef enum CUjitInputType_enum { CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_PTX, CU_JIT_INPUT_FATBINARY, CU_JIT_INPUT_OBJECT, CU_JIT_INPUT_LIBRARY } CUjitInputType;
typedef enum CUfunction_attribute_enum { CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, CU_FUNC_ATTRIBUTE_NUM_REGS, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 } CUfunction_attribute;
typedef enum CUdevice_attribute_enum {
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
	CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, CU_DEVICE_ATTRIBUTE_WARP_SIZE, CU_DEVICE_ATTRIBUTE_MAX_PITCH,
	CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT,
	CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT,
	CU_DEVICE_ATTRIBUTE_INTEGRATED, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE,
	CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31, CU_DEVICE_ATTRIBUTE_ECC_ENABLED, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,
	CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, CU_DEVICE_ATTRIBUTE_TCC_DRIVER, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE,
	CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE,
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT,
	CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
	CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
	CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
	CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
	CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
	CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 109,
	CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
} CUdevice_attribute;
typedef struct CUdevprop_st { int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock, totalConstantMemory, SIMDWidth, memPitch, regsPerBlock, clockRate, textureAlign; } CUdevprop;
typedef struct { size_t Width, Height; CUarray_format Format; unsigned NumChannels; } CUDA_ARRAY_DESCRIPTOR;
typedef struct { size_t Width, Height, Depth; CUarray_format Format; unsigned NumChannels, Flags; } CUDA_ARRAY3D_DESCRIPTOR;
typedef struct {
	size_t srcXInBytes, srcY;
	CUmemorytype srcMemoryType;
	const void *srcHost;
	CUdeviceptr srcDevice;
	CUarray srcArray;
	size_t srcPitch, dstXInBytes, dstY;
	CUmemorytype dstMemoryType;
	void *dstHost;
	CUdeviceptr dstDevice;
	CUarray dstArray;
	size_t dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D;
typedef struct {
	CUresourcetype resType;
	union {
		struct { CUarray hArray; } array;
		struct { CUmipmappedArray hMipmappedArray; } mipmap;
		struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t sizeInBytes; } linear;
		struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t width, height, pitchInBytes; } pitch2D;
	} res;
	unsigned flags;
} CUDA_RESOURCE_DESC;
typedef struct { CUaddress_mode addressMode[3]; CUfilter_mode filterMode; unsigned flags, maxAnisotropy; CUfilter_mode mipmapFilterMode; float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4]; int reserved[12]; } CUDA_TEXTURE_DESC;
typedef enum CUlaunchAttributeID_enum {
	CU_LAUNCH_ATTRIBUTE_IGNORE, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
	CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
	CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
	CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, CU_LAUNCH_ATTRIBUTE_PRIORITY, CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP,
	CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION,
	CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT, CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE,
	CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
} CUlaunchAttributeID;
typedef cudaLaunchAttributeValue CUlaunchAttributeValue;
typedef struct CUlaunchAttribute_st { CUlaunchAttributeID id; char pad[8 - sizeof(CUlaunchAttributeID)]; CUlaunchAttributeValue value; } CUlaunchAttribute;
typedef struct CUlaunchConfig_st { unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes; CUstream hStream; CUlaunchAttribute *attrs; unsigned numAttrs; } CUlaunchConfig;
typedef enum CUmemAllocationType_enum { CU_MEM_ALLOCATION_TYPE_INVALID, CU_MEM_ALLOCATION_TYPE_PINNED } CUmemAllocationType;
typedef enum CUmemAllocationHandleType_enum { CU_MEM_HANDLE_TYPE_NONE, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CU_MEM_HANDLE_TYPE_WIN32, CU_MEM_HANDLE_TYPE_WIN32_KMT = 4 } CUmemAllocationHandleType;
typedef enum CUmemLocationType_enum { CU_MEM_LOCATION_TYPE_INVALID, CU_MEM_LOCATION_TYPE_DEVICE } CUmemLocationType;
typedef enum CUmemAccess_flags_enum { CU_MEM_ACCESS_FLAGS_PROT_NONE, CU_MEM_ACCESS_FLAGS_PROT_READ, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3 } CUmemAccess_flags;
typedef enum { CU_MEM_ALLOC_GRANULARITY_MINIMUM, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED } CUmemAllocationGranularity_flags;
typedef struct { CUmemLocationType type; int id; } CUmemLocation;
typedef struct { CUmemAllocationType type; CUmemAllocationHandleType requestedHandleTypes; CUmemLocation location; void *win32HandleMetaData; struct { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; unsigned char reserved[4]; } allocFlags; } CUmemAllocationProp;
typedef struct { CUmemLocation location; CUmemAccess_flags flags; } CUmemAccessDesc;

#pragma clang force_cuda_host_device begin
/* A call that succeeds and changes nothing that is modelled. */
#define __GL_DRIVER(name, ...) inline CUresult name(__VA_ARGS__) { return CUDA_SUCCESS; }
/* A call whose first argument receives an unknown value. */
#define __GL_DRIVER_OUT(name, T, ...) inline CUresult name(T *out, ##__VA_ARGS__) { *out = __gl_unknown<T>(); return CUDA_SUCCESS; }
extern "C" {
__GL_DRIVER(cuInit, unsigned)
inline CUresult cuDriverGetVersion(int *out) { cudaDriverGetVersion(out); return CUDA_SUCCESS; }
inline CUresult cuDeviceGet(CUdevice *out, int n) { *out = n; return CUDA_SUCCESS; }
inline CUresult cuDeviceGetCount(int *out) { cudaGetDeviceCount(out); return CUDA_SUCCESS; }
inline CUresult cuDeviceGetName(char *text, int n, CUdevice) { __gl_forget(text, n); return CUDA_SUCCESS; }
inline CUresult cuDeviceGetAttribute(int *out, CUdevice_attribute a, CUdevice d) { cudaDeviceGetAttribute(out, (enum cudaDeviceAttr)a, d); return CUDA_SUCCESS; }
inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice d)
{
	cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, d);
	cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, d);
	return CUDA_SUCCESS;
}
inline CUresult cuMemGetInfo(size_t *free_bytes, size_t *total) { cudaMemGetInfo(free_bytes, total); return CUDA_SUCCESS; }
inline CUresult cuDeviceTotalMem(size_t *out, CUdevice) { size_t free_bytes; cudaMemGetInfo(&free_bytes, out); return CUDA_SUCCESS; }
inline CUresult cuDeviceGetProperties(CUdevprop *out, CUdevice) { __gl_forget(out, sizeof *out); return CUDA_SUCCESS; }
inline CUresult cuGetErrorName(CUresult, const char **out) { *out = "CUresult"; return CUDA_SUCCESS; }
inline CUresult cuGetErrorString(CUresult, const char **out) { *out = "error"; return CUDA_SUCCESS; }
__GL_DRIVER_OUT(cuDeviceCanAccessPeer, int, CUdevice, CUdevice)
__GL_DRIVER_OUT(cuCtxCreate, CUcontext, unsigned, CUdevice)
__GL_DRIVER(cuCtxDestroy, CUcontext)
__GL_DRIVER(cuCtxDetach, CUcontext)
__GL_DRIVER_OUT(cuCtxGetCurrent, CUcontext)
__GL_DRIVER(cuCtxSetCurrent, CUcontext)
__GL_DRIVER(cuCtxPushCurrent, CUcontext)
__GL_DRIVER_OUT(cuCtxPopCurrent, CUcontext)
inline CUresult cuCtxSynchronize() { cudaDeviceSynchronize(); return CUDA_SUCCESS; }
__GL_DRIVER_OUT(cuCtxGetDevice, CUdevice)
inline CUresult cuCtxEnablePeerAccess(CUcontext, unsigned) { __gl_share_devices(); return CUDA_SUCCESS; }
__GL_DRIVER(cuCtxSetCacheConfig, CUfunc_cache)
__GL_DRIVER_OUT(cuDevicePrimaryCtxRetain, CUcontext, CUdevice)
__GL_DRIVER(cuDevicePrimaryCtxRelease, CUdevice)
__GL_DRIVER(cuDevicePrimaryCtxReset, CUdevice)
__GL_DRIVER_OUT(cuModuleLoad, CUmodule, const char *)
__GL_DRIVER_OUT(cuModuleLoadData, CUmodule, const void *)
__GL_DRIVER_OUT(cuModuleLoadDataEx, CUmodule, const void *, unsigned, CUjit_option *, void **)
__GL_DRIVER(cuModuleUnload, CUmodule)
__GL_DRIVER_OUT(cuModuleGetFunction, CUfunction, CUmodule, const char *)
__GL_DRIVER_OUT(cuModuleGetTexRef, CUtexref, CUmodule, const char *)
inline CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *n, CUmodule, const char *) { if (p) *p = __gl_unknown<CUdeviceptr>(); if (n) *n = __gl_unknown<size_t>(); return CUDA_SUCCESS; }
inline CUresult cuLinkCreate(unsigned, CUjit_option *, void **, CUlinkState *out) { *out = __gl_unknown<CUlinkState>(); return CUDA_SUCCESS; }
__GL_DRIVER(cuLinkAddData, CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned, CUjit_option *, void **)
__GL_DRIVER(cuLinkAddFile, CUlinkState, CUjitInputType, const char *, unsigned, CUjit_option *, void **)
inline CUresult cuLinkComplete(CUlinkState, void **out, size_t *n) { *out = __gl_unknown<void *>(); *n = __gl_unknown<size_t>(); return CUDA_SUCCESS; }
__GL_DRIVER(cuLinkDestroy, CUlinkState)
inline CUresult cuMemAlloc(CUdeviceptr *out, size_t n) { cudaMalloc((void **)out, n); return CUDA_SUCCESS; }
inline CUresult cuMemAllocAsync(CUdeviceptr *out, size_t n, CUstream) { cudaMalloc((void **)out, n); return CUDA_SUCCESS; }
inline CUresult cuMemAllocManaged(CUdeviceptr *out, size_t n, unsigned) { cudaMallocManaged((void **)out, n); return CUDA_SUCCESS; }
inline CUresult cuMemAllocPitch(CUdeviceptr *out, size_t *pitch, size_t w, size_t h, unsigned) { cudaMallocPitch((void **)out, pitch, w, h); return CUDA_SUCCESS; }
inline CUresult cuMemAllocHost(void **out, size_t n) { cudaMallocHost(out, n); return CUDA_SUCCESS; }
inline CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *n, CUdeviceptr) { if (base) *base = __gl_unknown<CUdeviceptr>(); if (n) *n = __gl_unknown<size_t>(); return CUDA_SUCCESS; }
inline CUresult cuMemHostAlloc(void **out, size_t n, unsigned flags) { cudaHostAlloc(out, n, flags); return CUDA_SUCCESS; }
inline CUresult cuMemHostGetDevicePointer(CUdeviceptr *out, void *p, unsigned flags) { cudaHostGetDevicePointer((void **)out, p, flags); return CUDA_SUCCESS; }
inline CUresult cuMemHostRegister(void *p, size_t n, unsigned flags) { cudaHostRegister(p, n, flags); return CUDA_SUCCESS; }
__GL_DRIVER(cuMemHostUnregister, void *)
inline CUresult cuMemFree(CUdeviceptr p) { cudaFree((void *)p); return CUDA_SUCCESS; }
inline CUresult cuMemFreeAsync(CUdeviceptr p, CUstream) { cudaFree((void *)p); return CUDA_SUCCESS; }
inline CUresult cuMemFreeHost(void *p) { cudaFreeHost(p); return CUDA_SUCCESS; }
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n) { cudaMemcpy((void *)to, from, n, cudaMemcpyHostToDevice); return CUDA_SUCCESS; }
inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n) { cudaMemcpy(to, (const void *)from, n, cudaMemcpyDeviceToHost); return CUDA_SUCCESS; }
inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n) { cudaMemcpy((void *)to, (const void *)from, n, cudaMemcpyDeviceToDevice); return CUDA_SUCCESS; }
inline CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t n, CUstream s) { cudaMemcpyAsync((void *)to, from, n, cudaMemcpyHostToDevice, s); return CUDA_SUCCESS; }
inline CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t n, CUstream s) { cudaMemcpyAsync(to, (const void *)from, n, cudaMemcpyDeviceToHost, s); return CUDA_SUCCESS; }
inline CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { cudaMemcpyAsync((void *)to, (const void *)from, n, cudaMemcpyDeviceToDevice, s); return CUDA_SUCCESS; }
inline CUresult cuMemcpy2D(const CUDA_MEMCPY2D *p)
{
	char *to = (p->dstMemoryType == CU_MEMORYTYPE_HOST ? (char *)p->dstHost : (char *)p->dstDevice) + p->dstY * p->dstPitch + p->dstXInBytes;
	const char *from = (p->srcMemoryType == CU_MEMORYTYPE_HOST ? (const char *)p->srcHost : (const char *)p->srcDevice) + p->srcY * p->srcPitch + p->srcXInBytes;
	if (p->dstMemoryType == CU_MEMORYTYPE_ARRAY)
		return CUDA_SUCCESS;
	if (p->srcMemoryType == CU_MEMORYTYPE_ARRAY)
		__gl_forget(to, p->dstPitch * p->Height);
	else
		cudaMemcpy2D(to, p->dstPitch, from, p->srcPitch, p->WidthInBytes, p->Height, cudaMemcpyDefault);
	return CUDA_SUCCESS;
}
inline CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *p, CUstream) { return cuMemcpy2D(p); }
inline CUresult cuMemsetD8(CUdeviceptr p, unsigned char v, size_t n) { cudaMemset((void *)p, v, n); return CUDA_SUCCESS; }
inline CUresult cuMemsetD16(CUdeviceptr p, unsigned short v, size_t n) { if (v == (v & 255) * 0x101) cudaMemset((void *)p, v & 255, 2 * n); else __gl_forget((void *)p, 2 * n); return CUDA_SUCCESS; }
inline CUresult cuMemsetD32(CUdeviceptr p, unsigned v, size_t n) { if (v == (v & 255) * 0x1010101) cudaMemset((void *)p, v & 255, 4 * n); else __gl_forget((void *)p, 4 * n); return CUDA_SUCCESS; }
inline CUresult cuMemsetD8Async(CUdeviceptr p, unsigned char v, size_t n, CUstream) { return cuMemsetD8(p, v, n); }
inline CUresult cuMemsetD16Async(CUdeviceptr p, unsigned short v, size_t n, CUstream) { return cuMemsetD16(p, v, n); }
inline CUresult cuMemsetD32Async(CUdeviceptr p, unsigned v, size_t n, CUstream) { return cuMemsetD32(p, v, n); }
__GL_DRIVER_OUT(cuMemGetAllocationGranularity, size_t, const CUmemAllocationProp *, CUmemAllocationGranularity_flags)
__GL_DRIVER_OUT(cuMemAddressReserve, CUdeviceptr, size_t, size_t, CUdeviceptr, unsigned long long)
__GL_DRIVER_OUT(cuMemCreate, CUmemGenericAllocationHandle, size_t, const CUmemAllocationProp *, unsigned long long)
__GL_DRIVER(cuMemMap, CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long)
__GL_DRIVER(cuMemSetAccess, CUdeviceptr, size_t, const CUmemAccessDesc *, size_t)
__GL_DRIVER(cuMemUnmap, CUdeviceptr, size_t)
__GL_DRIVER(cuMemRelease, CUmemGenericAllocationHandle)
__GL_DRIVER(cuMemAddressFree, CUdeviceptr, size_t)
__GL_DRIVER(cuMemExportToShareableHandle, void *, CUmemGenericAllocationHandle, CUmemAllocationHandleType, unsigned long long)
__GL_DRIVER_OUT(cuMemImportFromShareableHandle, CUmemGenericAllocationHandle, void *, CUmemAllocationHandleType)
__GL_DRIVER_OUT(cuArrayCreate, CUarray, const CUDA_ARRAY_DESCRIPTOR *)
__GL_DRIVER_OUT(cuArray3DCreate, CUarray, const CUDA_ARRAY3D_DESCRIPTOR *)
__GL_DRIVER(cuArrayDestroy, CUarray)
__GL_DRIVER_OUT(cuTexObjectCreate, CUtexObject, const CUDA_RESOURCE_DESC *, const CUDA_TEXTURE_DESC *, const void *)
__GL_DRIVER(cuTexObjectDestroy, CUtexObject)
__GL_DRIVER_OUT(cuStreamCreate, CUstream, unsigned)
__GL_DRIVER(cuStreamDestroy, CUstream)
inline CUresult cuStreamSynchronize(CUstream s) { cudaStreamSynchronize(s); return CUDA_SUCCESS; }
__GL_DRIVER(cuStreamWaitEvent, CUstream, CUevent, unsigned)
inline CUresult cuStreamQuery(CUstream s) { cudaStreamQuery(s); return CUDA_SUCCESS; }
__GL_DRIVER_OUT(cuEventCreate, CUevent, unsigned)
__GL_DRIVER(cuEventDestroy, CUevent)
inline CUresult cuEventRecord(CUevent e, CUstream s) { cudaEventRecord(e, s); return CUDA_SUCCESS; }
inline CUresult cuEventSynchronize(CUevent e) { cudaEventSynchronize(e); return CUDA_SUCCESS; }
inline CUresult cuEventQuery(CUevent e) { cudaEventQuery(e); return CUDA_SUCCESS; }
__GL_DRIVER_OUT(cuEventElapsedTime, float, CUevent, CUevent)
__GL_DRIVER_OUT(cuFuncGetAttribute, int, CUfunction_attribute, CUfunction)
__GL_DRIVER(cuFuncSetAttribute, CUfunction, CUfunction_attribute, int)
__GL_DRIVER(cuFuncSetCacheConfig, CUfunction, CUfunc_cache)
__GL_DRIVER_OUT(cuOccupancyMaxActiveBlocksPerMultiprocessor, int, CUfunction, int, size_t)
inline CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction, CUoccupancyB2DSize, size_t, int) { *grid = __gl_unknown<int>(); *block = __gl_unknown<int>(); return CUDA_SUCCESS; }
__GL_DRIVER(cuLaunchKernel, CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **)
__GL_DRIVER(cuLaunchKernelEx, const CUlaunchConfig *, CUfunction, void **, void **)
__GL_DRIVER(cuLaunchCooperativeKernel, CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **)
inline CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill) { __gl_forget(map, sizeof *map); return CUDA_SUCCESS; }
inline CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const int *, const int *, cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill) { __gl_forget(map, sizeof *map); return CUDA_SUCCESS; }
inline CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *) { __gl_forget(map, sizeof *map); return CUDA_SUCCESS; }
__GL_DRIVER(cuProfilerStart)
__GL_DRIVER(cuProfilerStop)
}
#undef __GL_DRIVER
#undef __GL_DRIVER_OUT
#pragma clang force_cuda_host_device end
#endif
