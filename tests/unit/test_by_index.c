/* Kernels that would do the same work in blocks of another size, and what prevents that for others. */
#include "analysis/by_index.h"
#include "evaluate.h"

static void
expect_why(const char *body, const char *why)
{
	struct ir_unit unit;
	char source[1024];
	snprintf(source, sizeof source,
	         "__device__ int doubled(int i) { return 2 * i; }\n"
	         "__device__ int in_block() { return threadIdx.x; }\n"
	         "__device__ int in_grid() { return threadIdx.x + blockDim.x * blockIdx.x; }\n"
	         "__device__ void wait() { __syncthreads(); }\n"
	         "__device__ int out_of_sight(int i);\n"
	         "__global__ void k(int *a, int n) { %s }\n",
	         body);
	parse_program(&unit, source);
	for (size_t i = 0; i < unit.func_count; i++) {
		if (!unit.funcs[i]->is_kernel)
			continue;
		const char *found = why_not_by_index(unit.funcs[i]);
		if (why)
			assert_non_null(found ? strstr(found, why) : NULL);
		else
			assert_null(found);
	}
	ir_unit_free(&unit);
}

static void
the_index_in_the_grid_is_all_that_counts(void **state)
{
	(void)state;
	expect_why("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i;", NULL);
	expect_why("a[threadIdx.x + blockDim.x * blockIdx.x] = n;", NULL);
	expect_why("a[n + blockIdx.x * blockDim.x - 1 + 4 + threadIdx.x] = n;",
	           "blockIdx.x"); /* a difference ends the sum */
	expect_why("a[n + blockIdx.x * blockDim.x + (7 + threadIdx.x)] = n;", NULL);
	expect_why(
		"unsigned i = blockIdx.x * (unsigned)blockDim.x + threadIdx.x; a[doubled(i)] = blockIdx.y * gridDim.y + threadIdx.y;",
		NULL);
	expect_why("for (int i = in_grid(); i < n; i += gridDim.x * blockDim.x) a[i] = i;", NULL);
	expect_why("atomicAdd(&a[in_grid()], __popc(n)); __threadfence();", NULL);
	expect_why("a[in_grid()] = tex2D<int>((cudaTextureObject_t)n, in_grid(), 0.5f);", NULL);
}

static void
whatever_shows_the_block_is_reported(void **state)
{
	(void)state;
	expect_why("a[threadIdx.x] = 1;", "it uses threadIdx.x for more");
	expect_why("int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = threadIdx.x % 32;",
	           "it uses threadIdx.x for more");
	expect_why("a[blockIdx.x * 200 + threadIdx.x] = 1;", "it uses blockIdx.x for more");
	expect_why("a[in_grid()] = blockDim.x;", "it uses blockDim.x for more");
	expect_why("a[in_grid()] = gridDim.x;", "gridDim.x");
	expect_why("a[in_grid()] = in_block();", "it uses threadIdx.x for more");
	expect_why("wait(); a[in_grid()] = 1;", "its threads synchronize");
	expect_why("__shared__ int s[32]; s[n] = 1; a[in_grid()] = s[0];", "it uses shared memory");
	expect_why("a[in_grid()] = __shfl_xor_sync(~0u, n, 1);", "it uses warp-level operations");
	expect_why("a[in_grid()] = __activemask();", "it uses warp-level operations");
	expect_why("a[in_grid()] = clock();", "it reads a clock");
	expect_why("a[in_grid()] = out_of_sight(n);", "it calls a function whose code is unknown");
	expect_why("a[in_grid()] = tex1Dfetch<int>((cudaTextureObject_t)n, threadIdx.x);",
	           "it uses threadIdx.x for more");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_index_in_the_grid_is_all_that_counts),
		cmocka_unit_test(whatever_shows_the_block_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
