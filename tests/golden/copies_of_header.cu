// Copies in loops, through functions of a header: what can be changed is the loop's call. A test of random inputs needs its answers.
#include <cstdlib>
#include <random>
#include <vector>

#include "copies_of_header.h"

enum { N = 1024, BLOCK = 256, TESTS = 200 };

__global__ void twice(float *to, const float *from)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	to[i] = 2 * from[i];
}

static std::vector<float> draw(std::mt19937 &numbers)
{
	std::uniform_real_distribution<float> some(0, 1);
	std::vector<float> drawn(N);
	for (float &x : drawn)
		x = some(numbers);
	return drawn;
}

int main()
{
	float *from, *to;
	std::mt19937 numbers;
	cudaMalloc(&from, N * sizeof *from);
	cudaMalloc(&to, N * sizeof *to);

	for (int test = 0; test < TESTS; test++) {
		std::vector<float> input = draw(numbers);
		give(from, input);
		twice<<<N / BLOCK, BLOCK>>>(to, from);  // expect: launch-overhead
		std::vector<float> output = fetch(to, N);  // expect: copy-in-loop
		for (int i = 0; i < N; i++)
			if (output[i] != 2 * input[i])
				exit(1);
	}

	// What comes back is worked on and goes there again.
	std::vector<float> state(N);
	for (int step = 0; step < TESTS; step++) {
		give(from, state);
		twice<<<N / BLOCK, BLOCK>>>(to, from);  // expect: launch-overhead
		std::vector<float> change = fetch(to, N);  // expect: copy-in-loop
		for (int i = 0; i < N; i++)
			state[i] -= 0.1f * change[i];
	}
	return cudaGetLastError();
}
