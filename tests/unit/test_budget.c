/* Kernels with much code for which the budget of steps must suffice. */
#include <stdio.h>
#include <stdlib.h>

#include "evaluate.h"

static struct evaluation e;

static void
expect_followed(const struct launch *launch)
{
	assert_int_equal(launch->caveats.cut_loop.line, 0);
	assert_false(launch->caveats.budget_reached);
}

static void
expect_requests(const struct launch *launch, unsigned line, enum site_kind kind, enum confidence confidence,
                double requests)
{
	const struct site *site = site_at(launch, line, kind);
	assert_int_equal(site->confidence, confidence);
	expect_double(site->predicted.requests, requests, 1e-6);
}

/* A guard at both ends of two dimensions lets each block execute the whole loop, with fewer lanes at the edges. */
static void
test_a_guarded_stencil_is_followed(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(const float *in, float *out, int nx, int ny, int nz) {\n"
		"  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
		"  for (int z = 1; z < nz - 1; z++) {\n"
		"    if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1) return;\n"
		"    int i = (z * ny + y) * nx + x;\n"
		"    float s = in[i] + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny];\n"
		"    out[i] = s; } }\n"
		"int main() { float *a, *b; cudaMalloc(&a, 1 << 26); cudaMalloc(&b, 1 << 26);\n"
		"  k<<<dim3(8, 32), dim3(32, 8)>>>(a, b, 256, 256, 256); }\n",
		NULL);
	const struct launch *launch = first_launch(&e);
	expect_followed(launch);
	expect_double(site_at(launch, 7, SITE_STORE)->predicted.requests, 254.0 * 254 * 8, 0.01 * 254 * 254 * 8);
	evaluation_free(&e);
}

/* Two sampling windows see each offset in a sector that the addresses of a regular loop have. */
static void
test_a_walk_through_sectors_is_no_less_exact(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(const float *in, float *out, int n) {\n"
		"  float s = 0;\n"
		"  for (int i = 0; i < n; i++)\n"
		"    s += in[i + threadIdx.x];\n"
		"  out[threadIdx.x] = s; }\n"
		"int main() { float *a, *b; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); k<<<1, 32>>>(a, b, 8000); }\n",
		NULL);
	const struct site *load = site_at(first_launch(&e), 4, SITE_LOAD);
	expect_double(load->predicted.requests, 8000, 1e-6);
	expect_double(per_request(load), 4.875, 0.01);
	evaluation_free(&e);
}

/* A tile of 128 by 128 in registers, 8 by 8 per thread, over n iterations of eight; line by line, for the queries
 * below. */
static void
evaluate_tiled_product(unsigned n)
{
	char source[2048];
	snprintf(
		source, sizeof source,
		"__global__ void k(const float *a, const float *b, float *c, int n) {\n"
		"  __shared__ float as[8][128], bs[8][128];\n"
		"  int t = threadIdx.x, row = t / 16 * 8, column = t %% 16 * 8; float sum[8][8] = {};\n"
		"  for (int k0 = 0; k0 < n; k0 += 8) {\n"
		"    for (int i = 0; i < 4; i++)\n"
		"      as[t %% 8][t / 8 + 32 * i] = a[(t / 8 + 32 * i) * n + k0 + t %% 8];\n"
		"    for (int i = 0; i < 4; i++)\n"
		"      bs[t / 128 + 2 * i][t %% 128] = b[(k0 + t / 128 + 2 * i) * n + t %% 128];\n"
		"    __syncthreads();\n"
		"    for (int k = 0; k < 8; k++) {\n"
		"      float x[8], y[8];\n"
		"      for (int i = 0; i < 8; i++) x[i] = as[k][row + i];\n"
		"      for (int i = 0; i < 8; i++) y[i] = bs[k][column + i];\n"
		"      for (int i = 0; i < 8; i++)\n"
		"        for (int j = 0; j < 8; j++)\n"
		"          sum[i][j] += x[i] * y[j];\n"
		"    }\n"
		"    __syncthreads(); }\n"
		"  for (int i = 0; i < 8; i++)\n"
		"    for (int j = 0; j < 8; j++)\n"
		"      c[(row + i) * n + column + j] = sum[i][j]; }\n"
		"int main() { float *a, *b, *c; cudaMalloc(&a, 1 << 24); cudaMalloc(&b, 1 << 24); cudaMalloc(&c, 1 << 24);\n"
		"  k<<<4, 256>>>(a, b, c, %u); }\n",
		n);
	evaluate(&e, source, NULL);
}

static void
test_a_tiled_product_is_followed(void **state)
{
	(void)state;
	enum { WARPS = 4 * 8 };
	for (unsigned n = 128; n <= 2048; n *= 4) {
		evaluate_tiled_product(n);
		const struct launch *launch = first_launch(&e);
		expect_followed(launch);
		expect_requests(launch, 6, SITE_LOAD, CONFIDENCE_EXACT, n / 8 * 4 * WARPS);
		expect_requests(launch, 8, SITE_LOAD, CONFIDENCE_EXACT, n / 8 * 4 * WARPS);
		expect_requests(launch, 21, SITE_STORE, CONFIDENCE_EXACT, 64 * WARPS);
		evaluation_free(&e);
	}
}

/* Skipped computations count as if they had been executed, except for what the first iterations compute once. */
static void
test_what_only_computes_is_counted(void **state)
{
	(void)state;
	enum { WARPS = 4 * 8 };
	double instructions[4];
	for (unsigned i = 0; i < 4; i++) {
		const unsigned n = 64 << i;
		evaluate_tiled_product(n);
		const struct launch *launch = first_launch(&e);
		expect_requests(launch, 14, SITE_BRANCH, CONFIDENCE_EXACT, 9.0 * n * WARPS);
		expect_requests(launch, 15, SITE_BRANCH, CONFIDENCE_EXACT, 9.0 * 8 * n * WARPS);
		instructions[i] = launch->execution.work.instructions;
		evaluation_free(&e);
	}
	expect_double((instructions[3] - instructions[2]) / (instructions[2] - instructions[1]), 2, 0.01);
	expect_double((instructions[2] - instructions[1]) / (instructions[1] - instructions[0]), 2, 0.01);
}

/* Floating-point computations that decide something are evaluated. */
static void
test_what_floating_point_decides_is_known(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o) { float s[4] = {}, x[4] = {1, 2, 3, 4};\n"
	         "  for (int r = 0; r < 8; r++)\n"
	         "    for (int i = 0; i < 4; i++) s[i] += x[i];\n"
	         "  if (s[3] == 32)\n"
	         "    o[threadIdx.x] = s[0];\n"
	         "  else\n"
	         "    o[2 * threadIdx.x] = s[1]; }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<1, 32>>>(o); }\n",
	         NULL);
	expect_double(site_at(first_launch(&e), 5, SITE_STORE)->predicted.requests, 1, 1e-6);
	for (size_t i = 0; i < first_launch(&e)->site_count; i++)
		assert_int_not_equal(first_launch(&e)->sites[i].place.line, 7);
	evaluation_free(&e);
}

/* 81 blocks need three times the steps of a launch. All are run nevertheless, with each corner, edge and partial
 * tile. */
static void
test_a_small_grid_is_run_whole(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *in, float *out, int w, int h) {\n"
	         "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
	         "  if (x >= w || y >= h) return;\n"
	         "  float s = 0;\n"
	         "  for (int v = y - 1; v <= y + 1; v++)\n"
	         "    for (int u = x - 1; u <= x + 1; u++)\n"
	         "      if (u >= 0 && u < w && v >= 0 && v < h)\n"
	         "        s += in[v * w + u];\n"
	         "  out[y * w + x] = s; }\n"
	         "int main() { float *a, *b; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20);\n"
	         "  k<<<dim3(9, 9), dim3(16, 16)>>>(a, b, 137, 139); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	/* Warps that are not completely outside: each has two rows, except for the last, whose second row is
	 * outside. */
	const double warps = 9 * 70, next_outside = 9 * 3;
	expect_followed(launch);
	expect_requests(launch, 8, SITE_LOAD, CONFIDENCE_EXACT, 9 * warps - next_outside);
	expect_requests(launch, 9, SITE_STORE, CONFIDENCE_EXACT, warps);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_false(launch->sites[i].basis.is_extrapolated);
	evaluation_free(&e);
}

/* However long a kernel is, code outside of loops is run to its end, even after the loops' part of the budget. */
static void
test_straight_code_is_followed(void **state)
{
	(void)state;
	evaluate(
		&e,
		"#define S(k) s += in[(i + 4) * (n - 2) + (j + 3) * (m - 2) + k];\n"
		"#define S16(k) S(k) S(k + 1) S(k + 2) S(k + 3) S(k + 4) S(k + 5) S(k + 6) S(k + 7) \\\n"
		"               S(k + 8) S(k + 9) S(k + 10) S(k + 11) S(k + 12) S(k + 13) S(k + 14) S(k + 15)\n"
		"#define S256(k) S16(k) S16(k + 16) S16(k + 32) S16(k + 48) S16(k + 64) S16(k + 80) S16(k + 96) S16(k + 112) \\\n"
		"                S16(k) S16(k + 16) S16(k + 32) S16(k + 48) S16(k + 64) S16(k + 80) S16(k + 96) S16(k + 112)\n"
		"#define S4096(k) S256(k) S256(k) S256(k) S256(k) S256(k) S256(k) S256(k) S256(k) \\\n"
		"                 S256(k) S256(k) S256(k) S256(k) S256(k) S256(k) S256(k) S256(k)\n"
		"__global__ void k(const float *in, float *out, int n, int m) {\n"
		"  int i = threadIdx.x, j = threadIdx.y;\n"
		"  float s = 0;\n"
		"  S4096(0) S4096(1) S4096(2) S4096(3)\n"
		"  out[j * 32 + i] = s; }\n"
		"int main() { float *a, *b; cudaMalloc(&a, 1 << 26); cudaMalloc(&b, 1 << 20); k<<<1, dim3(32, 8)>>>(a, b, 64, 64); }\n",
		NULL);
	expect_followed(first_launch(&e));
	expect_requests(first_launch(&e), 12, SITE_STORE, CONFIDENCE_EXACT, 8);
	evaluation_free(&e);
}

/* Unknown data is no longer distinguished when there is much of it; values from a launch's numbers still are. */
static void
test_rows_are_distinguished(void **state)
{
	(void)state;
	evaluate(
		&e,
		"#include <cstdio>\n"
		"#define AT(i, j, k) (i) - first + pitch * (j) - pitch * top + pitch * rows * (k) - pitch * rows * front\n"
		"__global__ void k(double *out, int first, int pitch, int top, int rows, int front) {\n"
		"  int i = first + threadIdx.x + blockIdx.x * 16, j = top + threadIdx.y + blockIdx.y * 4, k = front + threadIdx.z;\n"
		"  out[AT(i, j, k)] = 0; }\n"
		"int main() { int n[5]; double *a; cudaMalloc(&a, 1 << 26);\n"
		"  scanf(\"%d %d %d %d %d\", n, n + 1, n + 2, n + 3, n + 4);\n"
		"  k<<<dim3(8, 8), dim3(16, 4, 3)>>>(a, n[0], n[1], n[2], n[3], n[4]); }\n",
		NULL);
	const struct site *store = site_at(first_launch(&e), 5, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_BOUNDED);
	expect_double(per_request(store), 8, 1e-6);
	assert_non_null(strstr(store->why, "rows that begin with a sector"));
	evaluation_free(&e);
}

/* main may read long options before its first launch, which is a small part of its budget. */
static void
test_main_comes_to_its_first_launch(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
	         "int unseen();\n"
	         "static int option(int way) { int many = 0;\n"
	         "  for (int i = 0; i < 200; i++) { if (unseen() == i) many += way; many ^= i; }\n"
	         "  return many; }\n"
	         "#define EIGHT(x) x; x; x; x; x; x; x; x\n"
	         "int main() { int all = 0; EIGHT(EIGHT(EIGHT(all += option(all))));\n"
	         "  float *d; cudaMalloc(&d, 4096); k<<<7, 64>>>(d); }\n",
	         NULL);
	assert_int_equal(first_launch(&e)->origin, LAUNCH_SOURCE);
	assert_int_equal(first_launch(&e)->grid[0], 7);
	evaluation_free(&e);
}

/* Launching functions that main does not reach share a budget. The first ones are run as if they were alone; for the
 * last ones, the place at which they were abandoned is reported. */
static void
test_many_launching_functions_share_a_budget(void **state)
{
	enum { MANY = 120 };
	(void)state;
	char *source = NULL;
	size_t size = 0;
	FILE *text = open_memstream(&source, &size);
	fputs("__global__ void k(float *a, int n) { a[threadIdx.x] = n; }\n"
	      "int unseen();\n"
	      "static int option(int way) { int many = 0;\n"
	      "  for (int i = 0; i < 200; i++) { if (unseen() == i) many += way; many ^= i; }\n"
	      "  return many; }\n"
	      "#define EIGHT(x) x; x; x; x; x; x; x; x\n",
	      text);
	for (int i = 0; i < MANY; i++)
		fprintf(text,
		        "void f%d(float *a) { int all = 0; EIGHT(EIGHT(all += option(all))); k<<<%d, 64>>>(a, 7); }\n",
		        i, i + 1);
	fclose(text);
	evaluate(&e, source, NULL);
	assert_int_equal(first_launch(&e)->grid[0], 1);
	assert_true(e.facts.kernels[0].launch_count > 8 && e.facts.kernels[0].left_out_count < MANY / 2);
	assert_int_equal(e.facts.cut_loop_count, 1);
	evaluation_free(&e);
	free(source);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_guarded_stencil_is_followed),
		cmocka_unit_test(test_a_walk_through_sectors_is_no_less_exact),
		cmocka_unit_test(test_a_tiled_product_is_followed),
		cmocka_unit_test(test_what_only_computes_is_counted),
		cmocka_unit_test(test_what_floating_point_decides_is_known),
		cmocka_unit_test(test_a_small_grid_is_run_whole),
		cmocka_unit_test(test_straight_code_is_followed),
		cmocka_unit_test(test_rows_are_distinguished),
		cmocka_unit_test(test_main_comes_to_its_first_launch),
		cmocka_unit_test(test_many_launching_functions_share_a_budget),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
