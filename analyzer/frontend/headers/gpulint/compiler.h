/* Makes the compiler look like nvcc with GCC as its host compiler, because CUDA sources test for that. */
#ifndef GPULINT_COMPILER_H
#define GPULINT_COMPILER_H
#pragma GCC system_header

#undef __clang__
#undef __GNUC__
#undef __GNUC_MINOR__
#undef __GNUC_PATCHLEVEL__
#define __GNUC__ 12
#define __GNUC_MINOR__ 2
#define __GNUC_PATCHLEVEL__ 0

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_RDC__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __NVCC_VER_MAJOR__ 13
#define __NVCC_VER_MINOR__ 0
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
#define CUDART_VERSION 13000

/* The front end replaces `#pragma` in a macro by this. */
#define __GLP(...) _Pragma(#__VA_ARGS__)

#endif
