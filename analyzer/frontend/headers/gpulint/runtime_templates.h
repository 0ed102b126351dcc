/* The runtime API's C++ forms: typed pointers, symbols by reference, kernels by their own type. */
#ifndef GPULINT_RUNTIME_TEMPLATES_H
#define GPULINT_RUNTIME_TEMPLATES_H
#pragma GCC system_header
#include <cuda_runtime_api.h>
#pragma clang force_cuda_host_device begin

template <class T> inline cudaError_t cudaMalloc(T **out, size_t bytes) { return cudaMalloc((void **)out, bytes); }
template <class T> inline cudaError_t cudaMallocManaged(T **out, size_t bytes, unsigned flags = cudaMemAttachGlobal) { return cudaMallocManaged((void **)out, bytes, flags); }
template <class T> inline cudaError_t cudaMallocHost(T **out, size_t bytes, unsigned = 0) { return cudaMallocHost((void **)out, bytes); }
inline cudaError_t cudaMallocHost(void **out, size_t bytes, unsigned) { return cudaMallocHost(out, bytes); }
template <class T> inline cudaError_t cudaHostAlloc(T **out, size_t bytes, unsigned flags) { return cudaHostAlloc((void **)out, bytes, flags); }
template <class T> inline cudaError_t cudaHostGetDevicePointer(T **out, void *host, unsigned flags) { return cudaHostGetDevicePointer((void **)out, host, flags); }
template <class T> inline cudaError_t cudaMallocPitch(T **out, size_t *pitch, size_t width, size_t height) { return cudaMallocPitch((void **)out, pitch, width, height); }
template <class T> inline cudaError_t cudaMallocAsync(T **out, size_t bytes, cudaStream_t stream) { return cudaMallocAsync((void **)out, bytes, stream); }
inline cudaError_t cudaMallocAsync(void **out, size_t bytes, cudaMemPool_t, cudaStream_t stream) { return cudaMallocAsync(out, bytes, stream); }
template <class T> inline cudaError_t cudaMallocAsync(T **out, size_t bytes, cudaMemPool_t, cudaStream_t stream) { return cudaMallocAsync((void **)out, bytes, stream); }
template <class T> inline cudaError_t cudaMallocFromPoolAsync(T **out, size_t bytes, cudaMemPool_t, cudaStream_t stream) { return cudaMallocAsync((void **)out, bytes, stream); }
template <class T> inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) { return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind); }
template <class T> inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) { return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream); }
template <class T> inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) { return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind); }
template <class T> inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) { return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream); }
template <class T> inline cudaError_t cudaGetSymbolAddress(void **out, const T &symbol) { return cudaGetSymbolAddress(out, (const void *)&symbol); }
template <class T> inline cudaError_t cudaGetSymbolSize(size_t *out, const T &symbol) { return cudaGetSymbolSize(out, (const void *)&symbol); }
template <class T> inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t bytes = 0, unsigned flags = cudaMemAttachSingle) { return cudaSuccess; }
template <class T> inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const T &symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind) { return cudaGraphAddMemcpyNodeToSymbol(out, graph, after, count, (const void *)&symbol, from, bytes, offset, kind); }

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }

template <class T> inline cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0) { return cudaLaunchKernel((const void *)function, grid, block, arguments, shared, stream); }
template <class T> inline cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0) { return cudaLaunchCooperativeKernel((const void *)function, grid, block, arguments, shared, stream); }
template <class T> inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, T *function, void **arguments) { return cudaLaunchKernelExC(config, (const void *)function, arguments); }
template <class... Parameter, class... Argument> inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameter...), Argument &&...argument)
{
	return [&](Parameter... value) {
		void *arguments[] = {(void *)&value..., 0};
		return cudaLaunchKernelExC(config, (const void *)kernel, arguments);
	}((Argument &&)argument...);
}
inline cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams *list, unsigned count, unsigned = 0)
{
	for (unsigned i = 0; i < count; i++)
		cudaLaunchCooperativeKernel((const void *)list[i].func, list[i].gridDim, list[i].blockDim, list[i].args, list[i].sharedMem, list[i].stream);
	return cudaSuccess;
}

template <class T> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *out, T *function) { return cudaFuncGetAttributes(out, (const void *)function); }
template <class T> inline cudaError_t cudaFuncSetAttribute(T *, cudaFuncAttribute, int) { return cudaSuccess; }
template <class T> inline cudaError_t cudaFuncSetCacheConfig(T *, cudaFuncCache) { return cudaSuccess; }
template <class T> inline cudaError_t cudaFuncSetSharedMemConfig(T *, cudaSharedMemConfig) { return cudaSuccess; }
template <class T> inline cudaError_t cudaFuncGetName(const char **name, T *) { *name = "kernel"; return cudaSuccess; }
template <class T> inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *, T *) { return cudaSuccess; }
template <class T> inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T function, int block_size, size_t shared) { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, block_size, shared); }
template <class T> inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T function, int block_size, size_t shared, unsigned) { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, block_size, shared); }
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T function, size_t shared = 0, int most = 0);
template <class T> inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T function, size_t shared = 0, int most = 0, unsigned = 0) { return cudaOccupancyMaxPotentialBlockSize(grid, block, function, shared, most); }
template <class Size, class T> inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T, Size, int = 0)
{
	*grid = __gl_unknown<int>();
	*block = __gl_unknown<int>();
	return cudaSuccess;
}
template <class T> inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *out, T *, int, int) { *out = __gl_unknown<size_t>(); return cudaSuccess; }
template <class T> inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *out, T *, const cudaLaunchConfig_t *) { *out = __gl_unknown<int>(); return cudaSuccess; }
template <class T> inline cudaError_t cudaOccupancyMaxActiveClusters(int *out, T *, const cudaLaunchConfig_t *) { *out = __gl_unknown<int>(); return cudaSuccess; }

/* ---- texture and surface references ---- */
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc();
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, d, m> &t, const void *p, const cudaChannelFormatDesc &format, size_t bytes = UINT_MAX) { return cudaBindTexture(offset, (const textureReference *)&t, p, &format, bytes); }
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, d, m> &t, const void *p, size_t bytes = UINT_MAX)
{
	cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
	return cudaBindTexture(offset, (const textureReference *)&t, p, &format, bytes);
}
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, d, m> &t, const void *p, const cudaChannelFormatDesc &format, size_t width, size_t height, size_t pitch) { return cudaBindTexture2D(offset, (const textureReference *)&t, p, &format, width, height, pitch); }
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, d, m> &t, const void *p, size_t width, size_t height, size_t pitch)
{
	cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
	return cudaBindTexture2D(offset, (const textureReference *)&t, p, &format, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaBindTextureToArray(const texture<T, d, m> &t, cudaArray_const_t array, const cudaChannelFormatDesc &format) { return cudaBindTextureToArray((const textureReference *)&t, array, &format); }
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaBindTextureToArray(const texture<T, d, m> &t, cudaArray_const_t array)
{
	cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
	return cudaBindTextureToArray((const textureReference *)&t, array, &format);
}
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T, d, m> &t, cudaMipmappedArray_const_t array, const cudaChannelFormatDesc &format) { return cudaBindTextureToArray((const textureReference *)&t, (cudaArray_const_t)array, &format); }
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaUnbindTexture(const texture<T, d, m> &) { return cudaSuccess; }
template <class T, int d, cudaTextureReadMode m> inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, d, m> &) { *offset = 0; return cudaSuccess; }
template <class T, int d> inline cudaError_t cudaBindSurfaceToArray(const surface<T, d> &, cudaArray_const_t) { return cudaSuccess; }
template <class T, int d> inline cudaError_t cudaBindSurfaceToArray(const surface<T, d> &, cudaArray_const_t, const cudaChannelFormatDesc &) { return cudaSuccess; }
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *out, const cudaResourceDesc *resource, const cudaTextureDesc *how) { return cudaCreateTextureObject(out, resource, how, 0); }

inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t width, size_t height) { cudaPitchedPtr r = {p, pitch, width, height}; return r; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { cudaPos r = {x, y, z}; return r; }
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { cudaExtent r = {width, height, depth}; return r; }

/* The format of one, two or four elements of a type. */
template <class T> struct __gl_format { enum { bits = 0, count = 0, kind = cudaChannelFormatKindNone }; };
#define __GL_FORMAT(T, n, k) template <> struct __gl_format<T> { enum { bits = 8 * sizeof(T) / n, count = n, kind = k }; };
#define __GL_FORMAT_VECTOR(scalar, name, k) \
	__GL_FORMAT(scalar, 1, k) __GL_FORMAT(name##1, 1, k) __GL_FORMAT(name##2, 2, k) __GL_FORMAT(name##4, 4, k)
__GL_FORMAT(char, 1, cudaChannelFormatKindSigned)
__GL_FORMAT_VECTOR(signed char, char, cudaChannelFormatKindSigned)
__GL_FORMAT_VECTOR(unsigned char, uchar, cudaChannelFormatKindUnsigned)
__GL_FORMAT_VECTOR(short, short, cudaChannelFormatKindSigned)
__GL_FORMAT_VECTOR(unsigned short, ushort, cudaChannelFormatKindUnsigned)
__GL_FORMAT_VECTOR(int, int, cudaChannelFormatKindSigned)
__GL_FORMAT_VECTOR(unsigned, uint, cudaChannelFormatKindUnsigned)
__GL_FORMAT_VECTOR(float, float, cudaChannelFormatKindFloat)
#undef __GL_FORMAT
#undef __GL_FORMAT_VECTOR
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
	const int bits = __gl_format<T>::bits, count = __gl_format<T>::count;
	cudaChannelFormatDesc format = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, (cudaChannelFormatKind)__gl_format<T>::kind};
	return format;
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { cudaChannelFormatDesc format = {16, 0, 0, 0, cudaChannelFormatKindFloat}; return format; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() { cudaChannelFormatDesc format = {16, 16, 0, 0, cudaChannelFormatKindFloat}; return format; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() { cudaChannelFormatDesc format = {16, 16, 16, 16, cudaChannelFormatKindFloat}; return format; }

#pragma clang force_cuda_host_device end
#endif
