/* Host libraries (cuBLAS, cuFFT and so on): only their types and statuses are modelled. A call succeeds, and the
 * memory that its arguments point to and may write becomes unknown. */
#ifndef GPULINT_LIBRARY_CALL_H
#define GPULINT_LIBRARY_CALL_H
#pragma GCC system_header
#include <gpulint_prelude.h>

extern "C++" {   /* programs may include C's headers inside extern "C" */
/* Forgets what an unknown call may have changed through one of its arguments: the object from that address on. Handles
 * point to undefined types. */
template <class T, __gl_size = sizeof(T)> __attribute__((host, device)) char __gl_is_complete(T *);
__attribute__((host, device)) long __gl_is_complete(...);
template <class T> inline __attribute__((host, device)) void __gl_forget_through(T) {}
template <class T> inline __attribute__((host, device)) void __gl_forget_through(T *p)
{
	if constexpr (!__is_const(T) && (__is_void(T) || sizeof(__gl_is_complete((T *)0)) == 1))
		__gl_forget(p, ~(__gl_size)0);
}
}
/* A call with any arguments; `success` is its result. */
#define __GL_LIBRARY_CALL(status, success, name) \
	extern "C++" template <class... A> inline __attribute__((host, device)) status name(A... a) \
	{ \
		(__gl_forget_through(a), ...); \
		return success; \
	}

typedef enum cudaDataType_t {
	CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_C_32F, CUDA_C_64F, CUDA_C_16F, CUDA_C_8I, CUDA_R_8U, CUDA_C_8U,
	CUDA_R_32I, CUDA_C_32I, CUDA_R_32U, CUDA_C_32U, CUDA_R_16BF, CUDA_C_16BF, CUDA_R_4I, CUDA_C_4I, CUDA_R_4U, CUDA_C_4U,
	CUDA_R_16I, CUDA_C_16I, CUDA_R_16U, CUDA_C_16U, CUDA_R_64I, CUDA_C_64I, CUDA_R_64U, CUDA_C_64U, CUDA_R_8F_E4M3,
	CUDA_R_8F_E5M2, CUDA_R_8F_UE8M0, CUDA_R_6F_E2M3, CUDA_R_6F_E3M2, CUDA_R_4F_E2M1, CUDA_R_8F_UE4M3 = CUDA_R_8F_E4M3,
} cudaDataType;
typedef enum cudaEmulationStrategy_t { CUDA_EMULATION_STRATEGY_DEFAULT, CUDA_EMULATION_STRATEGY_PERFORMANT, CUDA_EMULATION_STRATEGY_EAGER } cudaEmulationStrategy;
typedef enum cudaEmulationMantissaControl_t { CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC, CUDA_EMULATION_MANTISSA_CONTROL_FIXED } cudaEmulationMantissaControl;
typedef enum cudaEmulationSpecialValuesSupport_t {
	CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NONE = 0, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_INFINITY = 1, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN = 2,
	CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT = 0xffff,
} cudaEmulationSpecialValuesSupport;
typedef enum libraryPropertyType_t { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL } libraryPropertyType;

#endif
