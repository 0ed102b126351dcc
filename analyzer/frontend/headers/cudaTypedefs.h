/* Types of pointers to the driver's functions, which programs request from the runtime by name. */
#ifndef CUDATYPEDEFS_H
#define CUDATYPEDEFS_H
#pragma GCC system_header
#include <cuda.h>
#define __GL_PFN(name, version) \
	typedef decltype(&name) PFN_##name##_v##version; \
	typedef decltype(&name) PFN_##name;
__GL_PFN(cuGetErrorString, 6000)
__GL_PFN(cuGetErrorName, 6000)
__GL_PFN(cuDeviceGetAttribute, 2000)
__GL_PFN(cuModuleLoadData, 2000)
__GL_PFN(cuModuleGetFunction, 2000)
__GL_PFN(cuMemGetAddressRange, 3020)
__GL_PFN(cuMemCreate, 10020)
__GL_PFN(cuMemMap, 10020)
__GL_PFN(cuLaunchKernel, 4000)
__GL_PFN(cuLaunchKernelEx, 11060)
__GL_PFN(cuLaunchCooperativeKernel, 9000)
__GL_PFN(cuTensorMapEncodeTiled, 12000)
__GL_PFN(cuTensorMapEncodeIm2col, 12000)
__GL_PFN(cuTensorMapReplaceAddress, 12000)
#undef __GL_PFN
#endif
