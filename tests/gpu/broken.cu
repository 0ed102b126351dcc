// Kernels that the compiler refuses: the worker leaves them out and reports them.

__global__ void too_much_static_shared(float *out)
{
	__shared__ float tile[16 * 1024];
	tile[threadIdx.x] = out[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = tile[blockDim.x - threadIdx.x];
}

__global__ void does_not_compile(float *out)
{
	out[threadIdx.x] = no_such_variable;  // site: compile_error
}
