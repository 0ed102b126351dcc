// Arithmetic that costs more than necessary: double precision, and functions where intrinsics would suffice.

const unsigned CHAINS = 8;   // independent, so that throughput is measured and not latency
const unsigned STEPS = 128;

static __device__ float
seed(unsigned chain)
{
	return 0.5f + threadIdx.x * 0.001f + chain * 0.01f;
}

static __device__ float
sum(const float value[CHAINS])
{
	float total = 0;
	#pragma unroll
	for (unsigned c = 0; c < CHAINS; c++)
		total += value[c];
	return total;
}

// Multiply-adds, `DOUBLES` of 8 chains in double precision.
// Ideal form: none of them.
template <unsigned DOUBLES>
__global__ void
multiply_add(float *out)
{
	float single[CHAINS] = {};
	double twice[CHAINS] = {};
	#pragma unroll
	for (unsigned c = 0; c < CHAINS; c++) {
		single[c] = seed(c);
		twice[c] = seed(c);
	}
	#pragma unroll 8
	for (unsigned step = 0; step < STEPS; step++) {
		#pragma unroll
		for (unsigned c = 0; c < CHAINS; c++)
			if (c < DOUBLES)
				twice[c] = twice[c] * 0.75 + 0.25;
			else
				single[c] = single[c] * 0.75f + 0.25f;
	}
	#pragma unroll
	for (unsigned c = 0; c < DOUBLES; c++)
		single[c] = (float)twice[c];
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum(single);
}

// Multiply-adds. In `INTEGERS` of 8 chains, integer shifts replace them, each of which shifts new bits in.
// Ideal form: none of them.
template <unsigned INTEGERS>
__global__ void
shift_and_add(float *out)
{
	float single[CHAINS] = {};
	unsigned whole[CHAINS] = {};
	const unsigned bits = threadIdx.x * 2654435761u;
	#pragma unroll
	for (unsigned c = 0; c < CHAINS; c++) {
		single[c] = seed(c);
		whole[c] = threadIdx.x + c;
	}
	#pragma unroll 8
	for (unsigned step = 0; step < STEPS; step++) {
		#pragma unroll
		for (unsigned c = 0; c < CHAINS; c++)
			if (c < INTEGERS)
				whole[c] = __funnelshift_r(whole[c], bits, 5);
			else
				single[c] = single[c] * 0.75f + 0.25f;
	}
	#pragma unroll
	for (unsigned c = 0; c < INTEGERS; c++)
		single[c] = (float)whole[c];
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum(single);
}

// Functions with their intrinsics, on values that stay in range.
struct sine {
	static __device__ float function(float x) { return sinf(x); }
	static __device__ float intrinsic(float x) { return __sinf(x); }
};
struct tangent {
	static __device__ float function(float x) { return tanf(x * 0.5f) + 0.25f; }
	static __device__ float intrinsic(float x) { return __tanf(x * 0.5f) + 0.25f; }
};
struct exponential {
	static __device__ float function(float x) { return expf(-x); }
	static __device__ float intrinsic(float x) { return __expf(-x); }
};
struct logarithm {
	static __device__ float function(float x) { return logf(x + 1.5f); }
	static __device__ float intrinsic(float x) { return __logf(x + 1.5f); }
};
struct power {
	static __device__ float function(float x) { return powf(x + 0.5f, 0.3f); }
	static __device__ float intrinsic(float x) { return __powf(x + 0.5f, 0.3f); }
};
struct quotient {
	static __device__ float function(float x) { return 1.5f / (x + 0.5f); }
	static __device__ float intrinsic(float x) { return __fdividef(1.5f, x + 0.5f); }
};
struct root {
	static __device__ float function(float x) { return sqrtf(x + 0.5f); }
	static __device__ float intrinsic(float x) { float y; asm("sqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(x + 0.5f)); return y; }
};

// `FUNCTIONS` of 8 chains call the function, the others the intrinsic.
// Ideal form: none of them.
template <typename Which, unsigned FUNCTIONS>
__global__ void
call_functions(float *out)
{
	float value[CHAINS];
	#pragma unroll
	for (unsigned c = 0; c < CHAINS; c++)
		value[c] = seed(c);
	#pragma unroll 1
	for (unsigned step = 0; step < STEPS; step++) {
		#pragma unroll
		for (unsigned c = 0; c < CHAINS; c++)
			value[c] = c < FUNCTIONS ? Which::function(value[c]) : Which::intrinsic(value[c]);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum(value);
}

// Sines of numbers around `size`: beyond 105615 the function uses the slow argument reduction.
// Ideal form: numbers around 1.
extern "C" __global__ void
sine_of(float *out, unsigned size)
{
	float value[CHAINS];
	#pragma unroll
	for (unsigned c = 0; c < CHAINS; c++)
		value[c] = seed(c);
	#pragma unroll 1
	for (unsigned step = 0; step < STEPS; step++) {
		#pragma unroll
		for (unsigned c = 0; c < CHAINS; c++)
			value[c] = sinf((value[c] * 0.25f + 1) * size);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum(value);
}
