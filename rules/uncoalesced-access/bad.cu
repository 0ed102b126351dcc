// Two access patterns with one sector for each lane: threadIdx.x goes down the columns, and the lanes read one member of
// records of 32 bytes.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                                    \
	do {                                                                                                \
		cudaError_t status = (call);                                                                \
		if (status != cudaSuccess) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
			exit(1);                                                                            \
		}                                                                                           \
	} while (0)

struct particle {
	float position[3], velocity[3], charge, mass;
};

__global__ void
add_one(float *out, const float *in, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	int column = blockIdx.y * blockDim.y + threadIdx.y;
	float value = in[row * n + column];
	out[row * n + column] = value + 1;  // expect: uncoalesced-access
}

__global__ void
get_masses(float *out, const particle *particles)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = particles[i].mass;  // expect: uncoalesced-access
}

int
main()
{
	const int n = 2048;

	std::vector<float> in(n * n), out(n * n);
	for (int i = 0; i < n * n; i++)
		in[i] = (float)(i % 1021);
	std::vector<particle> particles(n * n);
	for (int i = 0; i < n * n; i++)
		particles[i].mass = (float)(i % 509);

	float *d_in, *d_out;
	particle *d_particles;
	CUDA_CHECK(cudaMalloc(&d_in, n * n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * n * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_particles, n * n * sizeof(particle)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpy(d_particles, particles.data(), n * n * sizeof(particle), cudaMemcpyHostToDevice));

	dim3 block(32, 8), grid(n / 32, n / 8);
	bool all_right = true;

	add_one<<<grid, block>>>(d_out, d_in, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n * n; i++)
		all_right = all_right && out[i] == in[i] + 1;

	get_masses<<<n * n / 256, 256>>>(d_out, d_particles);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n * n; i++)
		all_right = all_right && out[i] == particles[i].mass;

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	CUDA_CHECK(cudaFree(d_particles));
	printf("uncoalesced-access/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
