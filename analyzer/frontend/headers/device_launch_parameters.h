/* The built-in variables. They are plain variables here, so that threadIdx.x is an ordinary member access to a
 * variable of that name in the tree. */
#ifndef __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#pragma GCC system_header
#include <vector_types.h>

extern "C" {
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;
}

#endif
