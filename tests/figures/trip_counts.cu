// options: --no-compile
// options: --launch 'unsigned_counter<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'unsigned_char_counter<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'up<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'down_to_one<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'down_to_zero<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'up_from_one<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'until_equal<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'unsigned_until_zero<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'negative_up<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'unsigned_down<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'turned_condition<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'negated_condition<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_minimum<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_choice<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_macro<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_nested_macro<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_function<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_choice_by_counter<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_falling_minimum<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_falling_function<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_falling_macro<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'end_by_minimum_that_changes<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'from_above_the_middle<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'from_the_least<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'to_the_other_end<<<1, 32>>>(262144, 262144, 500)'
// options: --launch 'in_steps_of_three<<<1, 32>>>(262144, 262144, 500)'
//
// Trip counts: how often a loop's body is executed. n is 500.

// The counter goes below zero: an unsigned one continues at the other end of its type, which ends the loop.
__global__ void unsigned_counter(float *o, const float *in, int n)
{
	float s = 0;
	int j = 0;
	for (unsigned i = 99; i < 100 && j < n; i--) {
		s += in[i * 32 + threadIdx.x]; // expect: load exact requests=100
		j++;
	}
	o[threadIdx.x] = s;
}
__global__ void unsigned_char_counter(float *o, const float *in, int n)
{
	float s = 0;
	for (unsigned char i = 99; i < 100; i--)
		s += in[i * 32 + threadIdx.x]; // expect: load exact requests=100
	o[threadIdx.x] = s;
}

// Counters that reach their limit.
__global__ void up(float *o, const float *in, int n)
{
	float s = 0;
	for (int i = 0; i < n; i++)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void down_to_one(float *o, const float *in, int n)
{
	float s = 0;
	for (int i = n; i > 0; i--)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void down_to_zero(float *o, const float *in, int n)
{
	float s = 0;
	for (int i = n - 1; i >= 0; i--)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void up_from_one(float *o, const float *in, int n)
{
	float s = 0;
	for (int i = 1; i <= n; i++)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void until_equal(float *o, const float *in, int n)
{
	float s = 0;
	for (int i = 0; i != n; i++)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void unsigned_until_zero(float *o, const float *in, int n)
{
	float s = 0;
	for (unsigned i = n; i != 0; i--)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void negative_up(float *o, const float *in, int n)
{
	float s = 0;
	for (long long i = -n; i < 0; i++)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void unsigned_down(float *o, const float *in, int n)
{
	float s = 0;
	for (unsigned long long i = n; i > 0; i--)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void turned_condition(float *o, const float *in, int n)
{
	float s = 0;
	for (int i = 0; n > i; i++)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}
__global__ void negated_condition(float *o, const float *in, int n)
{
	float s = 0;
	for (int i = 0; !(i >= n); i++)
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	o[threadIdx.x] = s;
}

#define LEAST(a, b) ({ __typeof__(a) x = (a); __typeof__(b) y = (b); x < y ? x : y; })
__device__ int least(int a, int b)
{
	return a < b ? a : b;
}

// A long loop's end may be one of several numbers, if it stays the same one.
__global__ void end_by_minimum(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < min(n * 90, 300000); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=45000
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_choice(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < (n * 90 < 300000 ? n * 90 : 300000); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=45000
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_macro(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < LEAST(n * 90, 300000); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=45000
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_nested_macro(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < LEAST(300000, max(n * 90, 3)); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=45000
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_function(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < least(n * 90, 300000); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=45000
	}
	o[threadIdx.x] = s;
}

// What is picked later may be another number.
__global__ void end_by_choice_by_counter(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < (i < 80 ? 5000 : 300); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=300
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_falling_minimum(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < min(5000, far - 49700); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=150
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_falling_function(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < least(2000, 3000 - i); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=1500
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_falling_macro(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < LEAST(5000, 800 - i); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=400
	}
	o[threadIdx.x] = s;
}
__global__ void end_by_minimum_that_changes(float *o, const float *in, int n)
{
	float s = 0;
	int far = n * 100;
	for (int i = 0; i < min(2000, far - 49000); i++) {
		far--;
		s += in[(i & 15) * 32 + threadIdx.x]; // expect: load exact requests=500
	}
	o[threadIdx.x] = s;
}

// Counters at the ends of 64-bit types: what follows the loop is executed once.
__global__ void from_above_the_middle(float *o, const float *in, int n)
{
	float s = 0;
	for (unsigned long long i = 0x8000000000000003; i != 0; i--) {
		s += in[threadIdx.x];
		if (s > n) break;
	}
	o[threadIdx.x] = s; // expect: store exact requests=1
}
__global__ void from_the_least(float *o, const float *in, int n)
{
	float s = 0;
	for (long long i = -0x7fffffffffffffff - 1; i != 0; i++) {
		s += in[threadIdx.x];
		if (s > n) break;
	}
	o[threadIdx.x] = s; // expect: store exact requests=1
}
__global__ void to_the_other_end(float *o, const float *in, int n)
{
	float s = 0;
	for (unsigned long long i = 0x7ffffffffffffffd; i > 5; i++) {
		s += in[threadIdx.x];
		if (s > n) break;
	}
	o[threadIdx.x] = s; // expect: store exact requests=1
}
__global__ void in_steps_of_three(float *o, const float *in, int n)
{
	float s = 0;
	for (long long i = -0x7fffffffffffffff - 1; i < 0; i += 3) {
		s += in[threadIdx.x];
		if (s > n) break;
	}
	o[threadIdx.x] = s; // expect: store exact requests=1
}
