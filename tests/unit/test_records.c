/* Records that move between memory and registers: which members are loaded, and in which pieces. The expected pieces
 * are those of nvcc 13.0 for the same code on sm_90. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

static void
expect_load(unsigned line, unsigned width, double requests, double sectors)
{
	const struct site *site = site_at(first_launch(&e), line, SITE_LOAD);
	assert_int_equal(site->width, width);
	expect_double(site->predicted.requests, requests, 1e-9);
	expect_double(per_request(site), sectors, 1e-9);
	assert_int_equal(site->confidence, CONFIDENCE_EXACT);
}

static void
test_arguments_by_value_are_loaded_at_the_call(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cuda_fp16.h>\n"
	         "struct point { float x, y, z; };\n"
	         "__device__ float sum(point p) { return p.x + p.y + p.z; }\n"
	         "template <typename T> __device__ float number(T v) { return (float)v; }\n"
	         "__global__ void k(const point *p, const __half *h, float *f)\n"
	         "{ int i = threadIdx.x;\n"
	         "  f[i] = sum(p[i]);\n"
	         "  f[i + 32] = __half2float(h[i]);\n"
	         "  f[i + 64] = number(h[2 * i + 64]);\n"
	         "  f[i + 96] = number(__hadd(h[i + 256], __float2half(2.0f))); }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_load(7, 4, 3, 12);
	expect_load(8, 2, 1, 2);
	expect_load(9, 2, 1, 4);
	expect_load(10, 2, 1, 2);
	evaluation_free(&e);
}

static void
test_members_that_nobody_reads_are_not_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct __align__(16) mixed { int a; float b; double c; };\n"
	         "__device__ float x(float4 v) { return v.x; }\n"
	         "__device__ float xy(const float4 &v) { return v.x + v.y; }\n"
	         "__device__ float yz(float4 v) { float4 w = v; return w.y + w.z; }\n"
	         "__device__ int xz(uchar4 v) { return v.x + v.z; }\n"
	         "__device__ int first(short4 v) { return v.x + v.y; }\n"
	         "__device__ float all(mixed v) { return v.a + v.b + v.c; }\n"
	         "__global__ void k(const float4 *p, const uchar4 *c, const short4 *s, const mixed *m, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = x(p[i]);\n"
	         "  float4 q = p[i + 32]; o[i + 32] = xy(q);\n"
	         "  o[i + 64] = yz(p[i + 64]);\n"
	         "  float4 r = p[i + 96]; o[i + 96] = r.x + r.z + r.w;\n"
	         "  o[i + 128] = xz(c[i]);\n"
	         "  o[i + 160] = first(s[i]);\n"
	         "  o[i + 192] = all(m[i]); }\n",
	         "k<<<1, 32>>>(8192, 8192, 8192, 8192, 8192)");
	expect_load(10, 4, 1, 16);
	expect_load(11, 8, 1, 16);
	expect_load(12, 4, 2, 16);
	expect_load(13, 16, 1, 16);
	expect_load(14, 4, 1, 4);
	expect_load(15, 4, 1, 8);
	expect_load(16, 8, 2, 16);
	evaluation_free(&e);
}

/* An array in a record is read whole. */
static void
test_arrays_in_records_are_read_whole(void **state)
{
	(void)state;
	evaluate(&e,
	         "template <int N> struct __align__(4 * N) pack { float v[N]; };\n"
	         "__global__ void k(const pack<4> *p, pack<4> *q, float *o)\n"
	         "{ int i = threadIdx.x; float s = 0;\n"
	         "  pack<4> a = p[i];\n"
	         "  for (int j = 0; j < 4; j++) s += a.v[j];\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(8192, 8192, 8192)");
	expect_load(4, 16, 1, 16);
	evaluation_free(&e);
}

/* All elements of a local array load the same members, whichever elements are used. */
static void
test_local_arrays_of_records_are_read_by_member(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float4 *p, float *o)\n"
	         "{ int i = threadIdx.x; float s = 0; float4 v[8];\n"
	         "  for (int j = 0; j < 8; j++)\n"
	         "    v[j] = p[i + 32 * j];\n"
	         "  for (int j = 0; j < 8; j++) s += v[j].x * v[j].y;\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(8192, 8192)");
	expect_load(4, 8, 8, 16);
	evaluation_free(&e);
}

/* Members of which only an overwritten or unused value is needed are not read. */
static void
test_members_read_for_nothing_are_not_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float4 *a, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float4 v = a[i];\n"
	         "  float sum = v.x + v.y, forgotten = v.z * v.w;\n"
	         "  o[i] = sum; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_load(3, 8, 1, 16);
	evaluation_free(&e);
}

/* A number in parentheses begins at the parentheses; one that the compiler combines from several has no place. */
static void
test_accesses_stand_where_parentheses_begin(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = a[i +\n"
	         "    n * (\n"
	         "    0)];\n"
	         "  o[i +\n"
	         "    64 * (\n"
	         "    n + 4 * (\n"
	         "    1 + 2 * (\n"
	         "    3)))] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096, 1)");
	site_at(first_launch(&e), 4, SITE_LOAD);
	site_at(first_launch(&e), 8, SITE_STORE);
	evaluation_free(&e);
}

/* The same for a record that a pointer without an index points to. */
static void
test_records_stand_where_their_pointers_end(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float4 *o, int n)\n"
	         "{ float4 whole = *reinterpret_cast<const float4 *>(\n"
	         "    a + 4 *\n"
	         "    threadIdx.x);\n"
	         "  whole.x *= whole.y * whole.z * whole.w;\n"
	         "  o[threadIdx.x] = whole; }\n",
	         "k<<<1, 32>>>(4096, 4096, 1)");
	site_at(first_launch(&e), 4, SITE_LOAD);
	evaluation_free(&e);
}

static enum confidence
confidence_of(const struct launch *launch, unsigned line)
{
	return site_at(launch, line, SITE_STORE)->confidence;
}

/* An array of such numbers is reported by its name. */
static void
test_numbers_that_nothing_binds_count_where_the_code_reads_them(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct sizes { int rows, cols, unused[1000]; };\n"
	         "__global__ void reads_rows(sizes s, float *out) {\n"
	         "  if (threadIdx.x < s.rows) out[threadIdx.x] = 1; }\n"
	         "__global__ void reads_cols(sizes s, float *out) {\n"
	         "  if (threadIdx.x < s.cols) out[threadIdx.x] = 1; }\n"
	         "int main() { float *out; cudaMalloc(&out, 4096); sizes s; s.rows = 40;\n"
	         "  reads_rows<<<1, 64>>>(s, out); reads_cols<<<1, 64>>>(s, out); }\n",
	         NULL);
	assert_int_equal(confidence_of(launch_of_kernel(&e, "reads_rows"), 3), CONFIDENCE_EXACT);
	assert_int_equal(confidence_of(launch_of_kernel(&e, "reads_cols"), 5), CONFIDENCE_ASSUMED);
	assert_string_equal(launch_of_kernel(&e, "reads_cols")->data.assumed_numbers, "s.cols = 1024, s.unused = 1024");
	evaluation_free(&e);
}

/* Such a load has no site of its own. */
static void
test_a_parameter_that_is_loaded_by_its_address_is_no_buffer(void **state)
{
	(void)state;
	evaluate(
		&e,
		"struct part { int n, step; const float *in; float *out; };\n"
		"__global__ void k(const __grid_constant__ part q)\n"
		"{ int i = blockIdx.x * blockDim.x + threadIdx.x; const volatile int *p = (const volatile int *)&q;\n"
		"  q.out[i * p[1]] = q.in[i]; }\n"
		"int main() { part q = {1 << 20, 1}; cudaMalloc(&q.in, 1 << 22); cudaMalloc(&q.out, 1 << 22); k<<<4096, 256>>>(q); }\n",
		NULL);
	const struct site *load = site_at(first_launch(&e), 4, SITE_LOAD);
	assert_true(load->confidence != CONFIDENCE_EXACT || load->predicted.requests == 32768);
	evaluation_free(&e);
}

/* The compiler lists them in another way. */
static void
test_large_parameters_are_known(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct large { int values[4000]; };\n"
	         "__global__ void k(const __grid_constant__ large p, float *out, int n)\n"
	         "{ if (threadIdx.x < p.values[3] && threadIdx.x < n)\n"
	         "    out[threadIdx.x] = 1; }\n"
	         "int main() { float *out; cudaMalloc(&out, 4096); large p;\n"
	         "  for (int i = 0; i < 4000; i++) p.values[i] = 10 * i;\n"
	         "  k<<<1, 64>>>(p, out, 40); }\n",
	         NULL);
	assert_int_equal(confidence_of(first_launch(&e), 4), CONFIDENCE_EXACT);
	expect_double(site_at(first_launch(&e), 4, SITE_STORE)->predicted.lanes, 30, 1e-9);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments_by_value_are_loaded_at_the_call),
		cmocka_unit_test(test_members_that_nobody_reads_are_not_loaded),
		cmocka_unit_test(test_arrays_in_records_are_read_whole),
		cmocka_unit_test(test_local_arrays_of_records_are_read_by_member),
		cmocka_unit_test(test_members_read_for_nothing_are_not_loaded),
		cmocka_unit_test(test_accesses_stand_where_parentheses_begin),
		cmocka_unit_test(test_records_stand_where_their_pointers_end),
		cmocka_unit_test(test_numbers_that_nothing_binds_count_where_the_code_reads_them),
		cmocka_unit_test(test_large_parameters_are_known),
		cmocka_unit_test(test_a_parameter_that_is_loaded_by_its_address_is_no_buffer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
