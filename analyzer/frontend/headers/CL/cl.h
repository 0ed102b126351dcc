/* OpenCL, for headers that CUDA programs share with OpenCL programs: types, and calls with unknown results. */
#ifndef GPULINT_CL_H
#define GPULINT_CL_H
#pragma GCC system_header
#include <stddef.h>
#include <stdint.h>
#include <gpulint/library_call.h>
#define CL_VERSION_1_0 1
#define CL_VERSION_1_1 1
#define CL_VERSION_1_2 1
typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int16_t cl_short;
typedef uint16_t cl_ushort;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef int64_t cl_long;
typedef uint64_t cl_ulong;
typedef uint16_t cl_half;
typedef float cl_float;
typedef double cl_double;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef cl_bitfield cl_device_type, cl_mem_flags, cl_map_flags, cl_command_queue_properties;
typedef cl_uint cl_platform_info, cl_device_info, cl_context_info, cl_program_build_info, cl_kernel_work_group_info, cl_event_info, cl_profiling_info;
typedef intptr_t cl_context_properties;
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
typedef struct _cl_image_format { cl_uint image_channel_order, image_channel_data_type; } cl_image_format;
#define CL_SUCCESS 0
#define CL_FALSE 0
#define CL_TRUE 1
#define CL_DEVICE_TYPE_DEFAULT (1 << 0)
#define CL_DEVICE_TYPE_CPU (1 << 1)
#define CL_DEVICE_TYPE_GPU (1 << 2)
#define CL_DEVICE_TYPE_ACCELERATOR (1 << 3)
#define CL_DEVICE_TYPE_ALL 0xffffffff
#define CL_MEM_READ_WRITE (1 << 0)
#define CL_MEM_WRITE_ONLY (1 << 1)
#define CL_MEM_READ_ONLY (1 << 2)
#define CL_MEM_USE_HOST_PTR (1 << 3)
#define CL_MEM_ALLOC_HOST_PTR (1 << 4)
#define CL_MEM_COPY_HOST_PTR (1 << 5)
#define CL_MAP_READ (1 << 0)
#define CL_MAP_WRITE (1 << 1)
#define CL_QUEUE_PROFILING_ENABLE (1 << 1)
#define CL_PLATFORM_NAME 0x902
#define CL_CONTEXT_PLATFORM 0x1084
#define CL_DEVICE_NAME 0x102b
#define CL_DEVICE_MAX_COMPUTE_UNITS 0x1002
#define CL_DEVICE_MAX_WORK_GROUP_SIZE 0x1004
#define CL_PROGRAM_BUILD_LOG 0x1183
#define CL_PROFILING_COMMAND_START 0x1282
#define CL_PROFILING_COMMAND_END 0x1283
#define __GL_CL(name) __GL_LIBRARY_CALL(cl_int, CL_SUCCESS, name)
__GL_CL(clGetPlatformIDs) __GL_CL(clGetPlatformInfo) __GL_CL(clGetDeviceIDs) __GL_CL(clGetDeviceInfo) __GL_CL(clGetContextInfo)
__GL_CL(clReleaseContext) __GL_CL(clReleaseCommandQueue) __GL_CL(clReleaseMemObject) __GL_CL(clReleaseProgram) __GL_CL(clReleaseKernel)
__GL_CL(clReleaseEvent) __GL_CL(clBuildProgram) __GL_CL(clGetProgramBuildInfo) __GL_CL(clSetKernelArg) __GL_CL(clGetKernelWorkGroupInfo)
__GL_CL(clEnqueueNDRangeKernel) __GL_CL(clEnqueueReadBuffer) __GL_CL(clEnqueueWriteBuffer) __GL_CL(clEnqueueCopyBuffer)
__GL_CL(clEnqueueUnmapMemObject) __GL_CL(clWaitForEvents) __GL_CL(clGetEventInfo) __GL_CL(clGetEventProfilingInfo) __GL_CL(clFlush) __GL_CL(clFinish)
#undef __GL_CL
#define __GL_CL(handle, name) __GL_LIBRARY_CALL(handle, (__gl_unknown<handle>()), name)
__GL_CL(cl_context, clCreateContext) __GL_CL(cl_context, clCreateContextFromType) __GL_CL(cl_command_queue, clCreateCommandQueue)
__GL_CL(cl_mem, clCreateBuffer) __GL_CL(cl_program, clCreateProgramWithSource) __GL_CL(cl_program, clCreateProgramWithBinary)
__GL_CL(cl_kernel, clCreateKernel) __GL_CL(void *, clEnqueueMapBuffer)
#undef __GL_CL
#endif
