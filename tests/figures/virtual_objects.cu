// options: --no-compile --launch 'copies<<<1, 32>>>(4096, 4096)' --launch 'second_base<<<1, 32>>>(4096)'
// options: --launch 'only_class<<<1, 32>>>(4096, 4096)' --launch 'several_classes<<<1, 32>>>(4096, 4096)'
//
// Virtual functions (see virtual_functions.cu): copies of objects, several bases, and objects that nobody knows.
#include <new>

// Tables stay with their objects: a copy made by the compiler takes the members alone, on the line of the class.
struct box { int n; __device__ virtual int get() { return n; } };
// expect: @copies load all requests=2 sectors=17/2; @copies store all requests=3 sectors=18/3

__global__ void copies(box *to, const box *from)
{
	to[threadIdx.x] = from[threadIdx.x];
	new (to + 64) box(from[0]);
}

struct A { int a; __device__ virtual int f() { return a; } };
struct B { int b; __device__ virtual int g() { return b; } };
struct C : A, B { int c = 6; __device__ int g() override { return c; } };

// The pointer of a second base leads to functions that find the whole object: c is 6.
__global__ void second_base(int *out)
{
	__shared__ B *b;
	if (threadIdx.x == 0) b = new C;
	__syncthreads();
	out[b->g() * threadIdx.x] = 1; // expect: store exact sectors=24
}

struct any { __device__ virtual int at(int i) = 0; };
template <typename T> struct some : any {
	T start = 2;
	__device__ int at(int i) { return i + start; } // expect: @only_class load all requests=1 sectors=1
};
__device__ any *make() { return new some<int>; }

// An unknown object is of the only class that there is.
__global__ void only_class(any *s, int *out)
{
	out[s->at(8) * 0 + threadIdx.x] = 1; // expect: store assumed
}

struct shape { __device__ virtual int area(int by) = 0; };
struct square : shape {
	int side;
	__device__ square(int s) : side(s) {}
	__device__ int area(int by) { return side * by; } // expect: load none
};
struct disc : shape { int r = 2; __device__ int area(int by) { return 3 * by; } };
__device__ shape *make_square() { return new square(1); }
__device__ shape *make_disc() { return new disc; }

// It is of none of several.
__global__ void several_classes(shape **s, int *out)
{
	out[threadIdx.x] = s[threadIdx.x]->area(8);
	out[threadIdx.x + 32] = 1; // expect: store exact
}
