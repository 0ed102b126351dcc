/* The first version of the cuBLAS API, without handles. */
#ifndef CUBLAS_H_
#define CUBLAS_H_
#pragma GCC system_header
#include <cublas_v2.h>
inline cublasStatus_t cublasInit() { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasShutdown() { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetError() { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasAlloc(int n, int size, void **out) { cudaMalloc(out, (size_t)n * size); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasFree(void *p) { cudaFree(p); return CUBLAS_STATUS_SUCCESS; }
#endif
