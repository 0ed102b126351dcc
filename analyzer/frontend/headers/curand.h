#ifndef CURAND_H_
#define CURAND_H_
#pragma GCC system_header
#include <cuda_runtime_api.h>
#pragma clang force_cuda_host_device begin
typedef enum curandStatus { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED, CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED, CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE, CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH, CURAND_STATUS_INTERNAL_ERROR = 999 } curandStatus_t;
typedef enum curandRngType { CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204 } curandRngType_t;
typedef enum curandOrdering { CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102, CURAND_ORDERING_QUASI_DEFAULT = 201 } curandOrdering_t;
typedef enum curandDirectionVectorSet { CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102, CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104 } curandDirectionVectorSet_t;
typedef struct curandGenerator_st *curandGenerator_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandDistribution_st *curandDiscreteDistribution_t;
extern "C" {
inline curandStatus_t curandCreateGenerator(curandGenerator_t *out, curandRngType_t) { *out = (curandGenerator_t)__gl_new(1); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *out, curandRngType_t) { *out = (curandGenerator_t)__gl_new(1); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandDestroyGenerator(curandGenerator_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGetVersion(int *out) { *out = 10400; return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t, unsigned long long) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t, unsigned long long) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t, unsigned) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateSeeds(curandGenerator_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerate(curandGenerator_t, unsigned *out, size_t n) { __gl_forget(out, n * sizeof *out); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateUniform(curandGenerator_t, float *out, size_t n) { __gl_forget(out, n * sizeof *out); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t, double *out, size_t n) { __gl_forget(out, n * sizeof *out); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateNormal(curandGenerator_t, float *out, size_t n, float, float) { __gl_forget(out, n * sizeof *out); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t, double *out, size_t n, double, double) { __gl_forget(out, n * sizeof *out); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t, float *out, size_t n, float, float) { __gl_forget(out, n * sizeof *out); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGeneratePoisson(curandGenerator_t, unsigned *out, size_t n, double) { __gl_forget(out, n * sizeof *out); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **out, curandDirectionVectorSet_t) { *out = __gl_unknown<curandDirectionVectors64_t *>(); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGetScrambleConstants32(unsigned **out) { *out = __gl_unknown<unsigned *>(); return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **out, curandDirectionVectorSet_t) { *out = __gl_unknown<curandDirectionVectors32_t *>(); return CURAND_STATUS_SUCCESS; }
}
#pragma clang force_cuda_host_device end
#endif
