#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__
#pragma GCC system_header
#include <cuda_runtime_api.h>
typedef unsigned int GLuint;
typedef unsigned int GLenum;
extern "C" {
inline cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *out, GLuint, unsigned) { *out = __gl_unknown<cudaGraphicsResource_t>(); return cudaSuccess; }
inline cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *out, GLuint, GLenum, unsigned) { *out = __gl_unknown<cudaGraphicsResource_t>(); return cudaSuccess; }
inline cudaError_t cudaGLSetGLDevice(int) { return cudaSuccess; }
inline cudaError_t cudaGLRegisterBufferObject(GLuint) { return cudaSuccess; }
inline cudaError_t cudaGLUnregisterBufferObject(GLuint) { return cudaSuccess; }
inline cudaError_t cudaGLMapBufferObject(void **out, GLuint) { *out = __gl_unknown<void *>(); return cudaSuccess; }
inline cudaError_t cudaGLUnmapBufferObject(GLuint) { return cudaSuccess; }
}
#endif
