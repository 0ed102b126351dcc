/* Neighbouring accesses to shared memory that become wider ones. The instructions expected are those that nvcc 13.0 makes
 * for sm_90 of the same statements. */
#define EVALUATE_COMPILED
#include "evaluate.h"

struct expectation {
	const char *statements; /* float v[2048] is filled, tx the thread, n = 18 and m = 5 */
	enum site_kind kind;
	double instructions, wavefronts;
};

static const struct expectation expectations[] = {
	/* Neighbours in one line of code, aligned for certain. */
	{"s = v[2 * tx] + v[2 * tx + 1];", SITE_LOAD, 1, 2},
	{"s = v[2 * tx + 1]; s = s * 3 + v[2 * tx];", SITE_LOAD, 1, 2},
	{"int i = tx << 1; s = v[i] * v[i | 1];", SITE_LOAD, 1, 2},
	{"int i = tx & ~1; s = v[i] * v[i + 1];", SITE_LOAD, 1, 1},
	{"s = v[4 * tx] + v[4 * tx + 1] * v[4 * tx + 2] - v[4 * tx + 3];", SITE_LOAD, 1, 4},
	{"int i = (n >> 2) << 2; s = v[i] + v[i + 1] + v[i + 2] + v[i + 3];", SITE_LOAD, 1, 2},
	/* Three words of four are worth reading the fourth, two in the middle are not. */
	{"s = v[4 * tx] + v[4 * tx + 1] * v[4 * tx + 2];", SITE_LOAD, 1, 4},
	{"s = v[4 * tx] + v[4 * tx + 1] * v[4 * tx + 3];", SITE_LOAD, 1, 4},
	{"s = v[4 * tx + 1] + v[4 * tx + 2];", SITE_LOAD, 2, 8},
	{"s = v[4 * tx] + v[4 * tx + 3];", SITE_LOAD, 2, 8},
	/* Unless they are of one vector, and its first member is among them. */
	{"float4 *w = (float4 *)v; s = w[tx].y + w[tx].w;", SITE_LOAD, 2, 8},
	{"float4 *w = (float4 *)v; s = w[tx].y + w[tx].z;", SITE_LOAD, 2, 8},
	/* Stores beside each other merge one after the other, not by turns with others. */
	/* Not known to be aligned, not in one line, volatile. */
	{"s = v[tx] + v[tx + 1];", SITE_LOAD, 2, 2},
	{"s = v[2 * m * tx + m] + v[2 * m * tx + m + 1];", SITE_LOAD, 2, 4},
	{"if (n > 3) s = v[2 * tx]; if (m > 3) s += v[2 * tx + 1];", SITE_LOAD, 2, 4},
	{"s = v[2 * tx]; __syncthreads(); s += v[2 * tx + 1];", SITE_LOAD, 2, 4},
	{"volatile float *w = v; s = w[2 * tx] + w[2 * tx + 1];", SITE_LOAD, 2, 4},
	/* A store in between to shared memory keeps them apart, one to global memory does not, nor does a short branch. */
	{"float x = v[2 * tx]; v[tx + 512] = x; s = v[2 * tx + 1];", SITE_LOAD, 2, 4},
	{"float x = v[2 * tx]; c[tx + 512] = x; s = v[2 * tx + 1] + x;", SITE_LOAD, 1, 2},
	{"s = v[2 * tx]; if (m > n) s += 3; s += v[2 * tx + 1];", SITE_LOAD, 1, 2},
	/* Stores write what they must: no fourth word. */
	{"v[2 * tx] += n; v[2 * tx + 1] += m;", SITE_STORE, 2, 4},
	/* Loops of known length go whole. */
	{"for (int k = 0; k < 16; k++) s += v[16 * tx + k] * k;", SITE_LOAD, 4, 4 * 16},
	{"for (int k = 0; k < 7; k++) s += v[8 * tx + k];", SITE_LOAD, 2, 8 + 8},
	{"for (int k = 0; k < 5; k++) s += v[5 * tx + k];", SITE_LOAD, 5, 5},
	{"for (int k = 0; k < 16; k++) { s += v[16 * tx + k]; __syncthreads(); }", SITE_LOAD, 16, 16 * 16},
	{"\n#pragma unroll 1\nfor (int k = 0; k < 16; k++) s += v[k];", SITE_LOAD, 16, 16},
	/* Others become four copies, and what is left over stands alone; the middle of four copies is 8 bytes off. */
	{"for (int k = 0; k < n; k++) s += v[k];", SITE_LOAD, 4 + 2, 8 + 2},
	{"int k; for (k = 0; k < n; k++) s += v[k];", SITE_LOAD, 4 + 2, 8 + 2},
	{"for (int k = 0; k < n - 2; k++) s += v[32 * m + k];", SITE_LOAD, 8, 8},
	{"for (int k = 0; k < n; k++) s += v[tx + k];", SITE_LOAD, 18, 18},
	{"\n#pragma unroll 8\nfor (int k = 0; k < n; k++) s += v[32 * m + k];", SITE_LOAD, 4 + 2, 8 + 2},
	{"for (int k = 0; k < n; k += 2) s += v[k];", SITE_LOAD, 9, 9},
	/* Functions are compiled into their callers, which tell how what they give is aligned. */
	{"s = pair(v, tx);", SITE_LOAD, 1, 2},
	{"s = pair(v + 4, tx);", SITE_LOAD, 1, 2},
	{"s = pair(v + 1, tx);", SITE_LOAD, 2, 4},
	{"s = pair(v + n, tx);", SITE_LOAD, 2, 4},
	{"s = pair(v + 8 * n, tx);", SITE_LOAD, 1, 2},
	{"s = outer(v + 2 * n, tx);", SITE_LOAD, 1, 2},
	{"s = at(v, 2 * tx);", SITE_LOAD, 1, 2},
	{"s = at(v, tx);", SITE_LOAD, 2, 2},
	{"s = at(v + n, 2 * tx);", SITE_LOAD, 2, 4},
	{"s = at(v + 2 * n, 6 * m);", SITE_LOAD, 1, 1},
	/* What each round moves by several steps is known up to their sum, wherever it is read. */
	{"int k = 0; \n#pragma unroll 1\nwhile (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k + 1] * v[k + 2]; k += 5; }",
         SITE_LOAD, 2 * 3, 2 * 3},
	{"int k = 0; \n#pragma unroll 1\nwhile (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k + 1] * v[k + 2]; k += 3; }",
         SITE_LOAD, 2 * 3, 2 * 3},
	{"int k = 0; \n#pragma unroll 1\nwhile (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k + 1] * v[k + 2]; k += 4; }",
         SITE_LOAD, 4 * 3, 4 * 3},
	{"int k = 1; \n#pragma unroll 1\nwhile (k < n) { s += v[k] * v[k + 1]; k += 3; s += v[k] * v[k + 1]; k += 5; }",
         SITE_LOAD, 3 * 3, 3 * 3},
	{"int k = 0; \n#pragma unroll 1\nwhile (k < n) { s += v[k] * v[k + 1]; k += 3; if (k > 3 * n) break; s += v[k + 1] * v[k + 2]; k += 5; }",
         SITE_LOAD, 2 * 3, 2 * 3},
	{"int k = 0; \n#pragma unroll 1\nwhile (k < n) { s += v[k] * v[k + 1]; if (k > m) k += 3; s += v[k + 1] * v[k + 2]; k += 5; }",
         SITE_LOAD, 4 * 3, 4 * 3},
};

#define FUNCTIONS \
	"__device__ float pair(const float *p, int i) { return p[2 * i] + p[2 * i + 1]; }\n" \
	"__device__ float outer(const float *p, int i) { return pair(p + 2, i); }\n" \
	"__device__ float at(const float *p, int i) { return p[i] + p[i + 1]; }\n" \
	"__device__ void keep(float *p, int i, float x, float y) { p[2 * i] = x; p[2 * i + 1] = y; }\n"

static struct evaluation e;

static void
expect(const struct expectation *x)
{
	char source[2048];
	snprintf(source, sizeof source,
	         FUNCTIONS "__global__ void k(float *c, const float *a, int n, int m) {\n"
	                   "__shared__ float v[2048]; int tx = threadIdx.x; float s = 0;\n"
	                   "%s\n"
	                   "__syncthreads(); c[tx] = s; }\n",
	         x->statements);
	evaluate(&e, source, "k<<<1, 32>>>(8192, 8192, 18, 5)");
	const struct launch *launch = first_launch(&e);
	double instructions = 0, wavefronts = 0;
	bool merged = false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->space != SPACE_SHARED || site->kind != x->kind)
			continue;
		instructions += site->predicted.requests;
		wavefronts += site->predicted.wavefronts;
		merged |= site->width > 4;
	}
	if (instructions != x->instructions || wavefronts != x->wavefronts)
		print_error("%s\n%g instructions of %g wavefronts instead of %g of %g%s\n", x->statements, instructions,
		            wavefronts, x->instructions, x->wavefronts, merged ? ", some merged" : "");
	expect_double(instructions, x->instructions, 1e-9);
	expect_double(wavefronts, x->wavefronts, 1e-9);
	evaluation_free(&e);
}

static void
test_instructions(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
		expect(&expectations[i]);
}

/* Records that are not aligned for vectors move in words, doubles in pairs of two; the first shared array is aligned to 16
 * bytes. */
static void
test_records(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct body { double mass, x, y, z; };\n"
	         "__global__ void k(const body *from, double *to, int n) {\n"
	         "  __shared__ body near[64];\n"
	         "  near[threadIdx.x] = from[threadIdx.x];\n"
	         "  __syncthreads();\n"
	         "  double sum = 0;\n"
	         "  for (int i = 0; i < n; i++) sum += near[i].mass * near[i].x + near[i].y * near[i].z;\n"
	         "  to[threadIdx.x] = sum; }\n",
	         "k<<<1, 32>>>(4096, 4096, 8)");
	const struct site *store = site_at(first_launch(&e), 4, SITE_STORE);
	assert_int_equal(store->width, 16);
	expect_double(store->predicted.requests, 2, 1e-9);
	expect_double(store->predicted.wavefronts, 2 * 8, 1e-9);
	double loads = 0;
	for (size_t i = 0; i < first_launch(&e)->site_count; i++) {
		const struct site *site = &first_launch(&e)->sites[i];
		if (site->place.line == 7 && site->kind == SITE_LOAD) {
			assert_int_equal(site->width, 16);
			loads += site->predicted.requests;
		}
	}
	expect_double(loads, 16, 1e-9);
	evaluation_free(&e);
}

/* The row of a tile that a thread multiplies: sixteen bytes at a time; the column: not. */
static void
test_a_tile_s_row(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *c, const float *a, const float *b, int tiles) {\n"
	         "  __shared__ float rows[16][16], columns[16][16];\n"
	         "  const int x = threadIdx.x, y = threadIdx.y;\n"
	         "  float sum = 0;\n"
	         "  for (int t = 0; t < tiles; t++) {\n"
	         "    rows[y][x] = a[(t * 16 + y) * 16 + x];\n"
	         "    columns[y][x] = b[(t * 16 + y) * 16 + x];\n"
	         "    __syncthreads();\n"
	         "    for (int k = 0; k < 16; k++)\n"
	         "      sum += rows[y][k] *\n"
	         "             columns[k][x];\n"
	         "    __syncthreads();\n"
	         "  }\n"
	         "  c[y * 16 + x] = sum; }\n",
	         "k<<<1, dim3(16, 16)>>>(65536, 65536, 65536, 3)");
	const struct site *row = site_at(first_launch(&e), 10, SITE_LOAD),
			  *column = site_at(first_launch(&e), 11, SITE_LOAD);
	assert_int_equal(row->width, 16);
	expect_double(row->predicted.requests, 3 * 8 * 4, 1e-9);
	assert_int_equal(column->width, 4);
	expect_double(column->predicted.requests, 3 * 8 * 16, 1e-9);
	evaluation_free(&e);
}

/* One shared load of so many bytes a lane, on line 3, in a kernel that stores to shared memory on line 2. */
static void
expect_load(const char *load, const char *launch, unsigned width, double requests, double wavefronts)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(float *c, int n) { __shared__ float v[8192]; int tx = threadIdx.x; float s = 0;\n"
	         "v[tx] = tx; __syncthreads();\n"
	         "%s\n"
	         "c[blockIdx.x * blockDim.x + tx] = s; }\n",
	         load);
	evaluate(&e, source, launch);
	const struct site *site = site_at(first_launch(&e), 3, SITE_LOAD);
	assert_int_equal(site->width, width);
	expect_double(site->predicted.requests, requests, 1e-9);
	expect_double(site->predicted.wavefronts, wavefronts, 1e-9);
	evaluation_free(&e);
}

/* What was not run adds no neighbour to an access that has none: neither blocks nor iterations, be they of a loop around
 * or of one that moves the access on by whole pieces. */
static void
test_alone_in_what_is_sampled(void **state)
{
	(void)state;
	expect_load("if (tx == 0) s = v[0];", "k<<<4096, 32>>>(1048576, 5)", 4, 4096, 4096);
	expect_load("s = v[4 * tx];", "k<<<4096, 32>>>(1048576, 5)", 4, 4096, 4 * 4096);
	expect_load("s = v[32 * tx];", "k<<<4096, 32>>>(1048576, 5)", 4, 4096, 32 * 4096);
	expect_load("for (int k = 0; k < 2048; k++) s += v[4 * k];", "k<<<1, 32>>>(8192, 5)", 4, 2048, 2048);
	expect_load("for (int k = 0; k < 2048; k++) s += v[4 * k];", "k<<<4096, 32>>>(1048576, 5)", 4, 4096 * 2048,
	            4096 * 2048);
	expect_load("for (int k = 0; k < n; k++) { s += v[4 * tx]; __syncthreads(); }", "k<<<1, 32>>>(8192, 8192)", 4,
	            8192, 4 * 8192);
}

/* Every other word of a piece that iterations share: none is beside another. */
static void
test_apart_in_a_sampled_loop(void **state)
{
	(void)state;
	expect_load("for (int k = 0; k < 4096; k++) s += v[2 * k];", "k<<<1, 32>>>(8192, 5)", 4, 4096, 4096);
}

/* Neighbours in iterations that were not run are neighbours still. */
static void
test_neighbours_in_a_sampled_loop(void **state)
{
	(void)state;
	expect_load("for (int k = 0; k < 8192; k++) s += v[k];", "k<<<1, 32>>>(8192, 5)", 16, 2048, 2 * 2048);
	expect_load("for (int k = 0; k < 8192; k++) s += v[k];", "k<<<4096, 32>>>(1048576, 5)", 16, 4096 * 2048,
	            2 * 4096 * 2048);
}

/* A store that has no neighbour is told as it is, in however many blocks it comes round. */
static void
test_a_store_by_itself(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(double *p)\n"
	         "{ __shared__ double s[1024];\n"
	         "  s[threadIdx.x * 8] = p[threadIdx.x];\n"
	         "  __syncthreads();\n"
	         "  p[threadIdx.x] = s[(127 - threadIdx.x) * 8]; }\n",
	         "k<<<3, 128>>>(1024)");
	const struct site *site = site_at(first_launch(&e), 3, SITE_STORE);
	assert_int_equal(site->confidence, CONFIDENCE_EXACT);
	expect_double(site->predicted.requests, 12, 1e-9);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_instructions),
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_a_tile_s_row),
		cmocka_unit_test(test_alone_in_what_is_sampled),
		cmocka_unit_test(test_apart_in_a_sampled_loop),
		cmocka_unit_test(test_neighbours_in_a_sampled_loop),
		cmocka_unit_test(test_a_store_by_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
