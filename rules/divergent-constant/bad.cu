// A signal is upsampled by 32: each of the 32 outputs between two inputs has its own weights. The weights are in constant
// memory, and the lanes of a warp read 32 different words.

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

const int PHASES = 32, TAPS = 32;

__constant__ float weights[TAPS * PHASES];

__global__ void
interpolate(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int phase = i % PHASES;
	if (i >= n)
		return;

	float sum = 0;
	for (int tap = 0; tap < TAPS; tap++)
		sum += in[i / PHASES + tap] * weights[tap * PHASES + phase];  // expect: divergent-constant
	out[i] = sum;
}

int
main()
{
	const int n = 1 << 22, block = 256;

	std::vector<float> in(n / PHASES + TAPS), out(n), table(TAPS * PHASES);
	for (int i = 0; i < n / PHASES + TAPS; i++)
		in[i] = (float)(i % 61);
	for (int i = 0; i < TAPS * PHASES; i++)
		table[i] = (float)(i % 7);   // small, so that the sums are exact

	float *d_in, *d_out;
	CUDA_CHECK(cudaMalloc(&d_in, (n / PHASES + TAPS) * sizeof(float)));
	CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(float)));
	CUDA_CHECK(cudaMemcpy(d_in, in.data(), (n / PHASES + TAPS) * sizeof(float), cudaMemcpyHostToDevice));
	CUDA_CHECK(cudaMemcpyToSymbol(weights, table.data(), TAPS * PHASES * sizeof(float)));

	interpolate<<<(n + block - 1) / block, block>>>(d_out, d_in, n);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
	bool all_right = true;
	for (int i = 0; i < n; i += 997) {
		float sum = 0;
		for (int tap = 0; tap < TAPS; tap++)
			sum += in[i / PHASES + tap] * table[tap * PHASES + i % PHASES];
		all_right = all_right && out[i] == sum;
	}

	CUDA_CHECK(cudaFree(d_in));
	CUDA_CHECK(cudaFree(d_out));
	printf("divergent-constant/bad: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
