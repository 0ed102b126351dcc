// options: --no-compile
#include <cuda/atomic>

// An operation on an object of the library is one atomic, whichever of its namespaces the type is in. CUDA has no maximum
// of floats: there the library loads and swaps.
__global__ void k(cuda::std::atomic<int> *a, cuda::atomic<unsigned long long, cuda::thread_scope_block> *b, cuda::atomic<size_t> *c,
                  cuda::atomic<float> *d)
{
	int i = threadIdx.x;
	a[i].fetch_or(2);         // expect: atomic exact; load none; store none
	b[i].fetch_sub(i);        // expect: atomic exact; load none; store none
	c[i].fetch_max(i);        // expect: atomic exact; load none; store none
	d[i] -= i;                // expect: atomic exact; load none; store none
	cuda::std::atomic_ref<double>((double &)b[i]).fetch_sub(1.0); // expect: atomic exact; load none; store none
	d[i + 64].fetch_max(3.0f); // expect: atomic exact; load exact; store none
}

int main()
{
	char *a;
	cudaMalloc(&a, 65536);
	k<<<1, 32>>>((cuda::std::atomic<int> *)a, (cuda::atomic<unsigned long long, cuda::thread_scope_block> *)(a + 4096),
	             (cuda::atomic<size_t> *)(a + 8192), (cuda::atomic<float> *)(a + 16384));
}
