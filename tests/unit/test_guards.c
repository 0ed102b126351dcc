/* Guards: the grid that fits them if no launch is known, and the launches of unreached code, from their text. */
#include "evaluate.h"

static struct evaluation e;

static void
assert_shape(const struct launch *launch, const uint32_t grid[3], const uint32_t block[3])
{
	for (int d = 0; d < 3; d++) {
		assert_int_equal(launch->grid[d], grid[d]);
		assert_int_equal(launch->block[d], block[d]);
	}
}

/* Checks the total requests of a kernel's store, with the launch or an assumed shape. */
static void
assert_requests(const char *source, const char *launch, unsigned line, double requests)
{
	evaluate(&e, source, launch);
	expect_double(site_at(first_launch(&e), line, SITE_STORE)->predicted.requests, requests, 0);
	evaluation_free(&e);
}

static const char flat[] = "__global__ void k(float *p, int n)\n"
			   "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
			   "  if (i < n)\n"
			   "    p[i] = 1; }\n";
static const char image[] =
	"// rows of pixels\n"
	"__global__ void k(float *p, int width, int height)\n"
	"{ const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
	"  if (x >= width || y >= height) return;\n"
	"  p[y * width + x] = 1; }\n";

static void
test_the_assumed_grid_fits_the_assumed_numbers(void **state)
{
	(void)state;
	evaluate(&e, flat, NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){256, 1, 1}, (const uint32_t[]){256, 1, 1});
	assert_int_equal(first_launch(&e)->origin, LAUNCH_ASSUMED);
	evaluation_free(&e);
	assert_requests(flat, NULL, 4, 65536 / 32);
	evaluate(&e, image, NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){32, 128, 1}, (const uint32_t[]){32, 8, 1});
	evaluation_free(&e);
	assert_requests(image, NULL, 5, 1024 * 1024 / 32);
	/* One block for each row. */
	assert_requests("__global__ void k(float *p, int rows, int n)\n"
	                "{ int row = blockIdx.x;\n"
	                "  if (row < rows)\n"
	                "    p[row * n + threadIdx.x] = 1; }\n",
	                NULL, 4, 1024 * 256 / 32);
	/* Elements by fours: the assumed n counts elements, not threads. */
	assert_requests("__global__ void k(float4 *p, int n)\n"
	                "{ int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;\n"
	                "  if (i + 3 < n)\n"
	                "    p[i / 4].x = 1; }\n",
	                NULL, 4, 65536 / 4 / 32);
}

static void
test_the_assumed_block_has_a_thread_an_element_of_a_tile(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, int n)\n"
	         "{ __shared__ float a[16][16], b[16][17];\n"
	         "  int x = threadIdx.x, y = threadIdx.y;\n"
	         "  a[y][x] = b[y][x] = p[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x]; }\n",
	         NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){64, 64, 1}, (const uint32_t[]){16, 16, 1});
	evaluation_free(&e);
	/* The row length is known, but not how many rows a block processes at a time. */
	evaluate(&e,
	         "__global__ void k(float *p, int n)\n"
	         "{ __shared__ float a[32][33];\n"
	         "  for (int j = 0; j < 32; j += 8)\n"
	         "    a[threadIdx.y + j][threadIdx.x] = p[threadIdx.x]; }\n",
	         NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){32, 128, 1}, (const uint32_t[]){32, 8, 1});
	evaluation_free(&e);
}

static const char variants[] = "template <int size> __global__ void k(float *p, int n)\n"
			       "{ extern __shared__ float sums[];\n"
			       "  if (threadIdx.x < n) sums[threadIdx.x] = p[blockIdx.x * size + threadIdx.x];\n"
			       "  p[threadIdx.x] = sums[size - 1 - threadIdx.x]; }\n"
			       "void reduce(int n, int threads, float *p)\n"
			       "{ dim3 block(threads, 1, 1), grid(7);\n"
			       "  int bytes = threads <= 32 ? 2 * threads * sizeof(float) : threads * sizeof(float);\n"
			       "  grid.y = 3;\n"
			       "  switch (threads) {\n"
			       "  case 256: k<256><<<grid, block, bytes>>>(p, n); break;\n"
			       "  case 64: k<64><<<grid, block, bytes>>>(p, 50); break;\n"
			       "  case 16: k<16><<<grid, block, bytes>>>(p, n); break;\n"
			       "  } }\n"
			       "int main() { float *p; cudaMalloc(&p, 1 << 20); reduce(100, 256, p); }\n";

static const struct launch *
launch_of(const char *argument)
{
	for (size_t i = 0; i < e.facts.kernel_count; i++)
		if (strcmp(e.facts.kernels[i].template_args[0], argument) == 0)
			return &e.facts.kernels[i].launches[0];
	fail_msg("no instance with %s", argument);
	return NULL;
}

static void
test_a_launch_that_nothing_comes_to_is_as_its_text_says(void **state)
{
	(void)state;
	evaluate(&e, variants, NULL);
	assert_int_equal(launch_of("256")->origin, LAUNCH_SOURCE);
	const struct launch *launch = launch_of("64");
	assert_int_equal(launch->origin, LAUNCH_ASSUMED);
	assert_int_equal(launch->place.line, 11);
	assert_shape(launch, (const uint32_t[]){7, 3, 1}, (const uint32_t[]){64, 1, 1});
	assert_int_equal(launch->dynamic_shared, 256);
	assert_int_equal(launch->data.arguments[1].integer, 50);
	assert_string_equal(launch->caveats.assumptions[0],
	                    "the launch: no evaluated code reaches the launch at line 11");
	launch = launch_of("16");
	assert_shape(launch, (const uint32_t[]){7, 3, 1}, (const uint32_t[]){16, 1, 1});
	assert_int_equal(launch->dynamic_shared, 128);
	assert_string_equal(launch->caveats.assumptions[0],
	                    "n = 65536: no evaluated code reaches the launch at line 12");
	evaluation_free(&e);
}

/* A variable that a loop changes has no single value, and an equation between two unknowns determines neither. */
static void
test_text_that_settles_nothing_is_passed_over(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, int step)\n"
	         "{ p[threadIdx.x + step] = 1; }\n"
	         "int main(int argc, char **argv)\n"
	         "{ float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  int n = 3, a = n, b = a, step = 512; a = b;\n"
	         "  if (n > 7) for (; step > 0; step /= 2) k<<<a, 4096>>>(p, step); }\n",
	         NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){1024, 1, 1}, (const uint32_t[]){256, 1, 1});
	assert_int_equal(first_launch(&e)->data.arguments[1].integer, 0);
	evaluation_free(&e);
}

/* The program's launch is not reported as an error, because it is not reached. */
static void
test_text_that_no_gpu_takes_is_passed_over(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p)\n"
	         "{ p[threadIdx.x + blockIdx.y] = 1; }\n"
	         "void never(float *p)\n"
	         "{ int m = 70000, n = 3; dim3 grid(1, m);\n"
	         "  if (n > 7) k<<<grid, 64>>>(p); }\n",
	         NULL);
	assert_int_equal(e.facts.kernels[0].refused_count, 0);
	assert_shape(first_launch(&e), (const uint32_t[]){1024, 1, 1}, (const uint32_t[]){64, 1, 1});
	evaluation_free(&e);
}

static void
test_dynamic_shared_memory_that_nothing_sizes_is_what_is_used(void **state)
{
	(void)state;
	evaluate(&e,
	         "extern __shared__ double sums[];\n"
	         "__global__ void k(double *p) { sums[threadIdx.x + 1] = p[threadIdx.x]; }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(launch->dynamic_shared, 2176);
	assert_string_equal(launch->caveats.assumptions[launch->caveats.assumption_count - 1],
	                    "2176 bytes of dynamic shared memory: the source does not determine it");
	evaluation_free(&e);
}

static void
test_a_grid_that_depends_on_the_machine_fits_its_numbers(void **state)
{
	(void)state;
	assert_requests("__global__ void k(float *p, int n)\n"
	                "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                "  if (i < n)\n"
	                "    p[i] = 1; }\n"
	                "int blocks();\n"
	                "int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<blocks(), 128>>>(p, 10000); }\n",
	                NULL, 4, 313);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_assumed_grid_fits_the_assumed_numbers),
		cmocka_unit_test(test_the_assumed_block_has_a_thread_an_element_of_a_tile),
		cmocka_unit_test(test_a_launch_that_nothing_comes_to_is_as_its_text_says),
		cmocka_unit_test(test_text_that_settles_nothing_is_passed_over),
		cmocka_unit_test(test_text_that_no_gpu_takes_is_passed_over),
		cmocka_unit_test(test_dynamic_shared_memory_that_nothing_sizes_is_what_is_used),
		cmocka_unit_test(test_a_grid_that_depends_on_the_machine_fits_its_numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
