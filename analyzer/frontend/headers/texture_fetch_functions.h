/* Reads through texture and surface objects and references. The values are unknown; the coordinates are known. */
#ifndef __TEXTURE_FETCH_FUNCTIONS_H__
#define __TEXTURE_FETCH_FUNCTIONS_H__
#pragma GCC system_header
#include <texture_types.h>
#include <gpulint/primitives.h>

/* The result of a fetch through a reference: the element, or as many floats for normalised reads. */
template <class T, cudaTextureReadMode mode> struct __gl_texel { typedef T type; };
#define __GL_TEXEL(T, F) template <> struct __gl_texel<T, cudaReadModeNormalizedFloat> { typedef F type; };
#define __GL_TEXELS(name, scalar) \
	__GL_TEXEL(scalar, float) __GL_TEXEL(name##1, float1) __GL_TEXEL(name##2, float2) __GL_TEXEL(name##4, float4)
__GL_TEXELS(char, signed char)
__GL_TEXELS(uchar, unsigned char)
__GL_TEXELS(short, short)
__GL_TEXELS(ushort, unsigned short)
__GL_TEXEL(char, float)
#undef __GL_TEXEL
#undef __GL_TEXELS

/* name, parameters, arguments */
#define __GL_FETCH(name, parameters, ...) \
	template <class T> inline __device__ T name(cudaTextureObject_t t, __GL_UNWRAP parameters) \
	{ \
		__gl_texture_fetch(t, (int)sizeof(T), __VA_ARGS__); \
		return __gl_any<T>(); \
	} \
	template <class T> inline __device__ void name(T *out, cudaTextureObject_t t, __GL_UNWRAP parameters) \
	{ \
		__gl_texture_fetch(t, (int)sizeof(T), __VA_ARGS__); \
		*out = __gl_any<T>(); \
	} \
	template <class T, int d, cudaTextureReadMode m> inline __device__ typename __gl_texel<T, m>::type \
	name(const texture<T, d, m> &t, __GL_UNWRAP parameters) \
	{ \
		__gl_texture_fetch(t, (int)sizeof(T), __VA_ARGS__); \
		return __gl_any<typename __gl_texel<T, m>::type>(); \
	}
#define __GL_UNWRAP(...) __VA_ARGS__
__GL_FETCH(tex1Dfetch, (int x), x)
__GL_FETCH(tex1D, (float x), x)
__GL_FETCH(tex2D, (float x, float y), x, y)
__GL_FETCH(tex3D, (float x, float y, float z), x, y, z)
__GL_FETCH(texCubemap, (float x, float y, float z), x, y, z)
__GL_FETCH(tex1DLayered, (float x, int layer), x, layer)
__GL_FETCH(tex2DLayered, (float x, float y, int layer), x, y, layer)
__GL_FETCH(texCubemapLayered, (float x, float y, float z, int layer), x, y, z, layer)
__GL_FETCH(tex1DLod, (float x, float level), x)
__GL_FETCH(tex2DLod, (float x, float y, float level), x, y)
__GL_FETCH(tex3DLod, (float x, float y, float z, float level), x, y, z)
__GL_FETCH(texCubemapLod, (float x, float y, float z, float level), x, y, z)
__GL_FETCH(tex1DLayeredLod, (float x, int layer, float level), x, layer)
__GL_FETCH(texCubemapLayeredLod, (float x, float y, float z, int layer, float level), x, y, z, layer)
__GL_FETCH(tex2DLayeredLod, (float x, float y, int layer, float level), x, y, layer)
__GL_FETCH(tex1DGrad, (float x, float dx, float dy), x)
__GL_FETCH(tex2DGrad, (float x, float y, float2 dx, float2 dy), x, y)
__GL_FETCH(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), x, y, z)
__GL_FETCH(tex1DLayeredGrad, (float x, int layer, float dx, float dy), x, layer)
__GL_FETCH(tex2DLayeredGrad, (float x, float y, int layer, float2 dx, float2 dy), x, y, layer)
__GL_FETCH(texCubemapGrad, (float x, float y, float z, float4 dx, float4 dy), x, y, z)
__GL_FETCH(texCubemapLayeredGrad, (float x, float y, float z, int layer, float4 dx, float4 dy), x, y, z, layer)
__GL_FETCH(tex2Dgather, (float x, float y, int component = 0), x, y)
#undef __GL_FETCH

/* For surfaces, x counts bytes. */
#define __GL_SURFACE(name, parameters, ...) \
	template <class T> inline __device__ T name##read(cudaSurfaceObject_t s, __GL_UNWRAP parameters, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) \
	{ \
		__gl_texture_fetch(s, (int)sizeof(T), __VA_ARGS__); \
		return __gl_any<T>(); \
	} \
	template <class T> inline __device__ void name##read(T *out, cudaSurfaceObject_t s, __GL_UNWRAP parameters, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) \
	{ \
		__gl_texture_fetch(s, (int)sizeof(T), __VA_ARGS__); \
		*out = __gl_any<T>(); \
	} \
	template <class T> inline __device__ void name##write(T value, cudaSurfaceObject_t s, __GL_UNWRAP parameters, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) \
	{ \
		__gl_surface_write(s, (int)sizeof(T), value, __VA_ARGS__); \
	} \
	template <class T, int d> inline __device__ T name##read(const surface<void, d> &s, __GL_UNWRAP parameters, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) \
	{ \
		__gl_texture_fetch(s, (int)sizeof(T), __VA_ARGS__); \
		return __gl_any<T>(); \
	} \
	template <class T, int d> inline __device__ void name##read(T *out, const surface<void, d> &s, __GL_UNWRAP parameters, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) \
	{ \
		__gl_texture_fetch(s, (int)sizeof(T), __VA_ARGS__); \
		*out = __gl_any<T>(); \
	} \
	template <class T, int d> inline __device__ void name##write(T value, const surface<void, d> &s, __GL_UNWRAP parameters, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) \
	{ \
		__gl_surface_write(s, (int)sizeof(T), value, __VA_ARGS__); \
	}
__GL_SURFACE(surf1D, (int x), x)
__GL_SURFACE(surf2D, (int x, int y), x, y)
__GL_SURFACE(surf3D, (int x, int y, int z), x, y, z)
__GL_SURFACE(surf1DLayered, (int x, int layer), x, layer)
__GL_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
__GL_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
__GL_SURFACE(surfCubemapLayered, (int x, int y, int layer_face), x, y, layer_face)
#undef __GL_SURFACE
#undef __GL_UNWRAP

#endif
