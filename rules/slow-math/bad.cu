// Each step computes a root and a division, for which the compiler generates 16 instructions.

#include <cmath>
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

/* Rotates directions step by step, and keeps their length. */
__global__ void
turn(float2 *directions, int count, int steps, float angle)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float x = directions[i].x, y = directions[i].y;
	for (int step = 0; step < steps; step++) {
		float along = x - angle * y, across = y + angle * x;
		x = along;
		y = across;
		float scale = 1 / sqrtf(x * x + y * y);  // expect: slow-math
		x *= scale;
		y *= scale;
	}
	directions[i] = make_float2(x, y);
}

int
main()
{
	const int count = 1 << 22, steps = 128, threads = 256;

	std::vector<float2> directions(count);
	for (int i = 0; i < count; i++)
		directions[i] = make_float2((float)(i % 64 + 1), (float)(i / 64 % 32));

	float2 *d_directions;
	CUDA_CHECK(cudaMalloc(&d_directions, count * sizeof(float2)));
	CUDA_CHECK(cudaMemcpy(d_directions, directions.data(), count * sizeof(float2), cudaMemcpyHostToDevice));
	turn<<<count / threads, threads>>>(d_directions, count, steps, 0.01f);
	CUDA_CHECK(cudaGetLastError());
	CUDA_CHECK(cudaMemcpy(directions.data(), d_directions, count * sizeof(float2), cudaMemcpyDeviceToHost));

	bool right = true;
	for (int i = 0; i < count; i++)
		right = right && fabsf(directions[i].x * directions[i].x + directions[i].y * directions[i].y - 1) < 1e-5f;
	CUDA_CHECK(cudaFree(d_directions));
	printf("slow-math/bad: %s\n", right ? "PASS" : "FAIL");
	return right ? 0 : 1;
}
