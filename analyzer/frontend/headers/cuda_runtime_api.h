/* The runtime API, C form. Calls without a body are builtins of the evaluator. The others succeed and have their
 * effect on memory, or no effect if they only order, tune or release things. A handle that only such calls use is a
 * new byte of the heap: not null, and different from all others. */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#pragma GCC system_header

#include <driver_types.h>
#include <texture_types.h>
#include <gpulint/primitives.h>

#pragma clang force_cuda_host_device begin
extern "C" {

/* ---- launches: clang's translation of <<<…>>> on the host and in kernels ---- */
int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t cudaLaunchDevice(void *function, void *parameters, dim3 grid, dim3 block, unsigned shared, cudaStream_t stream);
void *cudaGetParameterBuffer(size_t alignment, size_t size);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0);
cudaError_t __gl_launch(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, int cooperative, dim3 cluster, cudaStream_t stream);
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments)
{
	int cooperative = 0;
	dim3 cluster(0, 0, 0);
	if (__gl_is_known(config->numAttrs)) {
		for (unsigned i = 0; i < config->numAttrs; i++) {
			const cudaLaunchAttribute *attribute = &config->attrs[i];
			if (attribute->id == cudaLaunchAttributeCooperative)
				cooperative = attribute->val.cooperative;
			if (attribute->id == cudaLaunchAttributeClusterDimension)
				cluster = dim3(attribute->val.clusterDim.x, attribute->val.clusterDim.y, attribute->val.clusterDim.z);
		}
	}
	return __gl_launch(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, cooperative, cluster, config->stream);
}

/* ---- memory ---- */
cudaError_t cudaMalloc(void **out, size_t bytes);
cudaError_t cudaMallocManaged(void **out, size_t bytes, unsigned flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(void **out, size_t bytes);
cudaError_t cudaHostAlloc(void **out, size_t bytes, unsigned flags);
cudaError_t cudaHostRegister(void *, size_t bytes, unsigned flags);
cudaError_t cudaHostGetDevicePointer(void **out, void *host, unsigned flags);
cudaError_t cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocAsync(void **out, size_t bytes, cudaStream_t);
cudaError_t cudaMallocArray(cudaArray_t *out, const struct cudaChannelFormatDesc *, size_t width, size_t height = 0, unsigned flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *out, const struct cudaChannelFormatDesc *, struct cudaExtent, unsigned flags = 0);
cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaFreeAsync(void *, cudaStream_t);
cudaError_t cudaFreeArray(cudaArray_t);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToArray(cudaArray_t, size_t x, size_t y, const void *from, size_t bytes, enum cudaMemcpyKind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind);
cudaError_t cudaMemset(void *, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *, int value, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void *, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0);
cudaError_t cudaGetSymbolAddress(void **out, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *out, const void *symbol);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);

inline cudaError_t cudaMalloc3D(struct cudaPitchedPtr *out, struct cudaExtent extent)
{
	cudaMallocPitch(&out->ptr, &out->pitch, extent.width, extent.height * extent.depth);
	out->xsize = extent.width;
	out->ysize = extent.height;
	return cudaSuccess;
}
/* Copies slice by slice. The contents of arrays, which only textures and surfaces read, are not modelled. */
inline cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	const size_t to_slice = p->dstPtr.pitch * p->dstPtr.ysize, from_slice = p->srcPtr.pitch * p->srcPtr.ysize;
	char *to = (char *)p->dstPtr.ptr + p->dstPos.z * to_slice + p->dstPos.y * p->dstPtr.pitch + p->dstPos.x;
	const char *from = (const char *)p->srcPtr.ptr + p->srcPos.z * from_slice + p->srcPos.y * p->srcPtr.pitch + p->srcPos.x;
	if (p->dstArray)
		return cudaSuccess;
	if (p->srcArray)
		__gl_forget(to, to_slice * p->extent.depth);
	else
		for (size_t z = 0; z < p->extent.depth; z++)
			cudaMemcpy2D(to + z * to_slice, p->dstPtr.pitch, from + z * from_slice, p->srcPtr.pitch, p->extent.width, p->extent.height, p->kind);
	return cudaSuccess;
}
inline cudaError_t cudaHostUnregister(void *) { return cudaSuccess; }
inline cudaError_t cudaHostGetFlags(unsigned *flags, void *) { *flags = __gl_unknown<unsigned>(); return cudaSuccess; }
inline cudaError_t cudaMallocFromPoolAsync(void **out, size_t bytes, cudaMemPool_t, cudaStream_t stream) { return cudaMallocAsync(out, bytes, stream); }
/* A mipmapped array consists of its first level only. */
inline cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *out, const struct cudaChannelFormatDesc *format, struct cudaExtent extent, unsigned, unsigned flags = 0) { return cudaMalloc3DArray((cudaArray_t *)out, format, extent, flags); }
inline cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *out, cudaMipmappedArray_const_t array, unsigned) { *out = (cudaArray_t)array; return cudaSuccess; }
inline cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) { return cudaFreeArray((cudaArray_t)array); }
inline cudaError_t cudaMemcpyPeer(void *to, int, const void *from, int, size_t bytes) { return cudaMemcpy(to, from, bytes, cudaMemcpyDefault); }
inline cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t bytes, cudaStream_t stream = 0) { return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream); }
inline cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t = 0) { return cudaMemcpy3D(parameters); }
inline cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p) { __gl_forget(p->dstPtr.ptr, p->dstPtr.pitch * p->extent.height * p->extent.depth); return cudaSuccess; }
inline cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t = 0) { return cudaMemcpy3DPeer(p); }
inline cudaError_t cudaMemcpyToArrayAsync(cudaArray_t array, size_t x, size_t y, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t = 0) { return cudaMemcpyToArray(array, x, y, from, bytes, kind); }
inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t array, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t = 0) { return cudaMemcpy2DToArray(array, x, y, from, pitch, width, height, kind); }
inline cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t, size_t, size_t, size_t bytes, enum cudaMemcpyKind) { __gl_forget(to, bytes); return cudaSuccess; }
inline cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t, size_t, size_t, size_t bytes, enum cudaMemcpyKind, cudaStream_t = 0) { __gl_forget(to, bytes); return cudaSuccess; }
inline cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t, size_t, size_t, size_t, size_t height, enum cudaMemcpyKind) { __gl_forget(to, pitch * height); return cudaSuccess; }
inline cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t, size_t, size_t, size_t, size_t height, enum cudaMemcpyKind, cudaStream_t = 0) { __gl_forget(to, pitch * height); return cudaSuccess; }
inline cudaError_t cudaMemcpyArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, enum cudaMemcpyKind = cudaMemcpyDeviceToDevice) { return cudaSuccess; }
inline cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, enum cudaMemcpyKind = cudaMemcpyDeviceToDevice) { return cudaSuccess; }
inline cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent)
{
	for (size_t z = 0; z < extent.depth; z++)
		cudaMemset2D((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value, extent.width, extent.height);
	return cudaSuccess;
}
inline cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent, cudaStream_t = 0) { return cudaMemset3D(p, value, extent); }
inline cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out, const void *) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline cudaError_t cudaMemRangeGetAttribute(void *out, size_t bytes, enum cudaMemRangeAttribute, const void *, size_t) { __gl_forget(out, bytes); return cudaSuccess; }
inline cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned *flags, cudaArray_t)
{
	if (format)
		__gl_forget(format, sizeof *format);
	if (extent)
		__gl_forget(extent, sizeof *extent);
	if (flags)
		*flags = 0;
	return cudaSuccess;
}
inline cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *out, cudaArray_const_t) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind)
{
	struct cudaChannelFormatDesc format = {x, y, z, w, kind};
	return format;
}

/* ---- devices ---- */
cudaError_t cudaGetDevice(int *);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *, int device);
cudaError_t cudaDeviceGetAttribute(int *, enum cudaDeviceAttr, int device);
cudaError_t cudaDriverGetVersion(int *);
cudaError_t cudaRuntimeGetVersion(int *);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t);
const char *cudaGetErrorName(cudaError_t);

inline cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *out, int device) { return cudaGetDeviceProperties(out, device); }
cudaError_t cudaDeviceSynchronize(void);
inline cudaError_t cudaDeviceReset(void) { return cudaDeviceSynchronize(); }
/* Old names, which a -D option may replace. */
#ifndef cudaThreadExit
inline cudaError_t cudaThreadExit(void) { return cudaSuccess; }
#endif
#ifndef cudaThreadSynchronize
inline cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }
#endif
#ifndef cudaThreadSetLimit
inline cudaError_t cudaThreadSetLimit(enum cudaLimit, size_t) { return cudaSuccess; }
#endif
#ifndef cudaThreadGetLimit
inline cudaError_t cudaThreadGetLimit(size_t *out, enum cudaLimit) { *out = __gl_unknown<size_t>(); return cudaSuccess; }
#endif
#ifndef cudaThreadSetCacheConfig
inline cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache) { return cudaSuccess; }
#endif
inline cudaError_t cudaDeviceSetLimit(enum cudaLimit, size_t) { return cudaSuccess; }
inline cudaError_t cudaGetDriverEntryPointByVersion(const char *, void **out, unsigned, unsigned long long, cudaDriverEntryPointQueryResult *status = nullptr) { *out = __gl_unknown<void *>(); if (status) *status = cudaDriverEntryPointSuccess; return cudaSuccess; }
inline cudaError_t cudaGetDriverEntryPoint(const char *name, void **out, unsigned long long flags, cudaDriverEntryPointQueryResult *status = nullptr) { return cudaGetDriverEntryPointByVersion(name, out, 0, flags, status); }
inline cudaError_t cudaDeviceGetLimit(size_t *out, enum cudaLimit) { *out = __gl_unknown<size_t>(); return cudaSuccess; }
inline cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *out) { *out = cudaFuncCachePreferNone; return cudaSuccess; }
inline cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *out) { *out = cudaSharedMemBankSizeFourByte; return cudaSuccess; }
inline cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = -5; return cudaSuccess; }
inline cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *) { *device = 0; return cudaSuccess; }
inline cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int) { __gl_forget(text, size); return cudaSuccess; }
inline cudaError_t cudaDeviceGetP2PAttribute(int *out, enum cudaDeviceP2PAttr, int, int) { *out = __gl_unknown<int>(); return cudaSuccess; }
inline cudaError_t cudaDeviceCanAccessPeer(int *out, int, int) { *out = __gl_unknown<int>(); return cudaSuccess; }
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { __gl_share_devices(); return cudaSuccess; }
inline cudaError_t cudaDeviceDisablePeerAccess(int) { return cudaSuccess; }
inline cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *) { *device = 0; return cudaSuccess; }
inline cudaError_t cudaInitDevice(int, unsigned, unsigned) { return cudaSuccess; }
inline cudaError_t cudaSetValidDevices(int *, int) { return cudaSuccess; }
inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceFlags(unsigned *out) { *out = 0; return cudaSuccess; }
inline cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }
inline cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t) { return cudaSuccess; }
inline cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *) { __gl_share_devices(); return cudaSuccess; }
inline cudaError_t cudaIpcOpenMemHandle(void **out, cudaIpcMemHandle_t, unsigned) { __gl_share_devices(); *out = __gl_unknown<void *>(); return cudaSuccess; }
inline cudaError_t cudaIpcCloseMemHandle(void *) { return cudaSuccess; }
inline cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
inline cudaError_t cudaProfilerStop(void) { return cudaSuccess; }
inline cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget, enum cudaFlushGPUDirectRDMAWritesScope) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetNvSciSyncAttributes(void *, int, int) { return cudaSuccess; }

/* ---- functions and occupancy ---- */
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *, const void *function);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int block_size, size_t shared);

inline cudaError_t cudaFuncSetCacheConfig(const void *, enum cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaFuncSetAttribute(const void *, enum cudaFuncAttribute, int) { return cudaSuccess; }
inline cudaError_t cudaFuncSetSharedMemConfig(const void *, enum cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaFuncGetName(const char **name, const void *) { *name = "kernel"; return cudaSuccess; }
inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *, const void *) { return cudaSuccess; }
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int block_size, size_t shared, unsigned) { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared); }
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *out, const void *, int, int) { *out = __gl_unknown<size_t>(); return cudaSuccess; }
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *out, const void *, const cudaLaunchConfig_t *) { *out = __gl_unknown<int>(); return cudaSuccess; }
inline cudaError_t cudaOccupancyMaxActiveClusters(int *out, const void *, const cudaLaunchConfig_t *) { *out = __gl_unknown<int>(); return cudaSuccess; }
inline cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void *data) { function(data); return cudaSuccess; }

/* ---- streams and events ---- */
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *, unsigned flags, int priority);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned flags);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventQuery(cudaEvent_t);

inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int *out) { *out = __gl_unknown<int>(); return cudaSuccess; }
inline cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned *out) { *out = __gl_unknown<unsigned>(); return cudaSuccess; }
inline cudaError_t cudaStreamGetId(cudaStream_t, unsigned long long *out) { *out = __gl_unknown<unsigned long long>(); return cudaSuccess; }
inline cudaError_t cudaStreamGetDevice(cudaStream_t, int *device) { return cudaGetDevice(device); }
inline cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamGetAttribute(cudaStream_t, enum cudaLaunchAttributeID, cudaLaunchAttributeValue *out) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline cudaError_t cudaStreamSetAttribute(cudaStream_t, enum cudaLaunchAttributeID, const cudaLaunchAttributeValue *) { return cudaSuccess; }
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *data, unsigned) { function(stream, cudaSuccess, data); return cudaSuccess; }
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = cudaMemAttachSingle) { return cudaSuccess; }
cudaError_t cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode);
cudaError_t __gl_end_capture(cudaStream_t);
cudaError_t __gl_graph_launch(cudaGraphExec_t, cudaStream_t);
inline cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, enum cudaStreamCaptureMode mode) { return cudaStreamBeginCapture(stream, mode); }
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *out) { *out = (cudaGraph_t)__gl_new(1); return __gl_end_capture(stream); }
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, enum cudaStreamCaptureStatus *out) { *out = cudaStreamCaptureStatusNone; return cudaSuccess; }
inline cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned = 0) { return cudaEventRecord(event, stream); }
cudaError_t cudaEventSynchronize(cudaEvent_t);
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }

/* ---- managed memory and pools ---- */
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *out, int) { *out = (cudaMemPool_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *out, int) { *out = (cudaMemPool_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *out, const struct cudaMemPoolProps *) { *out = (cudaMemPool_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *out) { __gl_forget(out, 8); return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const struct cudaMemAccessDesc *, size_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *out, cudaMemPool_t, struct cudaMemLocation *) { *out = __gl_unknown<enum cudaMemAccessFlags>(); return cudaSuccess; }
inline cudaError_t cudaMemPoolExportToShareableHandle(void *, cudaMemPool_t, enum cudaMemAllocationHandleType, unsigned) { return cudaSuccess; }
inline cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *out, void *, enum cudaMemAllocationHandleType, unsigned) { *out = (cudaMemPool_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *, void *) { return cudaSuccess; }
inline cudaError_t cudaMemPoolImportPointer(void **out, cudaMemPool_t, struct cudaMemPoolPtrExportData *) { *out = __gl_unknown<void *>(); return cudaSuccess; }

/* ---- textures, surfaces and graphics ---- */
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *, const struct cudaResourceDesc *, const struct cudaTextureDesc *, const struct cudaResourceViewDesc *);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *, const struct cudaResourceDesc *);
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *, const void *, const struct cudaChannelFormatDesc *, size_t bytes = UINT_MAX);
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *, const void *, const struct cudaChannelFormatDesc *, size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *, cudaArray_const_t, const struct cudaChannelFormatDesc *);

inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t) { return cudaSuccess; }
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) { return cudaSuccess; }
inline cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *out, cudaTextureObject_t) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *out, cudaTextureObject_t) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *out, cudaSurfaceObject_t) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline cudaError_t cudaUnbindTexture(const struct textureReference *) { return cudaSuccess; }
inline cudaError_t cudaGetTextureReference(const struct textureReference **out, const void *symbol) { *out = (const struct textureReference *)symbol; return cudaSuccess; }
inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *) { *offset = 0; return cudaSuccess; }
inline cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t) { return cudaSuccess; }
inline cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned) { return cudaSuccess; }
inline cudaError_t cudaGraphicsMapResources(int, cudaGraphicsResource_t *, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaGraphicsUnmapResources(int, cudaGraphicsResource_t *, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaGraphicsResourceGetMappedPointer(void **out, size_t *bytes, cudaGraphicsResource_t) { *out = __gl_unknown<void *>(); *bytes = __gl_unknown<size_t>(); return cudaSuccess; }
inline cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *out, cudaGraphicsResource_t, unsigned, unsigned) { *out = __gl_unknown<cudaArray_t>(); return cudaSuccess; }
inline cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *out, cudaGraphicsResource_t) { *out = __gl_unknown<cudaMipmappedArray_t>(); return cudaSuccess; }

/* ---- memory and semaphores of other APIs ---- */
inline cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *out, const struct cudaExternalMemoryHandleDesc *) { *out = (cudaExternalMemory_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaExternalMemoryGetMappedBuffer(void **out, cudaExternalMemory_t, const struct cudaExternalMemoryBufferDesc *) { *out = __gl_unknown<void *>(); return cudaSuccess; }
inline cudaError_t cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *out, cudaExternalMemory_t, const struct cudaExternalMemoryMipmappedArrayDesc *) { *out = __gl_unknown<cudaMipmappedArray_t>(); return cudaSuccess; }
inline cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t) { return cudaSuccess; }
inline cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *out, const struct cudaExternalSemaphoreHandleDesc *) { *out = (cudaExternalSemaphore_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *, const struct cudaExternalSemaphoreSignalParams *, unsigned, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *, const struct cudaExternalSemaphoreWaitParams *, unsigned, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t) { return cudaSuccess; }

}
/* CUDA 13 names the destination by a cudaMemLocation, CUDA 12 by a device number. */
cudaError_t cudaMemPrefetchAsync(const void *, size_t, struct cudaMemLocation, unsigned, cudaStream_t = 0);
cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0);
cudaError_t cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, struct cudaMemLocation);
cudaError_t cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, int);
#pragma clang force_cuda_host_device end

#include <gpulint/graph_functions.h>

#endif
