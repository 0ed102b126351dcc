/* Data decides which blocks have most work: one of them is run, wherever it is in the grid. */
#include "evaluate.h"

enum { ROWS = 1 << 16, LONG_ROW = 4000 };

static struct evaluation e;

/* Rows of 16 elements, except for one; launches a kernel with its own text. */
static void
evaluate_rows(const char *kernel, const char *launch, int long_row)
{
	char source[2048];
	snprintf(
		source, sizeof source,
		"%s\n"
		"static int first[65537], count[65536], order[65536];\n"
		"int main() {\n"
		"  for (int i = 0; i < 65536; i++) {\n"
		"    count[i] = i == %d ? %d : 16;\n"
		"    first[i + 1] = first[i] + count[i];\n"
		"    order[i] = 65535 - i; }\n"
		"  int *f, *c, *d; float *a, *o;\n"
		"  cudaMalloc(&f, sizeof first); cudaMalloc(&c, sizeof count); cudaMalloc(&d, sizeof order);\n"
		"  cudaMalloc(&a, 8 << 20); cudaMalloc(&o, 64 << 20);\n"
		"  cudaMemcpy(f, first, sizeof first, cudaMemcpyHostToDevice); cudaMemcpy(c, count, sizeof count, cudaMemcpyHostToDevice);\n"
		"  cudaMemcpy(d, order, sizeof order, cudaMemcpyHostToDevice);\n"
		"  %s }\n",
		kernel, long_row, LONG_ROW, launch);
	evaluate(&e, source, NULL);
}

/* Requests of the busiest warp for the load on line 3. */
static double
busiest(void)
{
	const struct launch *launch = first_launch(&e);
	const struct site *load = site_at(launch, 3, SITE_LOAD);
	return load->uneven.of_launch * load->predicted.requests / launch_warps(launch);
}

static const char *const rows_by_thread =
	"__global__ void k(float *o, const float *a, const int *f) { int r = blockIdx.x * 256 + threadIdx.x; float s = 0;\n"
	"  for (int j = f[r]; j < f[r + 1]; j++)\n    s += a[j];\n  o[r] = s; }";

static void
a_long_row_of_one_thread(void **state)
{
	(void)state;
	static const int rows[] = {3, 12345, 54321, 65535};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		evaluate_rows(rows_by_thread, "k<<<256, 256>>>(o, a, f);", rows[i]);
		expect_double(busiest(), LONG_ROW, 1);
		evaluation_free(&e);
	}
}

static void
rows_that_are_alike(void **state)
{
	(void)state;
	evaluate_rows(rows_by_thread, "k<<<256, 256>>>(o, a, f);", -1);
	expect_double(busiest(), 16, 1e-9);
	expect_double(site_at(first_launch(&e), 3, SITE_LOAD)->predicted.requests, 16 * ROWS / 32.0, 1e-9);
	evaluation_free(&e);
}

static void
a_long_row_of_a_block(void **state)
{
	(void)state;
	evaluate_rows(
		"__global__ void k(float *o, const float *a, const int *f) { int r = blockIdx.x, j = f[r] + threadIdx.x, end = f[r + 1]; float s = 0;\n"
		"  while (j < end) {\n    s += a[j];\n    j += 32; }\n  o[r * 32 + threadIdx.x] = s; }",
		"k<<<65536, 32>>>(o, a, f);", 12345);
	expect_double(busiest(), LONG_ROW / 32, 1);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_row_of_one_thread),
		cmocka_unit_test(rows_that_are_alike),
		cmocka_unit_test(a_long_row_of_a_block),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
