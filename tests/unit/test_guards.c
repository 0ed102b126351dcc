/* Guards: the grid that fits them where none is in sight, and blocks that are run on both sides of where they turn. */
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

/* What a kernel's store makes in all, launched so or with a shape of gpulint's own. */
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
static const char image[] = "// rows of pixels\n"
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
	/* A block a row. */
	assert_requests("__global__ void k(float *p, int rows, int n)\n"
	                "{ int row = blockIdx.x;\n"
	                "  if (row < rows)\n"
	                "    p[row * n + threadIdx.x] = 1; }\n", NULL, 4, 1024 * 256 / 32);
	/* Elements by fours: the assumed n is theirs, not the threads'. */
	assert_requests("__global__ void k(float4 *p, int n)\n"
	                "{ int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;\n"
	                "  if (i + 3 < n)\n"
	                "    p[i / 4].x = 1; }\n", NULL, 4, 65536 / 4 / 32);
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

static void
test_a_guard_within_the_grid_is_counted_to_the_warp(void **state)
{
	(void)state;
	assert_requests(flat, "k<<<4, 256>>>(1000000, 1000)", 4, 32);
	assert_requests(flat, "k<<<1024, 256>>>(1000000, 65536)", 4, 2048);
	assert_requests(flat, "k<<<4000, 256>>>(4000000, 777777)", 4, 24306);
	assert_requests(flat, "k<<<4000, 256>>>(4000000, 1)", 4, 1);
	assert_requests(image, "k<<<(64, 64), (16, 16)>>>(4000000, 1000, 900)", 5, 63 * 450);
	assert_requests(image, "k<<<(40, 100), (32, 8)>>>(4000000, 1000, 513)", 5, 32 * 513);
	/* Two guards, one within the other. */
	assert_requests("__global__ void k(float *p, int n, int m)\n"
	                "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                "  if (i < n && i > m)\n"
	                "    p[i] = 1; }\n", "k<<<4000, 256>>>(4000000, 600001, 300000)", 4, 18751 - 9375);
	/* A number within a record. */
	assert_requests("struct range { float *p; int from, n; };\n"
	                "__global__ void k(range r)\n"
	                "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                "  if (i < r.n)\n"
	                "    r.p[i] = 1; }\n"
	                "int main() { range r = {0, 0, 50000}; cudaMalloc(&r.p, 1 << 20); k<<<1000, 256>>>(r); }\n",
	                NULL, 5, 1563);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_assumed_grid_fits_the_assumed_numbers),
		cmocka_unit_test(test_a_grid_that_depends_on_the_machine_fits_its_numbers),
		cmocka_unit_test(test_a_guard_within_the_grid_is_counted_to_the_warp),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
