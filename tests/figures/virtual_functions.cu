// options: --no-compile
//
// Virtual functions and the device heap: what calls, constructors and destructors access. Expectations are the accesses that
// nvcc 13.0 makes for sm_90.

struct shape {
	int tag;
	__device__ shape(int t) : tag(t) {}
	__device__ virtual int area(int by) = 0;
	__device__ virtual ~shape() {} // expect: @drop store all requests=1 sectors=1
};
struct square : shape {
	int side;
	__device__ square(int s)
		: shape(1), // expect: @make store all requests=1 sectors=1; @make_several store all requests=1 sectors=8
		  side(s)
	{
		tag = s;
	}
	__device__ int area(int by)
	{
		return side * by; // expect: @use load all requests=1 sectors=1; @use_several load assumed requests=1 lanes=8 sectors=8
	}
	__device__ ~square() { side = 0; } // expect: @drop store all requests=2 sectors=1
};
struct disc : shape {
	int r = 2;
	__device__ disc() : shape(2) {}
	__device__ int area(int by) { return 3 * by; }
};

// One object for all lanes. The class's own table is stored with the base's initialiser. A call loads the object's address,
// its table and the function, all on the object's line. The derived destructor stores its table and the member, then the
// base's destructor its table.
__global__ void make(shape **s)
{
	*s = new square(3);
}
__global__ void use(shape **s, int *out)
{
	int n =
		(*s)                            // expect: load all requests=3 sectors=1
			->area(threadIdx.x);    // expect: load none
	out[n] = 1;                             // expect: store exact sectors=12
}
__global__ void drop(shape **s)
{
	delete *s; // expect: load all requests=3 sectors=1
}

// Lanes with objects of several classes. Each object has sectors of its own: 8 for the pointers, 32 for the objects, 2
// for the tables. 8 lanes go to one line of 8 words, the others to another.
__global__ void make_several(shape **s)
{
	if (threadIdx.x < 8) s[threadIdx.x] = new square(5);
	else s[threadIdx.x] = new disc;
}
__global__ void use_several(shape **s, int *out)
{
	out[64] = 1;
	int n = s[threadIdx.x]->area(1);   // expect: load all requests=3 sectors=42/3
	out[n * 8 + threadIdx.x % 8] = 1;  // expect: store exact sectors=2
}

int main()
{
	shape **s, **several;
	int *out;
	cudaMalloc(&s, 8);
	cudaMalloc(&several, 256);
	cudaMalloc(&out, 4096);
	make<<<1, 1>>>(s);
	use<<<1, 32>>>(s, out);
	drop<<<1, 1>>>(s);
	make_several<<<1, 32>>>(several);
	use_several<<<1, 32>>>(several, out);
}
