/* Which loads and stores the compiler makes once, which again, and which not at all. What is expected is what nvcc 13.0
 * leaves of each kernel. */
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

struct standing_at {
	unsigned line;
	enum site_kind kind;
	enum standing standing;
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
test_branches_meet(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, const float *w, const int *c, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float v = 0;\n"
	         "  if (n > 3)\n"
	         "    v = w[i];\n"
	         "  if (c[3] > 4)\n"
	         "    v += w[i];\n"
	         "  if (n > 3)\n"
	         "    v += a[i];\n"
	         "  v += a[i];\n"
	         "  o[i] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096, 8)");
	expect_loads(5, 1);
	expect_loads(7, 1);
	expect_loads(9, 1);
	expect_loads(10, 0);
	evaluation_free(&e);
}

/* A store on one side of a branch is none on the other; behind the branch it may have been. */
static void
test_stores_lose_what_was_loaded_on_their_way(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float v = a[i];\n"
	         "  if (i < 8) {\n"
	         "    o[i + 32] = v;\n"
	         "    v = a[i] + 1;\n"
	         "  } else\n"
	         "    v = sqrtf(a[i]);\n"
	         "  v += a[i + 64];\n"
	         "  if (n > 70)\n"
	         "    o[i + 64] = v;\n"
	         "  v += a[i + 64];\n"
	         "  o[i] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 8)");
	expect_loads(3, 1);
	expect_loads(6, 1);
	expect_loads(8, 0);
	expect_loads(9, 1);
	expect_loads(12, 1);
	evaluation_free(&e);
}

static void
test_iterations_pass_on_what_they_surely_need(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, const float *w, const int *c, float *o, int n, int m)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float v = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    v += a[k] * a[k + 1] + a[k + 2] * w[i];\n"
	         "  for (int k = 1; k < n; k++)\n"
	         "    if (k > 1) v += a[k + 64] * a[k + 63];\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    if (c[i] > k)\n"
	         "      v += w[i + 32];\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    v += a[i * n + k] * a[i * n + k + 1];\n"
	         "  for (int x = i; x < n * m; x += m)\n"
	         "    v += w[x + 64] * w[x + 64 + m];\n"
	         "  o[i] = v; }\n",
	         "k<<<1, 32>>>(65536, 65536, 4096, 4096, 10, 32)");
	expect_loads(5, 2 + 10 + 1);
	expect_loads(7, 2 * 8);
	expect_loads(9, 1);
	expect_loads(10, 10);
	expect_loads(12, 2 * 10);
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

/* A store that no iteration moves is made once, behind the loop, if all iterations make it and none reads what it may be. */
static void
test_loops_sink_stores(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *__restrict__ a, const float *__restrict__ b, float *c, const float *d, int n)\n"
	         "{ __shared__ float s[32];\n"
	         "  int i = threadIdx.x;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    a[i] += b[k];\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    c[i] += d[k];\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    if (b[k] > 0)\n"
	         "      a[i + 32] += 1;\n"
	         "  for (int j = 0; j < n; j++) {\n"
	         "    a[32 * j + i + 64] = 0;\n"
	         "    for (int k = 0; k < n; k++)\n"
	         "      a[32 * j + i + 64] += b[k + 64]; }\n"
	         "  s[i] = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s[i] += b[k + 128];\n"
	         "  __syncthreads();\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    s[i] += b[k + 192];\n"
	         "    __syncwarp(); }\n"
	         "  c[i] = s[i ^ 1]; }\n",
	         "k<<<1, 32>>>(65536, 65536, 4096, 4096, 10)");
	expect_stores(5, 1);
	expect_loads(5, 1 + 10);
	expect_stores(7, 10);
	expect_loads(7, 1 + 10);
	expect_stores(10, 10);
	expect_loads(10, 10);
	expect_stores(12, 10);
	expect_stores(14, 10);
	expect_loads(14, 100);
	expect_stores(15, 1);
	expect_stores(17, 1);
	expect_loads(17, 10);
	expect_stores(20, 10);
	expect_loads(20, 20);
	evaluation_free(&e);
}

static void
test_exchanges_keep_loops_as_they_are(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *__restrict__ a, const float *__restrict__ b, const float *c, float *o, int n)\n"
	         "{ __shared__ float s[32];\n"
	         "  int i = threadIdx.x;\n"
	         "  float v = c[i];\n"
	         "  v += __shfl_xor_sync(~0u, v, 1);\n"
	         "  v += c[i];\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    v += c[i + 32];\n"
	         "    v += b[i];\n"
	         "    a[i] += __shfl_xor_sync(~0u, v, 1); }\n"
	         "  s[i] = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s[i] += __shfl_xor_sync(~0u, v * k, 1);\n"
	         "  o[i] = v + s[i]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096, 10)");
	expect_loads(4, 1);
	expect_loads(6, 0);
	expect_loads(8, 10);
	expect_loads(9, 1);
	expect_loads(10, 1);
	expect_stores(10, 1);
	expect_loads(13, 10);
	expect_stores(13, 10);
	evaluation_free(&e);
}

static void
test_loads_for_nothing_are_none(void **state)
{
	(void)state;
	evaluate(&e,
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

static enum standing
standing_at(unsigned line, enum site_kind kind)
{
	return site_at(first_launch(&e), line, kind)->standing;
}

/* Elements of an array that nobody reads, and all but the last of what a loop overwrites. */
static void
expect_standings(const char *kernel, const struct standing_at *expected, size_t count)
{
	const struct launch *launch;
	evaluate(&e, kernel, "k<<<1, 32>>>(8192, 8192, 4)");
	launch = first_launch(&e);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(site_at(launch, expected[i].line, expected[i].kind)->standing, expected[i].standing);
	evaluation_free(&e);
}

/* What the compiler knows of a condition whatever is loaded for it. */
static void
test_calls_for_what_is_known_anyway_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at load[] = {{2, SITE_LOAD, STANDING_ASSUMED}}, used[] = {{2, SITE_LOAD, STANDING_EXACT}};
	expect_standings("__device__ float first(const float *p) { return\n"
	                 "  *p; }\n"
	                 "__global__ void k(const float *p, float *o, int n)\n"
	                 "{ int side = first(p + threadIdx.x) > 0 ? 1 : 2;\n"
	                 "  o[threadIdx.x] = side > 0 ? 3 : 4; }\n", load, 1);
	expect_standings("__device__ float first(const float *p) { return\n"
	                 "  *p; }\n"
	                 "__global__ void k(const float *p, float *o, int n)\n"
	                 "{ int side = first(p + threadIdx.x) > 0 ? 1 : 2;\n"
	                 "  o[threadIdx.x] = side > 1 ? 3 : 4; }\n", used, 1);
}

static void
test_what_is_not_used_each_time_is_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float v[4], w[4], last = 0, carried = 0, sum = 0;\n"
	         "  for (int k = 0; k < 4; k++) {\n"
	         "    v[k] = a[i + 32 * k] * 2;\n"
	         "    w[k] = a[i + 32 * k + 1];\n"
	         "  }\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    float x = a[i + 32 * k + 2];\n"
	         "    last = 3 * x;\n"
	         "    sum += carried;\n"
	         "    carried = a[i + 32 * k + 3];\n"
	         "  }\n"
	         "  o[i] = v[0] + v[1] + w[0] + w[1] + w[2] + w[3] + last + sum; }\n",
	         "k<<<1, 32>>>(4096, 4096, 8)");
	assert_int_equal(standing_at(5, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(6, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(9, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(12, SITE_LOAD), STANDING_EXACT);
	evaluation_free(&e);
}

/* One side of a branch has loaded what comes behind the branch, and two calls with the same arguments go the same way. */
static void
test_loads_that_the_compiler_may_know_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ float around(const float *p, int i, int n)\n"
	         "{ int next = i + 1;\n"
	         "  if (next >= n) next = 0;\n"
	         "  return p[next]; }\n"
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float v = 0;\n"
	         "  if (i < 7)\n"
	         "    v = a[i] * 2;\n"
	         "  v += a[i];\n"
	         "  float w = 0;\n"
	         "  if (i < 7)\n"
	         "    w = a[i + 32] * 2;\n"
	         "  if (i > 3)\n"
	         "    w += a[i + 32];\n"
	         "  o[i] = v + w + around(a, i, n) * around(a, i, n); }\n",
	         "k<<<1, 32>>>(4096, 4096, 32)");
	assert_int_equal(standing_at(4, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(9, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(10, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(13, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(15, SITE_LOAD), STANDING_EXACT);
	evaluation_free(&e);
}

/* Its neighbours may hold nothing yet. */
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
		assert_int_equal(site->standing, STANDING_EXACT);
		expect_double(per_request(site), sectors[i], 1e-9);
	}
	evaluation_free(&e);
}

/* A bit-field is stored with its unit, which has to be loaded for it; one of whole bytes may move alone. */
static void
test_bit_fields_move_with_their_unit(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct packed { unsigned a : 3, b : 13, c : 16; };\n"
	         "__global__ void k(const packed *p, packed *q, int *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  q[i].a = 1;\n"
	         "  q[i].b = 2;\n"
	         "  o[i] = p[i].a + p[i].b;\n"
	         "  o[i + 32] = p[i + 32].c; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_loads(4, 1);
	expect_loads(5, 0);
	expect_stores(4, 0);
	expect_stores(5, 1);
	expect_loads(6, 1);
	assert_int_equal(standing_at(4, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(5, SITE_STORE), STANDING_EXACT);
	assert_int_equal(standing_at(6, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(7, SITE_LOAD), STANDING_ASSUMED);
	evaluation_free(&e);
}

/* An iteration reads what the one before has stored: unrolled, the compiler keeps it in a register. A barrier between the
 * two makes it load. */
static void
test_what_was_stored_shortly_before_is_not_exact(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(float *x, float *b, int n) {\n"
	         "  __shared__ float s[64]; int t = threadIdx.x; s[t] = t;\n"
	         "  for (int i = 1; i < 32; i++) {\n"
	         "    x[t * 64 + i] = x[t * 64 + i] +\n"
	         "      x[t * 64 + i - 1];\n"
	         "    b[t * 64 + i] = i; }\n"
	         "  for (int d = 1; d < 64; d *= 2) {\n"
	         "    float other = s[t ^ d]; __syncthreads();\n"
	         "    s[t] = other +\n"
	         "      s[t]; __syncthreads(); }\n"
	         "  b[t] = s[t]; }\n",
	         "k<<<1, 64>>>(20000, 20000, 7)");
	const struct launch *launch = first_launch(&e);
	assert_int_equal(site_at(launch, 4, SITE_LOAD)->standing, STANDING_EXACT);
	assert_int_equal(site_at(launch, 5, SITE_LOAD)->standing, STANDING_ASSUMED);
	assert_non_null(strstr(site_at(launch, 5, SITE_LOAD)->why, "shortly before"));
	assert_null(strstr(site_at(launch, 10, SITE_LOAD)->why, "shortly before"));
	evaluation_free(&e);
}

static void
expect_load(const char *statement, enum standing standing, const char *why)
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
	if (load->standing != standing || !strstr(load->why, why))
		print_error("%s: %s\n", statement, load->why);
	assert_int_equal(load->standing, standing);
	assert_non_null(strstr(load->why, why));
	evaluation_free(&e);
}

/* Where lanes leave a loop at different times, the copies that the compiler makes of it run apart. */
static void
test_lanes_that_leave_unrolled_loops_apart_are_not_exact(void **state)
{
	(void)state;
	expect_load("for (int i = t; i < 200; i += 64) s += p[i];", STANDING_ASSUMED, "do not leave the loop together");
	expect_load("_Pragma(\"unroll 1\") for (int i = t; i < 200; i += 64) s += p[i];", STANDING_EXACT, "");
	expect_load("for (int i = t; i < 200; i += blockDim.x) s += p[i];", STANDING_EXACT, "");
	expect_load("for (int i = t; i < 192; i += 64) s += p[i];", STANDING_EXACT, "");
	/* A signed sum may not overflow, so that rounds can be counted whatever it adds. */
	expect_load("const int w = blockDim.x; for (int i = t; i < 200; i += w) s += p[i];", STANDING_ASSUMED,
	            "do not leave the loop together");
	expect_load("for (int i = t, j = 0; i < 200; i += 64, j++) s += p[i] * j;", STANDING_ASSUMED, "do not leave the loop together");
	expect_load("for (int i = t; i < 200; i += 64) if (i % 3) s += p[i];", STANDING_ASSUMED, "do not leave the loop together");
}

/* Nor where something else than the loop's condition ends it. */
static void
test_lanes_that_leave_loops_without_conditions_apart_are_not_exact(void **state)
{
	(void)state;
	static const char apart[] = "do not leave the loop together";
	expect_load("int i = t; while (true) { if (i >= 200) break; s += p[i]; i += 64; }", STANDING_ASSUMED, apart);
	expect_load("int i = t; for (;;) { s += p[i]; i += 64; if (i >= 200) break; }", STANDING_ASSUMED, apart);
	expect_load("int i = t; do { if (i >= 200) break; s += p[i]; i += 64; } while (true);", STANDING_ASSUMED, apart);
	expect_load("int i = t; while (true) { if (i >= 200) return; s += p[i]; o[t] = s; i += 64; }", STANDING_ASSUMED, apart);
	expect_load("int i = t; while (true) { if (i < 200) { s += p[i]; i += 64; continue; } break; }", STANDING_ASSUMED, apart);
	expect_load("int i = t; while (true) { if (i < 200) { s += p[i]; i += 64; } else break; }", STANDING_ASSUMED, apart);
	expect_load("int i = t; again: s += p[i]; i += 64; if (i < 200) goto again;", STANDING_ASSUMED, apart);
	expect_load("for (int j = 0; j < n; j++) { s += p[j * 64 + t]; if (j == t % 5) break; }", STANDING_ASSUMED, apart);
	/* Whole warps leave. */
	expect_load("int i = t; while (true) { if (i >= 224) break; s += p[i]; i += 64; }", STANDING_EXACT, "");
	expect_load("int i = t; again: s += p[i]; i += 64; if (i < 192) goto again;", STANDING_EXACT, "");
	expect_load("int i = t; _Pragma(\"unroll 1\") while (true) { if (i >= 200) break; s += p[i]; i += 64; }", STANDING_EXACT, "");
	/* They wait for the others, or come back. */
	expect_load("for (int j = 0; j < n; j++) { if (t < 40 + j) continue; o[j] = s; } s += p[t];", STANDING_EXACT, "");
}

/* What does not change in a loop the compiler takes out of it, whatever else stands there. */
static void
test_what_ways_out_of_a_loop_hide_from_names_is_not_exact(void **state)
{
	(void)state;
	static const char hoisted[] = "before the loop", moves[] = "";
	expect_load("for (int j = 0; j < n; j++) { if (n > 300) break; s += p[t]; }", STANDING_ASSUMED, hoisted);
	expect_load("for (int j = 0; j < n; j++) { if (n > 300) continue; s += p[t]; }", STANDING_ASSUMED, hoisted);
	expect_load("for (int j = 0; j < n; j++) { if (j == 3) continue; s += p[t]; }", STANDING_ASSUMED, hoisted);
	expect_load("for (int j = 0; true; j++) { if (j >= n) break; s += p[t]; }", STANDING_ASSUMED, hoisted);
	expect_load("for (int j = 0; j < n; j++) { if (n > 300) break; s += p[8 * j + t]; }", STANDING_EXACT, moves);
	expect_load("for (int j = 0; j < n; j++) { if (n > 300) continue; s += p[8 * j + t]; }", STANDING_EXACT, moves);
}

/* Made before the loop, the load that finds the same in each round serves one that finds it in the first. */
static void
test_loads_served_by_one_before_the_loop_are_not_exact(void **state)
{
	(void)state;
	static const char hoisted[] = "before the loop", beside[] = "out of a loop", moves[] = "";
	expect_load("for (int j = 0; j < 4; j++) { s += p[t + j]; s *= p[t]; }", STANDING_ASSUMED, hoisted);
	expect_load("for (int j = 0; j < 4; j++) { s += p[t + j]; s *= p[t + j]; }", STANDING_EXACT, moves);
	expect_load("for (int j = 0; j < 4; j++) { s += p[t + j]; s *= p[t + 8]; }", STANDING_ASSUMED, beside);
}

/* In the block before a loop what leaves the loop may come to any line, past later ones, and out of the loops around it. */
static void
test_lines_before_what_leaves_loops_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at before[] = {{3, SITE_LOAD, STANDING_ASSUMED}, {4, SITE_LOAD, STANDING_ASSUMED}},
		around[] = {{3, SITE_LOAD, STANDING_ASSUMED}};
	expect_standings("__global__ void k(const float *p, float *o, int n)\n"
	                 "{ int i = threadIdx.x; float s = 0, t =\n"
	                 "  p[i]; s =\n"
	                 "  p[i + 64]; for (int k = 0; k < 4; k++) s +=\n"
	                 "  p[i + 32]; o[i] = s + t; }\n", before, 2);
	expect_standings("__global__ void k(const float *__restrict__ p, float *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x; float s =\n"
	                 "  p[i]; for (int k = 0; k < 4; k++) {\n"
	                 "  o[32 * k + i] = p[64 * k + i]; for (int j = 0; j < 4; j++) s +=\n"
	                 "  p[i + 32]; } o[i + 256] = s; }\n", around, 1);
}

/* A load that leaves a loop of which nothing is left stands among what the loop has become and what follows, one that is made for an
 * operand and behind it before both, and so does one for either outcome of a condition. */
static void
test_lines_among_which_a_merged_load_stands_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at in_loop[] = {{4, SITE_LOAD, STANDING_ASSUMED}, {5, SITE_LOAD, STANDING_ASSUMED}},
		before[] = {{3, SITE_LOAD, STANDING_ASSUMED}}, apart[] = {{5, SITE_LOAD, STANDING_EXACT}};
	expect_standings("__global__ void k(const double *__restrict__ p, double *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x; double s = 0; for (int k = 0; k < 4; k++) { s +=\n"
	                 "  p[i + 64]; s *=\n"
	                 "  p[i + 32 * k]; }\n"
	                 "  s += p[i + 256]; o[i] = s; }\n", in_loop, 2);
	expect_standings("__global__ void k(const int *__restrict__ p, int *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x, s =\n"
	                 "  p[i + 64]; s +=\n"
	                 "  p[0] > n &&\n"
	                 "  p[i + 32] > n; s *=\n"
	                 "  p[i + 32]; o[i] = s; }\n", before, 1);
	expect_standings("__global__ void k(const int *__restrict__ p, int *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x, s =\n"
	                 "  p[i + 64]; s += i < 16 ?\n"
	                 "  p[i + 32] + 1 :\n"
	                 "  p[i + 32]; o[i] = s; }\n", before, 1);
	expect_standings("__global__ void k(const double *__restrict__ p, double *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x; double s = 0; for (int k = 0; k < 4; k++) s +=\n"
	                 "  p[i + 64]; o[i + 64] = s; if (n > 7) s *=\n"
	                 "  2; if (n > 2) s +=\n"
	                 "  p[i + 256]; o[i] = s; }\n", apart, 1);
}

static void
test_stores_beside_a_merged_one_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at before[] = {{3, SITE_STORE, STANDING_ASSUMED}, {4, SITE_STORE, STANDING_ASSUMED}};
	expect_standings("__global__ void k(int *__restrict__ p, int *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x, a = p[i];\n"
	                 "  p[i + 64] = a;\n"
	                 "  o[i] = a + 7; if (i & 1)\n"
	                 "  o[i]++; }\n", before, 2);
	expect_standings("__device__ int table[64]; __global__ void k(int *__restrict__ p, int *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x, a = p[i];\n"
	                 "  p[i + 64] = a;\n"
	                 "  o[i] = a + 7; if (i & 1)\n"
	                 "  o[i] = table[i]; }\n", before, 2);
}

static void
test_loads_kept_from_a_branch_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at in_branch[] = {{4, SITE_LOAD, STANDING_ASSUMED}};
	expect_standings("__device__ float factor;\n"
	                 "__global__ void k(float *__restrict__ p, float *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x; if (i < 16) p[i] *=\n"
	                 "  factor;\n"
	                 "  p[i] -= factor; }\n", in_branch, 1);
}

static void
test_stores_around_atomics_elsewhere_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at apart[] = {{3, SITE_STORE, STANDING_ASSUMED}}, perhaps[] = {{3, SITE_STORE, STANDING_EXACT}};
	expect_standings("__global__ void k(int *__restrict__ p, int *o, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  o[i] = 3; atomicAdd(&p[n], 1);\n"
	                 "  o[i] = n; }\n", apart, 1);
	expect_standings("__global__ void k(int *p, int *o, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  o[i] = 3; atomicAdd(&p[n], 1);\n"
	                 "  o[i] = n; }\n", perhaps, 1);
}

static void
test_places_that_nothing_is_taken_from_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at both[] = {{3, SITE_LOAD, STANDING_ASSUMED}, {3, SITE_STORE, STANDING_ASSUMED}};
	expect_standings("__global__ void k(const int *p, float *o, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  o[i] -= p[i] * 0; }\n", both, 2);
}

/* Shared memory is read where what is loaded there goes elsewhere in the end. */
static void
test_shared_memory_loaded_for_itself_is_not_exact(void **state)
{
	(void)state;
	static const struct standing_at unread[] = {{4, SITE_STORE, STANDING_ASSUMED}, {6, SITE_LOAD, STANDING_ASSUMED},
	                                            {7, SITE_STORE, STANDING_ASSUMED}},
		read[] = {{4, SITE_STORE, STANDING_EXACT}, {6, SITE_LOAD, STANDING_EXACT}, {7, SITE_STORE, STANDING_EXACT}};
	expect_standings("__global__ void k(const int *p, int *o, int n)\n"
	                 "{ __shared__ int s[64], t[64];\n"
	                 "  int i = threadIdx.x;\n"
	                 "  s[i] = p[i];\n"
	                 "  t[i] =\n"
	                 "  s[31 - i];\n"
	                 "  s[i + 32] =\n"
	                 "  t[i + 1]; o[i] = n; }\n", unread, 3);
	expect_standings("__global__ void k(const int *p, int *o, int n)\n"
	                 "{ __shared__ int s[64], t[64];\n"
	                 "  int i = threadIdx.x;\n"
	                 "  s[i] = p[i]; __syncthreads();\n"
	                 "  t[i] =\n"
	                 "  s[31 - i]; __syncthreads();\n"
	                 "  s[i + 32] =\n"
	                 "  t[31 - i]; __syncthreads(); o[i] =\n"
	                 "  s[63 - i]; }\n", read, 3);
}

static void
test_elements_that_no_index_makes_one_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at apart[] = {{3, SITE_STORE, STANDING_ASSUMED}}, meet[] = {{3, SITE_STORE, STANDING_EXACT}};
	expect_standings("__global__ void k(int *__restrict__ p, int *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  p[i] = n;\n"
	                 "  o[i] = p[4 * i + 2];\n"
	                 "  p[i] = 7; }\n", apart, 1);
	expect_standings("__global__ void k(int *__restrict__ p, int *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  p[i] = n;\n"
	                 "  o[i] = p[4 * i + 3];\n"
	                 "  p[i] = 7; }\n", meet, 1);
}

static void
test_members_loaded_before_their_record_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at both[] = {{3, SITE_LOAD, STANDING_ASSUMED}, {4, SITE_LOAD, STANDING_ASSUMED}};
	expect_standings("__global__ void k(const float4 *__restrict__ p, float4 *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x; float z =\n"
	                 "  p[i].z; o[i] =\n"
	                 "  p[i]; o[i + 32].x = z; }\n", both, 2);
}

static void
test_records_read_in_part_before_they_are_overwritten_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at both[] = {{3, SITE_STORE, STANDING_ASSUMED}, {4, SITE_STORE, STANDING_ASSUMED}};
	expect_standings("__global__ void k(const uchar4 *__restrict__ p, uchar4 *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  o[i] = make_uchar4(1, p[i].w, 1, 1);\n"
	                 "  o[i] = make_uchar4(p[i].x, o[3].y, 2, i); }\n", both, 2);
}

static void
test_stores_of_rounds_with_other_loads_between_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at stored[] = {{3, SITE_STORE, STANDING_ASSUMED}};
	expect_standings("__global__ void k(const int *p, long long *o, int n)\n"
	                 "{ int i = threadIdx.x; for (int k = 0; k < 3; k++)\n"
	                 "  o[4 * i + 2] += i & 4 ? o[4 * i + k] : 1; }\n", stored, 1);
	expect_standings("__global__ void k(const double *__restrict__ p, double *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x; for (int k = 0; k < 4; k++) { int unused = i < 16 ? o[i + 32] * 3 : 2;\n"
	                 "  o[i + 32] = p[k]; } }\n", stored, 1);
}

static void
test_loads_of_what_cancels_elsewhere_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at beside[] = {{4, SITE_LOAD, STANDING_ASSUMED}};
	expect_standings("__global__ void k(const int *__restrict__ p, int *__restrict__ o, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  int v = (p[i + 1] - p[i]) + p[i];\n"
	                 "  o[i] = v; o[i + 32] = p[i + 64] - p[i]; }\n", beside, 1);
}

/* What is loaded and stored in each round the loop keeps in a register, and both accesses that are left stand on the line of
 * the last one. */
static void
test_lines_of_what_a_loop_keeps_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at one_line[] = {{4, SITE_LOAD, STANDING_EXACT}, {4, SITE_STORE, STANDING_EXACT}},
		two_lines[] = {{4, SITE_LOAD, STANDING_ASSUMED}, {5, SITE_LOAD, STANDING_ASSUMED}, {5, SITE_STORE, STANDING_EXACT}},
		updates[] = {{4, SITE_LOAD, STANDING_ASSUMED}, {5, SITE_STORE, STANDING_EXACT}},
		called[] = {{5, SITE_LOAD, STANDING_ASSUMED}, {5, SITE_STORE, STANDING_ASSUMED}};
	expect_standings("__global__ void k(float *__restrict__ q, const float *__restrict__ a, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  for (int k = 0; k < n; k++)\n"
	                 "    q[i] += k; }\n", one_line, 2);
	expect_standings("__global__ void k(float *__restrict__ q, const float *__restrict__ a, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  for (int k = 0; k < n; k++) {\n"
	                 "    float x = q[i];\n"
	                 "    q[i] = x + a[k * 32 + i]; } }\n", two_lines, 3);
	expect_standings("__global__ void k(float *__restrict__ q, const float *__restrict__ a, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  for (int k = 0; k < n; k++) {\n"
	                 "    q[i] += k;\n"
	                 "    q[i] *= 2; } }\n", updates, 2);
	expect_standings("__device__ int first(const int *p) { return\n"
	                 "  *p; }\n"
	                 "__global__ void k(int *__restrict__ q, const float *__restrict__ a, int n)\n"
	                 "{ int i = threadIdx.x; for (int k = 0; k < 3; k++)\n"
	                 "    q[i] -= (i & 4) ? k : first(q + i); }\n", called, 2);
}

/* A record that is put back as it was is no store: stores around it are as without it. */
static void
test_stores_around_a_record_put_back_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at around[] = {{3, SITE_STORE, STANDING_ASSUMED}, {5, SITE_STORE, STANDING_EXACT}};
	expect_standings("__global__ void k(float4 *q, double *p, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  p[i] = 3;\n"
	                 "  q[i] = q[i];\n"
	                 "  p[i] = 4; }\n", around, 2);
	static const struct standing_at put_back[] = {{3, SITE_STORE, STANDING_ASSUMED}, {5, SITE_STORE, STANDING_ASSUMED}};
	expect_standings("__global__ void k(float2 *q, float2 *p, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  q[i] = p[i];\n"
	                 "  if (i & 1)\n"
	                 "    q[i] = q[i]; }\n", put_back, 2);
}

/* Numbers of a record that lie there already are not stored, so that the others are by themselves. */
static void
test_records_stored_again_in_part_are_not_exact(void **state)
{
	(void)state;
	static const struct standing_at twice[] = {{3, SITE_STORE, STANDING_ASSUMED}, {4, SITE_STORE, STANDING_ASSUMED}},
		in_a_loop[] = {{4, SITE_STORE, STANDING_ASSUMED}}, otherwise[] = {{4, SITE_STORE, STANDING_EXACT}};
	expect_standings("__global__ void k(uchar4 *q, float *p, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  q[i] = make_uchar4(1, 1, 1, 1);\n"
	                 "  q[i] = make_uchar4(1, p[i], 1, 1); }\n", twice, 2);
	expect_standings("__global__ void k(float4 *q, float *p, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  for (int k = 0; k < n; k++)\n"
	                 "    q[i] = make_float4(p[i + k], 1, 1, 1); }\n", in_a_loop, 1);
	expect_standings("__global__ void k(float4 *q, float *p, int n)\n"
	                 "{ int i = threadIdx.x;\n"
	                 "  for (int k = 0; k < n; k++)\n"
	                 "    q[i + 32 * k] = make_float4(p[i + k], 1, 1, 1); }\n", otherwise, 1);
}

/* Loads that only the loop uses go down to it, and what leaves the loop comes to their line. */
static void
test_loads_that_go_down_to_a_loop_others_leave_are_not_exact(void **state)
{
	(void)state;
	for (int leaves = 0; leaves < 2; leaves++) {
		char source[1024];
		snprintf(source, sizeof source,
		         "struct body { double3 at; double mass; };\n"
		         "__device__ double pull(double3 a, double3 b) { return a.x * b.y + a.y * b.z + a.z * b.x; }\n"
		         "__global__ void k(body *__restrict__ p, const double *__restrict__ scale, int n) {\n"
		         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		         "  double3 at = p[i].at;\n"
		         "  double mass = p[i].mass;\n"
		         "  for (int j = 0; j < n; j++) mass += pull(at, p[j].at) * scale[%s];\n"
		         "  p[i].mass = mass; }\n",
		         leaves ? "0" : "j");
		evaluate(&e, source, "k<<<8, 256>>>(65536, 20000, 2048)");
		for (unsigned line = 5; line <= 6; line++) {
			const struct site *site = site_at(first_launch(&e), line, SITE_LOAD);
			assert_int_equal(site->standing, leaves ? STANDING_ASSUMED : STANDING_EXACT);
			assert_int_equal(strstr(site->why, "out of a loop") != NULL, leaves);
		}
		evaluation_free(&e);
	}
}

/* So with stores: it keeps the last one. */
static void
expect_store(const char *before, const char *store, enum standing standing)
{
	struct evaluation e;
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(float *__restrict__ p, float *__restrict__ o, int n, int m) {\n"
	         "  int t = threadIdx.x; for (int j = 0; j < n; j++) {\n%s\n%s\n  } }\n",
	         before, store);
	evaluate(&e, source, "k<<<1, 64>>>(20000, 20000, 200, 1)");
	const struct site *site = site_at(first_launch(&e), 4, SITE_STORE);
	if (site->standing != standing)
		print_error("%s %s: %s\n", before, store, site->why);
	assert_int_equal(site->standing, standing);
	evaluation_free(&e);
}

static void
test_stores_behind_other_ways_of_a_loop_are_not_exact(void **state)
{
	(void)state;
	expect_store("if (m > 3) o[j] = 1; else o[j + 5] = 2;", "p[t] = j;", STANDING_ASSUMED);
	expect_store("if (m == 2) o[j] = 1; else if (m == 3) o[j] = 2;", "p[t] = 1;", STANDING_ASSUMED);
	expect_store("if (m > 3) break;", "p[t] = j;", STANDING_ASSUMED);
	expect_store("if (m > 3) o[j] = 1; else o[j + 5] = 2;", "p[8 * j + t] = j;", STANDING_EXACT);
	expect_store("if (m > 3) break;", "p[8 * j + t] = j;", STANDING_EXACT);
}

static void
test_accesses_of_functions_that_call_themselves_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ float sum(const float *a, int i, int n, float s)\n"
	         "{ if (i >= n) return s;\n"
	         "  return sum(a, i + 32, n, s + a[i]); }\n"
	         "__global__ void k(float *o, const float *a, int n) { o[threadIdx.x] = sum(a, threadIdx.x, n, 0); }\n",
	         "k<<<1, 32>>>(20000, 20000, 104)");
	const struct site *load = site_at(first_launch(&e), 3, SITE_LOAD);
	assert_int_equal(load->standing, STANDING_ASSUMED);
	assert_non_null(strstr(load->why, "calls itself"));
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->standing, STANDING_EXACT);
	const struct site *branch = site_at(first_launch(&e), 2, SITE_BRANCH);
	assert_int_equal(branch->standing, STANDING_ASSUMED);
	assert_non_null(strstr(branch->why, "calls itself"));
	evaluation_free(&e);
}

/* How many stores are left of a loop that something else than its condition ends the compiler knows better. */
static void
test_stores_that_loops_without_conditions_repeat_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *__restrict__ o, const float *__restrict__ a, int n) { int k = 0;\n"
	         "again: o[threadIdx.x] = a[k];\n"
	         "  if (++k < n) goto again; }\n",
	         "k<<<1, 64>>>(20000, 20000, 9)");
	assert_int_equal(site_at(first_launch(&e), 2, SITE_STORE)->standing, STANDING_ASSUMED);
	evaluation_free(&e);
}

/* Members of one record may come with one instruction, also where a store to another one stands between. */
static void
test_members_of_one_record_are_not_exact(void **state)
{
	(void)state;
	expect_load("s = v[t].x; v[t].z = 1; s += v[t].y;", STANDING_ASSUMED, "several members of the record");
	expect_load("s = v[t].x; o[t] = 1; s += v[t].y;", STANDING_EXACT, "");
	expect_load("s = h[t].a + h[t].b;", STANDING_ASSUMED, "several members of the record");
	expect_load("s = h[t].a + h[t].c;", STANDING_EXACT, "");
}

/* What one side of a later branch uses is loaded there. */
static void
test_loads_for_one_way_are_not_exact(void **state)
{
	(void)state;
	expect_load("float x = p[t]; if (h[t].c) s = x;", STANDING_ASSUMED, "one side of a branch");
	expect_load("float x = p[t] * 2, y = x + 1; if (h[t].c) s = y;", STANDING_ASSUMED, "one side of a branch");
	expect_load("float x = p[t]; if (t >= 40) return; s = x;", STANDING_ASSUMED, "one side of a branch");
	expect_load("float x = p[t]; if (t >= n) return; s = x;", STANDING_EXACT, "");
	expect_load("float x = p[t]; if (t < n) s = x;", STANDING_EXACT, "");
	expect_load("float x = p[t]; o[t] = 1; if (h[t].c) s = x;", STANDING_EXACT, "");
	expect_load("float x = p[t]; s = x; if (h[t].c) s += x;", STANDING_EXACT, "");
	expect_load("float x = p[t]; for (int i = t; i < 40; i += 64) s += x * i;", STANDING_ASSUMED, "one side of a branch");
	expect_load("float x = p[t]; for (int i = 0; i < 40; i++) s += x * i;", STANDING_EXACT, "");
	expect_load("float4 x = v[t]; if (h[t].c) s = x.x + x.y; else s = x.z + x.w;", STANDING_ASSUMED, "one side of a branch");
	expect_load("float x = p[t], y = p[t + 64]; s = h[t].c ? x : y;", STANDING_ASSUMED, "the one that is chosen");
	expect_load("float x = p[t], y = p[t + 64]; s = h[t].c ? x : y; s += x;", STANDING_EXACT, "");
}

/* A loop that runs leaves nothing of what it overwrites. */
static void
test_loads_for_loops_that_do_not_run_are_not_exact(void **state)
{
	(void)state;
	expect_load("float x = p[t]; for (int k = 0; k < 3; k++) x = k; s = x;", STANDING_ASSUMED, "not all of what is loaded is used");
	expect_load("float x = p[t]; for (int k = 0; k < 3; k++) x += k; s = x;", STANDING_EXACT, "");
}

static void
test_accesses_that_fault_are_not_exact(void **state)
{
	(void)state;
	expect_load("float4 q = *(float4 *)(p + 1 + 4 * t); s = q.x + q.y + q.z + q.w;", STANDING_ASSUMED, "misaligned address");
	expect_load("s = p[t + 4999];", STANDING_ASSUMED, "beyond the end");
	expect_load("const float *none = nullptr; s = none[t];", STANDING_ASSUMED, "null");
	/* Lanes in two objects, each to its end. */
	expect_load("__shared__ float a[32], b[32]; a[t & 31] = b[t & 31] = t; __syncthreads(); s = (t & 1 ? a : b)[t & 31];",
	            STANDING_EXACT, "");
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
		assert_int_equal(site->standing, STANDING_ASSUMED);
		assert_non_null(strstr(site->why, "host's own memory"));
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

/* What bounds and known bits settle is one number, whatever the data: other than the grid's limits, which nvcc does not use. */
static void
test_addresses_that_ranges_settle_are_one(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, const int *v, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float s = a[(i & 7) >> 3];\n"
	         "  s += a[0];\n"
	         "  int j = i % 16;\n"
	         "  j /= 32;\n"
	         "  s += a[j / 3 + (v[i] & 3) / 4];\n"
	         "  s += a[i / 1024];\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_loads(3, 1);
	expect_loads(4, 0);
	expect_loads(7, 1);
	expect_loads(8, 1);
	evaluation_free(&e);
}

/* An address chosen by what is at hand anyway is the same as long as that is, whichever way it went. */
static void
test_chosen_addresses_are_known(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, const float *b, float *o, int n, int c, int d)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float s = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s += a[c ? i : i + 32] * k;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s += (c && d > 2 ? a : b)[i] * k;\n"
	         "  s += a[i < 8 ? i + 64 : d];\n"
	         "  s += a[i < 8 ? i + 64 : d];\n"
	         "  s += a[i < 9 ? i + 64 : d];\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s += a[k < c ? i : i + 32] * k;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s += a[c || k > 3 ? i : i + 32] * k;\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 10, 1, 3)");
	expect_loads(5, 1);
	assert_int_equal(standing_at(5, SITE_LOAD), STANDING_ASSUMED);
	expect_loads(7, 1);
	assert_int_equal(standing_at(7, SITE_LOAD), STANDING_ASSUMED);
	expect_loads(8, 1);
	expect_loads(9, 0);
	expect_loads(10, 1);
	expect_loads(12, 10);
	assert_int_equal(standing_at(14, SITE_LOAD), STANDING_ASSUMED);
	evaluation_free(&e);
}

/* That a loop has been left in its first round does not keep what it does not change from being loaded before it. */
static void
test_loads_of_loops_that_go_round_once_may_leave_them(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n, int c)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float s = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s += a[i];\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s += a[i + 32 * k];\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    s += a[i + 64];\n"
	         "    o[32 * k + i] = s; }\n"
	         "  for (int k = 0; k < 9; k++) {\n"
	         "    s += a[i + 96];\n"
	         "    if (c) break;\n"
	         "    o[32 * k + i] = s; }\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096, 1, 2)");
	assert_int_equal(standing_at(5, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(7, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(9, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(12, SITE_LOAD), STANDING_ASSUMED);
	evaluation_free(&e);
}

/* Who does not come to a store needs no load behind it: the compiler makes that for the others alone. */
static void
test_loads_behind_ways_that_store_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n, int c)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float s = a[i];\n"
	         "  if (c) o[i + 32] = s;\n"
	         "  s += a[i];\n"
	         "  s += a[i + 64];\n"
	         "  if (n > 3) o[i + 64] = s;\n"
	         "  s += a[i + 64];\n"
	         "  s += a[i + 96];\n"
	         "  if (i < 7) o[i + 96] = s;\n"
	         "  s += a[i + 96];\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    s += a[i + 128];\n"
	         "    if (c) o[32 * k + i + 128] = s; }\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096, 10, 0)");
	assert_int_equal(standing_at(3, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(5, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(8, SITE_LOAD), STANDING_EXACT);
	expect_loads(8, 1);
	assert_int_equal(standing_at(11, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(13, SITE_LOAD), STANDING_ASSUMED);
	evaluation_free(&e);
}

/* A loop is made for each outcome of a condition that does not change in it: what one reads the other does not see. */
static void
test_stores_that_another_way_reads_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n, int c)\n"
	         "{ __shared__ float d[64];\n"
	         "  int i = threadIdx.x;\n"
	         "  float s = 0;\n"
	         "  d[i + 32] = n;\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    d[i] = s;\n"
	         "    if (c)\n"
	         "      s += a[i + k];\n"
	         "    else\n"
	         "      s += d[i + k]; }\n"
	         "  __syncthreads();\n"
	         "  o[i] = s + d[i ^ 1]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 10, 1)");
	assert_int_equal(standing_at(7, SITE_STORE), STANDING_ASSUMED);
	evaluation_free(&e);
}

/* What a round takes from the one before comes in a register, which is loaded before the first; and once more before those that
 * copies of the loop leave over. */
static void
test_rounds_left_over_may_load_again(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, const float *a, int n, int m)\n"
	         "{ int i = threadIdx.x;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    o[i] +=\n"
	         "      a[k];\n"
	         "  for (int k = 0; k < m; k++)\n"
	         "    o[i + 32] +=\n"
	         "      a[k];\n"
	         "  for (int k = 0; k < 1001; k++)\n"
	         "    o[i + 96] +=\n"
	         "      a[32 * k]; }\n",
	         "k<<<1, 32>>>(65536, 65536, 10, 12)");
	assert_int_equal(standing_at(4, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(7, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(10, SITE_LOAD), STANDING_EXACT);
	evaluation_free(&e);
	evaluate(&e,
	         "__global__ void k(float *o, const float *a, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "#pragma unroll 1\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    o[i + 64] +=\n"
	         "      a[k];\n"
	         "#pragma unroll 1\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    o[i + 96] +=\n"
	         "      a[k]; }\n",
	         "k<<<1, 32>>>(65536, 65536, 10)");
	assert_int_equal(standing_at(5, SITE_LOAD), STANDING_EXACT);
	assert_int_equal(standing_at(9, SITE_LOAD), STANDING_ASSUMED);
	evaluation_free(&e);
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ float s = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    s += a[k] *\n"
	         "      a[k + 1];\n"
	         "  o[threadIdx.x] = s; }\n",
	         "k<<<1, 32>>>(65536, 65536, 10)");
	assert_int_equal(standing_at(4, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(5, SITE_LOAD), STANDING_EXACT);
	evaluation_free(&e);
}

/* What each round stores to one place again, among other stores, is stored once by copies of the loop. */
static void
test_copies_store_once(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, int n, int m)\n"
	         "{ int i = threadIdx.x;\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    o[i + 64 * k] = 3;\n"
	         "    o[i + m] = k; }\n"
	         "#pragma unroll 1\n"
	         "  for (int k = 0; k < n; k++) {\n"
	         "    o[i + 32 * k] = 3;\n"
	         "    o[i + 2 * m] = k; } }\n",
	         "k<<<1, 32>>>(65536, 10, 7)");
	assert_int_equal(standing_at(5, SITE_STORE), STANDING_ASSUMED);
	assert_int_equal(standing_at(9, SITE_STORE), STANDING_EXACT);
	expect_stores(9, 10);
	evaluation_free(&e);
}

/* By what the program vouches for the compiler knows more than the code says. */
static void
test_accesses_that_the_program_vouches_for_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ const float *aligned(const float *p)\n"
	         "{ return (const float *)__builtin_assume_aligned(p, 16); }\n"
	         "__global__ void k(const float *a, float *o)\n"
	         "{ const float *p = aligned(a + 4 * threadIdx.x);\n"
	         "  float s = p[0];\n"
	         "  s += p[1];\n"
	         "  o[threadIdx.x] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	assert_int_equal(standing_at(5, SITE_LOAD), STANDING_ASSUMED);
	assert_int_equal(standing_at(6, SITE_LOAD), STANDING_ASSUMED);
	evaluation_free(&e);
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ __builtin_assume(n > 4);\n"
	         "  float s = a[n];\n"
	         "  s += a[n < 3 ? 5 : n];\n"
	         "  o[threadIdx.x] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096, 10)");
	assert_int_equal(standing_at(4, SITE_LOAD), STANDING_ASSUMED);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_numbers_are_not_equal_addresses),
		cmocka_unit_test(test_sums_and_products_are_known_however_written),
		cmocka_unit_test(test_branches_meet),
		cmocka_unit_test(test_stores_lose_what_was_loaded_on_their_way),
		cmocka_unit_test(test_iterations_pass_on_what_they_surely_need),
		cmocka_unit_test(test_unrolled_loops_know_their_counter),
		cmocka_unit_test(test_restrict_keeps_what_others_write_to),
		cmocka_unit_test(test_stores_elsewhere_change_nothing),
		cmocka_unit_test(test_overwritten_stores_are_none),
		cmocka_unit_test(test_loops_sink_stores),
		cmocka_unit_test(test_exchanges_keep_loops_as_they_are),
		cmocka_unit_test(test_loads_for_nothing_are_none),
		cmocka_unit_test(test_loads_that_literals_make_needless_are_none),
		cmocka_unit_test(test_values_overwritten_before_use_are_not_loaded),
		cmocka_unit_test(test_calls_for_nothing_load_nothing),
		cmocka_unit_test(test_calls_for_what_is_known_anyway_are_not_exact),
		cmocka_unit_test(test_what_is_not_used_each_time_is_not_exact),
		cmocka_unit_test(test_loads_that_the_compiler_may_know_are_not_exact),
		cmocka_unit_test(test_bit_fields_of_a_local_are_followed),
		cmocka_unit_test(test_bit_fields_move_with_their_unit),
		cmocka_unit_test(test_what_was_stored_shortly_before_is_not_exact),
		cmocka_unit_test(test_lanes_that_leave_unrolled_loops_apart_are_not_exact),
		cmocka_unit_test(test_lanes_that_leave_loops_without_conditions_apart_are_not_exact),
		cmocka_unit_test(test_what_ways_out_of_a_loop_hide_from_names_is_not_exact),
		cmocka_unit_test(test_loads_served_by_one_before_the_loop_are_not_exact),
		cmocka_unit_test(test_lines_before_what_leaves_loops_are_not_exact),
		cmocka_unit_test(test_lines_among_which_a_merged_load_stands_are_not_exact),
		cmocka_unit_test(test_stores_beside_a_merged_one_are_not_exact),
		cmocka_unit_test(test_loads_kept_from_a_branch_are_not_exact),
		cmocka_unit_test(test_stores_around_atomics_elsewhere_are_not_exact),
		cmocka_unit_test(test_places_that_nothing_is_taken_from_are_not_exact),
		cmocka_unit_test(test_shared_memory_loaded_for_itself_is_not_exact),
		cmocka_unit_test(test_elements_that_no_index_makes_one_are_not_exact),
		cmocka_unit_test(test_members_loaded_before_their_record_are_not_exact),
		cmocka_unit_test(test_records_read_in_part_before_they_are_overwritten_are_not_exact),
		cmocka_unit_test(test_stores_of_rounds_with_other_loads_between_are_not_exact),
		cmocka_unit_test(test_loads_of_what_cancels_elsewhere_are_not_exact),
		cmocka_unit_test(test_lines_of_what_a_loop_keeps_are_not_exact),
		cmocka_unit_test(test_stores_around_a_record_put_back_are_not_exact),
		cmocka_unit_test(test_records_stored_again_in_part_are_not_exact),
		cmocka_unit_test(test_loads_that_go_down_to_a_loop_others_leave_are_not_exact),
		cmocka_unit_test(test_stores_behind_other_ways_of_a_loop_are_not_exact),
		cmocka_unit_test(test_accesses_of_functions_that_call_themselves_are_not_exact),
		cmocka_unit_test(test_stores_that_loops_without_conditions_repeat_are_not_exact),
		cmocka_unit_test(test_members_of_one_record_are_not_exact),
		cmocka_unit_test(test_loads_for_one_way_are_not_exact),
		cmocka_unit_test(test_loads_for_loops_that_do_not_run_are_not_exact),
		cmocka_unit_test(test_accesses_that_fault_are_not_exact),
		cmocka_unit_test(test_memory_of_the_host_is_not_exact),
		cmocka_unit_test(test_sampled_iterations_pass_on_as_well),
		cmocka_unit_test(test_members_stored_around_a_reload),
		cmocka_unit_test(test_addresses_that_ranges_settle_are_one),
		cmocka_unit_test(test_chosen_addresses_are_known),
		cmocka_unit_test(test_loads_of_loops_that_go_round_once_may_leave_them),
		cmocka_unit_test(test_loads_behind_ways_that_store_are_not_exact),
		cmocka_unit_test(test_stores_that_another_way_reads_are_not_exact),
		cmocka_unit_test(test_rounds_left_over_may_load_again),
		cmocka_unit_test(test_accesses_that_the_program_vouches_for_are_not_exact),
		cmocka_unit_test(test_copies_store_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
