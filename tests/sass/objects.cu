// Virtual functions: which of their loads and stores the compiler makes, and which it eliminates.

struct plain {
	int n;
	__device__ virtual int get(int i) { return i + n; }
	__device__ virtual int put(int i);
};

struct last final : plain {
	__device__ int get(int i) override { return i * n; }
};

struct half : plain {
	__device__ int get(int i) final { return i / 2; }
};

struct holder {
	plain held;
	plain *pointed;
};

__device__ int
plain::put(int i)
{
	return n = i;
}

__global__ void
known(last *l, half *h, plain *a, holder *o, int *out)
{
	int i = threadIdx.x;
	out[i] = l->get(i);
	out[i + 32] = h->get(i);
	out[i + 64] = a->plain::get(i);
	out[i + 96] = o->held.get(i);
}

__global__ void
called(plain *a, plain &r, holder *o, plain **all, int *out)
{
	int n = a->get(1);
	n += r.put(2);
	n += o->pointed->get(3);
	n += all[1]
		->get(4);
	out[threadIdx.x] = n;
}

__device__ const int table[4] = {3, 1, 4, 1};

__global__ void
constants(int *out)
{
	out[threadIdx.x] = table[2];
	out[threadIdx.x + 32] = table[threadIdx.x & 3];
}

__global__ void
copied(plain *to, const last *from)
{
	int i = threadIdx.x;
	to[i] = from[i];
}

int
main()
{
	void *p;
	int *out;
	cudaMalloc(&p, 1 << 16);
	cudaMalloc(&out, 4096);
	known<<<1, 32>>>((last *)p, (half *)p, (plain *)p, (holder *)p, out);
	called<<<1, 32>>>((plain *)p, *(plain *)p, (holder *)p, (plain **)p, out);
	constants<<<1, 32>>>(out);
	copied<<<1, 32>>>((plain *)p, (const last *)p);
	return cudaDeviceSynchronize();
}
