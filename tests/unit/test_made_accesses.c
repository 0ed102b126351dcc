/* Which loads and stores the compiler makes once, which again, and which not at all. What is expected is what nvcc 13.0
 * leaves of each kernel for sm_90. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

/* Of a line in all, in one warp. */
static double
requests(unsigned line, enum site_kind kind)
{
	const struct launch *launch = first_launch(&e);
	double sum = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].place.line == line && launch->sites[i].kind == kind)
			sum += launch->sites[i].predicted.requests;
	return sum;
}

struct confidence_at {
	unsigned line;
	enum site_kind kind;
	enum confidence confidence;
};

#define expect_loads(line, expected) expect_double(requests((line), SITE_LOAD), (expected), 1e-9)
#define expect_stores(line, expected) expect_double(requests((line), SITE_STORE), (expected), 1e-9)

static void
test_equal_numbers_are_not_equal_addresses(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const int *a, int *o, int s)\n"
	         "{ int i = threadIdx.x, j = i, r = i;\n"
	         "  int v = a[i];\n"
	         "  v += a[i * s];\n"
	         "  v += a[i + blockIdx.x];\n"
	         "  if (s > 7) r = i + 7;\n"
	         "  v += a[r];\n"
	         "  v += a[j];\n"
	         "  v += a[(2 * i - j + 3) - 3];\n"
	         "  o[i] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 1)");
	expect_loads(3, 1);
	expect_loads(4, 1);
	expect_loads(5, 1);
	expect_loads(7, 1);
	expect_loads(8, 0);
	expect_loads(9, 0);
	evaluation_free(&e);
}

static void
test_sums_and_products_are_known_however_written(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int place(int x, int y, int n) { return y * n + x; }\n"
	         "__global__ void k(const float *a, const int *c, float *o, int n, unsigned u)\n"
	         "{ int x = threadIdx.x, y = threadIdx.y;\n"
	         "  float v = a[(y + 1) * n + x];\n"
	         "  v += a[y * n + n + x] + a[place(x, y + 1, n)];\n"
	         "  v += a[c[x]];\n"
	         "  v += a[c[x]];\n"
	         "  v += a[min(x + 1, n)];\n"
	         "  v += a[min(x + 1, n)];\n"
	         "  v += a[u + 1] + (a + 1)[u];\n"
	         "  o[x] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 8, 3)");
	expect_loads(4, 1);
	expect_loads(5, 0);
	expect_loads(6, 2);
	expect_loads(7, 0);
	expect_loads(8, 1);
	expect_loads(9, 0);
	expect_loads(10, 2);
	evaluation_free(&e);
}

static void
test_unrolled_loops_know_their_counter(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float v = 0;\n"
	         "  for (int j = 0; j < 4; j++)\n"
	         "    v += a[i + j];\n"
	         "  for (int j = 0; j < 4; j++)\n"
	         "    v *= a[i + j];\n"
	         "  for (int j = 0; j < n; j++)\n"
	         "    v *= a[i + j];\n"
	         "  o[i] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4)");
	expect_loads(5, 4);
	expect_loads(7, 0);
	expect_loads(9, 4);
	evaluation_free(&e);
}

static void
test_restrict_keeps_what_others_write_to(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *__restrict__ a, float *__restrict__ b, const float *c, float *d)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float v = a[i] + b[i] + c[i];\n"
	         "  a[i + 32] = v;\n"
	         "  v += b[i];\n"
	         "  v += a[i];\n"
	         "  d[i] = v;\n"
	         "  v += a[i];\n"
	         "  v += c[i];\n"
	         "  d[i + 32] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096)");
	expect_loads(3, 3);
	expect_loads(5, 0);
	expect_loads(6, 0);
	expect_loads(8, 0);
	expect_loads(9, 1);
	evaluation_free(&e);
}

/* Stores concern neither what lies at a known distance nor other variables, in shared memory as elsewhere. */
static void
test_stores_elsewhere_change_nothing(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct s { float x, y; };\n"
	         "__global__ void k(struct s *a, float *o, int n)\n"
	         "{ __shared__ float c[64], d[64];\n"
	         "  int i = threadIdx.x;\n"
	         "  float v = a[i].x + a[i + n].y;\n"
	         "  a[i].y = v;\n"
	         "  v += a[i].x;\n"
	         "  v += a[i + n].y;\n"
	         "  c[i] = v;\n"
	         "  d[i + 1] = v;\n"
	         "  v += c[i];\n"
	         "  c[i + n] = v;\n"
	         "  v += c[i];\n"
	         "  __syncthreads();\n"
	         "  v += c[i] + d[i];\n"
	         "  o[i] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 8)");
	expect_loads(5, 2);
	expect_loads(7, 0);
	expect_loads(8, 1);
	expect_loads(11, 0);
	expect_loads(13, 1);
	expect_loads(15, 2);
	evaluation_free(&e);
}

static void
test_overwritten_stores_are_none(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ void step(unsigned *s) { *s = *s * 1664525u + 1; }\n"
	         "__global__ void k(unsigned *a, float *__restrict__ b, const float *c, float4 *d, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  a[i] = n;\n"
	         "  step(&a[i]);\n"
	         "  b[i] = 1;\n"
	         "  float v = c[i];\n"
	         "  b[i] = v;\n"
	         "  a[i + 32] = 1;\n"
	         "  v += c[i + 32];\n"
	         "  a[i + 32] = 2;\n"
	         "  d[i].y = 7;\n"
	         "  d[i] = make_float4(v, v, v, v);\n"
	         "  if (i < 8)\n"
	         "    b[i + 64] = 1;\n"
	         "  b[i + 64] = 2;\n"
	         "  b[i + 96] = 1;\n"
	         "  if (n < 0)\n"
	         "    return;\n"
	         "  b[i + 96] = 2;\n"
	         "  b[i + 128] = 1;\n"
	         "  a[i + 64] = 1;\n"
	         "  __syncthreads();\n"
	         "  b[i + 128] = 2;\n"
	         "  a[i + 64] = 2; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096, 8)");
	expect_stores(4, 0);
	expect_stores(1, 1);
	expect_loads(1, 0);
	expect_stores(6, 0);
	expect_stores(8, 1);
	expect_stores(9, 1);
	expect_stores(11, 1);
	expect_stores(12, 0);
	expect_stores(13, 1);
	expect_stores(15, 1);
	expect_stores(16, 1);
	expect_stores(17, 1);
	expect_stores(20, 1);
	expect_stores(21, 0);
	expect_stores(22, 1);
	expect_stores(24, 1);
	expect_stores(25, 1);
	evaluation_free(&e);
}

static void
test_loads_for_nothing_are_none(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__device__ float twice(float x) { return 2 * x; }\n"
		"__global__ void k(const float *a, const int *c, float *o, volatile float *w, int n)\n"
		"{ int i = threadIdx.x;\n"
		"  float dead = a[i];\n"
		"  float sum = 0, kept = 0;\n"
		"  for (int k = 0; k < n; k++)\n"
		"    sum += a[i + 32 * k];\n"
		"  float there = a[c[i]];\n"
		"  float t[2], u[2];\n"
		"  t[0] = a[i + 1];\n"
		"  u[c[i + 1]] = a[i + 2];\n"
		"  float x = n > 3 ? a[i + 3] : a[i + 4];\n"
		"  float y = w[i];\n"
		"  float z = __ldg(a + i + 5) + twice(a[i + 6]) + fmaxf(sqrtf(a[i + 7]), __shfl_sync(~0u, a[i + 8], 0));\n"
		"  if (a[i + 9] > 0)\n"
		"    kept = a[i + 10];\n"
		"  kept += (dead = a[i + 11], a[i + 12]);\n"
		"  const float &one = a[i + 13], &other = a[i + 14];\n"
		"  (void)other;\n"
		"  o[i] = kept + u[1] + one;\n"
		"  (void)a[i + 15]; }\n",
		"k<<<1, 32>>>(4096, 4096, 4096, 4096, 10)");
	expect_loads(4, 0);
	expect_loads(7, 0);
	expect_loads(8, 0);
	expect_loads(10, 0);
	expect_loads(11, 2);
	expect_loads(12, 0);
	expect_loads(13, 1);
	expect_loads(14, 0);
	expect_loads(15, 1);
	expect_loads(16, 1);
	expect_loads(17, 1);
	expect_loads(20, 1);
	expect_loads(21, 0);
	evaluation_free(&e);
}

/* What literals rule out uses nothing; of floating point, zero times infinity is no zero. */
static void
test_loads_that_literals_make_needless_are_none(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, const int *c, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float never = a[i];\n"
	         "  if (false && never > 0) o[i] = 1;\n"
	         "  float print = a[i + 1];\n"
	         "  if (sizeof(int) > 8) o[i] = print; else o[i] = 2;\n"
	         "  o[i + 32] = c[i] * 0;\n"
	         "  o[i + 64] = a[i + 2] * 0;\n"
	         "  float choice = a[i + 3];\n"
	         "  o[i + 96] = 1 > 2 ? choice : 3;\n"
	         "  float needed = a[i + 4];\n"
	         "  if (true && needed > 0) o[i + 128] = 1;\n"
	         "  float left = a[i + 5];\n"
	         "  o[i + 160] = true ? left : 3;\n"
	         "  float before = a[i + 6];\n"
	         "  if (before > 0 && (o[i + 192]++ > 3 && false)) o[i] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_loads(3, 0);
	expect_loads(5, 0);
	expect_loads(7, 0);
	expect_loads(8, 1);
	expect_loads(9, 0);
	expect_loads(11, 1);
	expect_loads(13, 1);
	expect_loads(15, 1);
	evaluation_free(&e);
}

/* A value that is overwritten on every way to where it is read was loaded for nothing; one that is read on some way was
 * not. What a branch without effect decides by was neither. */
static void
test_values_overwritten_before_use_are_not_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, const float *b, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float x = a[i];\n"
	         "  x = b[i];\n"
	         "  o[i] = x;\n"
	         "  float y = a[i + 1];\n"
	         "  if (n > 3) y = b[0] + 1; else y = 2;\n"
	         "  o[i + 32] = y;\n"
	         "  float z = a[i + 2];\n"
	         "  if (n > 3) z = 1;\n"
	         "  o[i + 64] = z;\n"
	         "  float last = a[i + 3];\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    last = b[k + 1];\n"
	         "    o[i + 96 + 32 * k] = last;\n"
	         "  }\n"
	         "  float sum = a[i + 4];\n"
	         "  sum += a[i + 5];\n"
	         "  sum = 0;\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    if (k > 5) break;\n"
	         "    sum += b[k + 64];\n"
	         "  }\n"
	         "  float t = a[i + 6];\n"
	         "  if (t > 3) t = 4;\n"
	         "  switch (n) { case 1: t = a[i + 7]; case 2: t = 1; break; default: t = 2; }\n"
	         "  o[i + 512] = sum + t; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 8)");
	expect_loads(3, 0);
	expect_loads(4, 1);
	expect_loads(6, 0);
	expect_loads(9, 1);
	expect_loads(12, 0);
	expect_loads(14, 8);
	expect_loads(17, 0);
	expect_loads(18, 0);
	expect_loads(22, 6);
	expect_loads(24, 0);
	evaluation_free(&e);
}

/* Functions are compiled into their callers: what they do not use of their arguments is left out, and so are they where
 * nobody uses what they return. */
static void
test_calls_for_nothing_load_nothing(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ float first(float x, float y) { return x; }\n"
	         "__device__ float at(const float *p, int i) { return p[i]; }\n"
	         "__device__ void put(float *p, float x, float y) { *p = x; }\n"
	         "__global__ void k(const float *a, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float x = at(a, i);\n"
	         "  x = first(a[i + 1],\n"
	         "            a[i + 2]);\n"
	         "  put(o + i, x,\n"
	         "      a[i + 3]); }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_loads(2, 0);
	expect_loads(7, 1);
	expect_loads(8, 0);
	expect_loads(10, 0);
	evaluation_free(&e);
}

/* Its neighbours may hold nothing yet. */
/* Of two objects in registers data selects one: nothing is loaded from where it is. */
static void
test_objects_that_data_selects_are_not_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct best { float value; int at; };\n"
	         "__device__ best larger(best a, best b)\n"
	         "{ return a.value > b.value ? a : b; }\n"
	         "__device__ best kept(best a)\n"
	         "{ best none = {0, 0}, b = a.value > 0 ? a : none; return b.at ? b : best{1, 0}; }\n"
	         "__global__ void k(const float *in, best *out)\n"
	         "{ int i = threadIdx.x;\n"
	         "  best a = {in[i], i}, b = {in[i + 32], i};\n"
	         "  out[i] = kept(larger(a, b)); }\n",
	         "k<<<1, 32>>>(65536, 65536)");
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind == SITE_LOAD || site->kind == SITE_STORE)
			assert_true(site->space == SPACE_GLOBAL && site->confidence != CONFIDENCE_UNKNOWN &&
			            site->place.line > 7);
	}
	evaluation_free(&e);
}

static void
test_bit_fields_of_a_local_are_followed(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct packed { unsigned low : 5, middle : 3, high : 24; };\n"
	         "__global__ void k(int *o)\n"
	         "{ packed p;\n"
	         "  p.high = threadIdx.x * 8; p.middle = 5; p.low = threadIdx.x;\n"
	         "  o[p.high] = 1;\n"
	         "  o[p.low + 32 * p.middle] = 2; }\n",
	         "k<<<1, 32>>>(4096)");
	const unsigned lines[] = {5, 6}, sectors[] = {32, 4};
	for (unsigned i = 0; i < 2; i++) {
		const struct site *site = site_at(first_launch(&e), lines[i], SITE_STORE);
		assert_int_equal(site->confidence, CONFIDENCE_EXACT);
		expect_double(per_request(site), sectors[i], 1e-9);
	}
	evaluation_free(&e);
}

static void
expect_load(const char *statement, enum confidence confidence, const char *why)
{
	struct evaluation e;
	char source[1024];
	snprintf(source, sizeof source,
	         "struct pair { short a, b; int c; };\n"
	         "__global__ void k(float *p, float4 *v, pair *h, float *o, int n) {\n"
	         "  int t = threadIdx.x; float s = 0;\n%s\n  o[t] = s; }\n",
	         statement);
	evaluate(&e, source, "k<<<1, 64>>>(20000, 20000, 20000, 20000, 200)");
	const struct launch *launch = first_launch(&e);
	const struct site *load = NULL;
	for (size_t i = 0; i < launch->site_count && !load; i++)
		if (launch->sites[i].place.line == 4 && launch->sites[i].kind == SITE_LOAD)
			load = &launch->sites[i];
	assert_non_null(load);
	if (load->confidence != confidence || !strstr(load->why, why))
		print_error("%s: %s\n", statement, load->why);
	assert_int_equal(load->confidence, confidence);
	assert_non_null(strstr(load->why, why));
	evaluation_free(&e);
}

/* The last lane loads behind the array's end, but for a branch that it does not take: the compiler loads there. */
static void
test_loads_that_go_to_who_uses_them_are_not_wrong(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o)\n"
	         "{ __shared__ float s[32];\n"
	         "  int t = threadIdx.x;\n"
	         "  s[t] = o[t];\n"
	         "  __syncthreads();\n"
	         "  float next = s[t + 1];\n"
	         "  if (t < 31)\n"
	         "    o[t] = next;\n"
	         "  o[t + 32] = s[t + 2]; }\n"
	         "int main() { float *o; cudaMalloc(&o, 4096); k<<<1, 32>>>(o); }\n",
	         NULL);
	assert_int_equal(site_at(first_launch(&e), 6, SITE_LOAD)->fault.kind, FAULT_NONE);
	assert_int_equal(site_at(first_launch(&e), 9, SITE_LOAD)->fault.kind, FAULT_BEHIND);
	evaluation_free(&e);
}

static void
test_accesses_that_fault_are_not_exact(void **state)
{
	(void)state;
	expect_load("float4 q = *(float4 *)(p + 1 + 4 * t); s = q.x + q.y + q.z + q.w;", CONFIDENCE_ASSUMED,
	            "misaligned address");
	expect_load("s = p[t + 4999];", CONFIDENCE_ASSUMED, "beyond the end");
	expect_load("const float *none = nullptr; s = none[t];", CONFIDENCE_ASSUMED, "null");
	/* Lanes in two objects, each to its end. */
	expect_load(
		"__shared__ float a[32], b[32]; a[t & 31] = b[t & 31] = t; __syncthreads(); s = (t & 1 ? a : b)[t & 31];",
		CONFIDENCE_EXACT, "");
}

/* A store to it has its site all the same. */
static void
test_memory_of_the_host_is_not_exact(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <cstdlib>\n"
	         "__global__ void k(int *a, int *b) { int i = threadIdx.x;\n"
	         "  a[i] = 1;\n"
	         "  b[i] = 1; }\n"
	         "int main() { int few[4]; k<<<1, 4>>>(few, (int *)malloc(16)); }\n",
	         NULL);
	for (unsigned line = 3; line <= 4; line++) {
		const struct site *site = site_at(first_launch(&e), line, SITE_STORE);
		assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
		assert_non_null(strstr(site->why, "host memory"));
		expect_double(per_request(site), 1, 1e-9);
	}
	evaluation_free(&e);
}

/* Iterations that are not run leave to those that are what the ones before these do. */
static void
test_sampled_iterations_pass_on_as_well(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o)\n"
	         "{ int t = threadIdx.x; float s = 0;\n"
	         "  for (int i = 0; i < 100; i++)\n"
	         "    s += a[i * 64 + t] + a[i * 64 + 128 + t];\n"
	         "  o[t] = s; }\n",
	         "k<<<1, 32>>>(65536, 4096)");
	expect_loads(4, 102);
	evaluation_free(&e);
}

/* The members of a vector are stored by one access, unless a load in between comes to what the first has stored perhaps. */
static void
test_members_stored_around_a_reload(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float2 *a, float2 *c, float2 *d)\n"
	         "{ int i = threadIdx.x;\n"
	         "  c[i].x = a[i].x - a[i].y; c[i].y = a[i].x + a[i].y;\n"
	         "  d[i].x = a[i + 32].x; d[i].y = a[i + 32].y; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_stores(3, 2);
	expect_stores(4, 1);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_numbers_are_not_equal_addresses),
		cmocka_unit_test(test_sums_and_products_are_known_however_written),
		cmocka_unit_test(test_unrolled_loops_know_their_counter),
		cmocka_unit_test(test_restrict_keeps_what_others_write_to),
		cmocka_unit_test(test_stores_elsewhere_change_nothing),
		cmocka_unit_test(test_overwritten_stores_are_none),
		cmocka_unit_test(test_loads_for_nothing_are_none),
		cmocka_unit_test(test_loads_that_literals_make_needless_are_none),
		cmocka_unit_test(test_values_overwritten_before_use_are_not_loaded),
		cmocka_unit_test(test_calls_for_nothing_load_nothing),
		cmocka_unit_test(test_objects_that_data_selects_are_not_loaded),
		cmocka_unit_test(test_bit_fields_of_a_local_are_followed),
		cmocka_unit_test(test_loads_that_go_to_who_uses_them_are_not_wrong),
		cmocka_unit_test(test_accesses_that_fault_are_not_exact),
		cmocka_unit_test(test_memory_of_the_host_is_not_exact),
		cmocka_unit_test(test_sampled_iterations_pass_on_as_well),
		cmocka_unit_test(test_members_stored_around_a_reload),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
