#ifndef __NVRTC_H__
#define __NVRTC_H__
#pragma GCC system_header
#include <gpulint/library_call.h>
typedef enum { NVRTC_SUCCESS, NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_PROGRAM_CREATION_FAILURE, NVRTC_ERROR_INVALID_INPUT, NVRTC_ERROR_INVALID_PROGRAM, NVRTC_ERROR_INVALID_OPTION, NVRTC_ERROR_COMPILATION } nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;
inline const char *nvrtcGetErrorString(nvrtcResult) { return "nvrtcResult"; }
#define __GL_NVRTC(name) __GL_LIBRARY_CALL(nvrtcResult, NVRTC_SUCCESS, name)
__GL_NVRTC(nvrtcCreateProgram)
__GL_NVRTC(nvrtcDestroyProgram)
__GL_NVRTC(nvrtcCompileProgram)
__GL_NVRTC(nvrtcGetPTXSize)
__GL_NVRTC(nvrtcGetPTX)
__GL_NVRTC(nvrtcGetCUBINSize)
__GL_NVRTC(nvrtcGetCUBIN)
__GL_NVRTC(nvrtcGetProgramLogSize)
__GL_NVRTC(nvrtcGetProgramLog)
__GL_NVRTC(nvrtcAddNameExpression)
__GL_NVRTC(nvrtcGetLoweredName)
__GL_NVRTC(nvrtcVersion)
#endif
