// Objects on the device heap that are used through their base: each lane its own, of one class or several, and one for
// all lanes.

struct shape {
	int id;

	__device__ shape(int i) : id(i) {}  // expect: uncoalesced-access
	__device__ virtual float area(float by) const = 0;
	__device__ virtual ~shape() {}
};

struct square : shape {
	float side;

	__device__
	square(int i, float s)
		: shape(i),
		  side(s)  // expect: uncoalesced-access
	{
	}

	__device__ float
	area(float by) const override
	{
		return side * by;  // expect: uncoalesced-access
	}
};

struct plate : square {
	__device__ plate(int i) : square(i, 2.0f) {}  // expect: uncoalesced-access

	__device__ float
	area(float by) const override
	{
		return by * id;  // expect: uncoalesced-access
	}
};

__global__ void
make(shape **own, shape **one, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n / 2)
		own[i] = new square(i, 3.0f);
	else
		own[i] = new plate(i);
	if (i == 0)
		*one = new square(n, 1.0f);
}

__global__ void
use_own(float *out, shape **own)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = own[i]->area(2.0f);  // expect: uncoalesced-access
}

__global__ void
use_one(float *out, shape **one)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = (*one)->area(2.0f);
}

int
main()
{
	const int n = 256;
	float *out;
	shape **own, **one;
	cudaMalloc(&out, n * sizeof *out);
	cudaMalloc(&own, n * sizeof *own);
	cudaMalloc(&one, sizeof *one);
	make<<<2, n / 2>>>(own, one, n);
	use_own<<<2, n / 2>>>(out, own);
	use_one<<<2, n / 2>>>(out, one);
	return cudaDeviceSynchronize();
}
