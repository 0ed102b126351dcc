#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_
#pragma GCC system_header
#include <vector_types.h>
#include <math.h>
#pragma clang force_cuda_host_device begin
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define __GL_COMPLEX(type, real, f, d) \
	inline real cuCreal##f(type z) { return z.x; } \
	inline real cuCimag##f(type z) { return z.y; } \
	inline type make_cu##d##Complex(real x, real y) { type z; z.x = x; z.y = y; return z; } \
	inline type cuConj##f(type z) { return make_cu##d##Complex(z.x, -z.y); } \
	inline type cuCadd##f(type a, type b) { return make_cu##d##Complex(a.x + b.x, a.y + b.y); } \
	inline type cuCsub##f(type a, type b) { return make_cu##d##Complex(a.x - b.x, a.y - b.y); } \
	inline type cuCmul##f(type a, type b) { return make_cu##d##Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
	inline type cuCdiv##f(type a, type b) \
	{ \
		real n = b.x * b.x + b.y * b.y; \
		return make_cu##d##Complex((a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n); \
	} \
	inline type cuCfma##f(type a, type b, type c) { return cuCadd##f(cuCmul##f(a, b), c); } \
	inline real cuCabs##f(type z) { return sqrt(z.x * z.x + z.y * z.y); }
__GL_COMPLEX(cuFloatComplex, float, f, Float)
__GL_COMPLEX(cuDoubleComplex, double, , Double)
#undef __GL_COMPLEX
inline cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
#pragma clang force_cuda_host_device end
#endif
