/* Accesses that the compiler leaves out, narrows or moves in ways that are not followed: whatever is told of them is not
 * exact; and their like that it makes as they stand: that stays so. What nvcc 13.0 does to each is compared in tests/sass. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_standing(unsigned line, enum site_kind kind, enum standing standing)
{
	assert_int_equal(site_at(first_launch(&e), line, kind)->standing, standing);
}

#define expect_doubt(line, kind) expect_standing((line), (kind), STANDING_ASSUMED)
#define expect_none(line, kind) expect_standing((line), (kind), STANDING_EXACT)

static void
test_what_goes_back_as_it_was(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *a, int2 *v, double *d)\n"
	         "{ int i = threadIdx.x;\n"
	         "  a[i] = a[i];\n"
	         "  a[i + 32]++;\n"
	         "  a[i + 32]--;\n"
	         "  v[i] = v[i];\n"
	         "  int2 w = v[i + 64];\n"
	         "  v[i + 64] = w;\n"
	         "  a[i + 64] = -a[i + 64]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	const unsigned both[] = {3, 6};
	for (unsigned i = 0; i < sizeof both / sizeof *both; i++) {
		expect_doubt(both[i], SITE_LOAD);
		expect_doubt(both[i], SITE_STORE);
	}
	expect_doubt(4, SITE_LOAD);
	expect_doubt(5, SITE_STORE);
	expect_doubt(7, SITE_LOAD);
	expect_doubt(8, SITE_STORE);
	expect_none(9, SITE_LOAD);
	expect_none(9, SITE_STORE);
	evaluation_free(&e);
}

/* Nothing was loaded there. */
/* It is no store that is left out. */
static void
test_products_with_zero(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const int *a, int *o)\n"
	         "{ int s = 0;\n"
	         "  for (int j = -1; j <= 1; j++)\n"
	         "    s += a[threadIdx.x + (j + 1) * 32] * j;\n"
	         "  o[threadIdx.x] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_doubt(4, SITE_LOAD);
	assert_non_null(strstr(site_at(first_launch(&e), 4, SITE_LOAD)->why, "product with 0"));
	evaluation_free(&e);
}

static void
test_what_was_stored_there_before(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *a)\n"
	         "{ int i = threadIdx.x;\n"
	         "  a[i] = 1;\n"
	         "  a[i + 32] = a[i];\n"
	         "  a[i] = 1; }\n",
	         "k<<<1, 32>>>(4096)");
	expect_doubt(5, SITE_STORE);
	assert_non_null(strstr(site_at(first_launch(&e), 5, SITE_STORE)->why, "has been stored there before"));
	evaluation_free(&e);
}

/* A choice between two variables is two stores, one between two pointers is one. */
static void
test_stores_to_one_of_two_places(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, float *q, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  (i & 1 ? p[i] : q[i]) = 3;\n"
	         "  (i & 1 ? p[i + 32] : q[i + 32]) += 3;\n"
	         "  (i & 1 ? p : q)[i + 64] = 3;\n"
	         "  o[i] = (i & 1 ? p : q)[i + 96]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_doubt(3, SITE_STORE);
	expect_doubt(4, SITE_LOAD);
	expect_doubt(4, SITE_STORE);
	expect_none(5, SITE_STORE);
	expect_none(6, SITE_LOAD);
	evaluation_free(&e);
}

/* Calls that are nested deeper than is followed make accesses that nobody has counted. */
static void
test_what_calls_itself_without_end_in_sight(void **state)
{
	(void)state;
	for (int deep = 0; deep < 2; deep++) {
		evaluate(&e,
		         "__device__ __noinline__ void down(volatile int *a, int n)\n"
		         "{ if (n)\n"
		         "    down(a + 32, n - 1);\n"
		         "  a[threadIdx.x] = n; }\n"
		         "__global__ void k(volatile int *a, int n) { down(a, n); }\n",
		         deep ? "k<<<1, 32>>>(4096, 200)" : "k<<<1, 32>>>(4096, 10)");
		expect_standing(4, SITE_STORE, STANDING_ASSUMED);
		assert_int_equal(first_launch(&e)->cut_call.line, deep ? 3 : 0);
		evaluation_free(&e);
	}
}

/* Whichever lane goes where it must not; but a load that is made only where it is needed goes nowhere else. */
static void
test_accesses_that_are_wrong_in_any_lane(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(char *a, float *o)\n"
	         "{ __shared__ float s[32];\n"
	         "  int t = threadIdx.x;\n"
	         "  ((int *)a)[(t * 7 + 5) % 32 - 1] = 1;\n"
	         "  *(int *)(a + (t * 7 + 5) % 32 * 4 + (t == 9 ? 2 : 0) + 128) = 1;\n"
	         "  *(int *)(a + (t * 7 + 5) % 32 * 4 + 256) = 1;\n"
	         "  s[t] = o[t];\n"
	         "  __syncthreads();\n"
	         "  float next = s[t + 1];\n"
	         "  if (t < 31)\n"
	         "    o[t] = next;\n"
	         "  o[t + 32] = s[t + 2]; }\n"
	         "int main() { char *a; float *o; cudaMalloc(&a, 4096); cudaMalloc(&o, 4096); k<<<1, 32>>>(a, o); }\n", NULL);
	const struct { unsigned line; enum site_kind kind; enum fault_kind fault; } expected[] = {
		{4, SITE_STORE, FAULT_BEFORE}, {5, SITE_STORE, FAULT_ALIGNMENT}, {6, SITE_STORE, FAULT_NONE},
		{9, SITE_LOAD, FAULT_NONE}, {12, SITE_LOAD, FAULT_BEHIND},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct site *site = site_at(first_launch(&e), expected[i].line, expected[i].kind);
		assert_int_equal(site->fault.kind, expected[i].fault);
		assert_int_equal(site->standing == STANDING_EXACT, expected[i].line == 6);
	}
	evaluation_free(&e);
}

/* Memory that was surely freed before; not what may have been, nor what lies there anew. */
static void
test_memory_that_was_freed(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
	         "int main(int argc, char **argv) { int *a, *b, *c; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); cudaMallocHost(&c, 4096);\n"
	         "  k<<<1, 32>>>(a); cudaFree(a);\n"
	         "  k<<<1, 32>>>(a);\n"
	         "  if (atoi(argv[1]) > 3) cudaFree(b);\n"
	         "  k<<<1, 64>>>(b);\n"
	         "  for (int i = 0; i < 3; i++) { cudaMalloc(&a, 4096); k<<<1, 96>>>(a); cudaFree(a); }\n"
	         "  cudaFreeHost(c); k<<<1, 128>>>(c); }\n", NULL);
	static const struct { uint32_t threads; enum fault_kind fault; } expected[] = {
		{32, FAULT_NONE}, {32, FAULT_FREED}, {64, FAULT_NONE}, {96, FAULT_NONE}, {128, FAULT_FREED},
	};
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, sizeof expected / sizeof *expected);
	for (size_t i = 0; i < kernel->launch_count; i++) {
		const struct launch *launch = &kernel->launches[i];
		assert_int_equal(launch->block[0], expected[i].threads);
		assert_int_equal(site_at(launch, 1, SITE_STORE)->fault.kind, expected[i].fault);
	}
	evaluation_free(&e);
}

/* A graph that frees what it allocates has it again when it is launched once more. */
static void
test_memory_of_graphs(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
	         "int main() { int *a; cudaStream_t s; cudaGraph_t g; cudaGraphExec_t x; cudaStreamCreate(&s);\n"
	         "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaMallocAsync(&a, 4096, s); cudaFreeAsync(a, s);\n"
	         "  cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s);\n"
	         "  k<<<1, 32, 0, s>>>(a); }\n", NULL);
	assert_int_equal(site_at(first_launch(&e), 1, SITE_STORE)->fault.kind, FAULT_NONE);
	evaluation_free(&e);
}

/* Constants of the host that device code names: the compiler refuses them, or puts their values in their place. */
static void
test_constants_of_the_host_are_not_called_wrong(void **state)
{
	(void)state;
	evaluate(&e,
	         "constexpr int table[4] = {3, 1, 4, 1};\n"
	         "__global__ void k(int *o)\n"
	         "{ o[threadIdx.x] = table[threadIdx.x % 4]; }\n"
	         "int main() { int *o; cudaMalloc(&o, 4096); k<<<1, 32>>>(o); }\n", NULL);
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_int_equal(launch->sites[i].fault.kind, FAULT_NONE);
	evaluation_free(&e);
}

static void
test_what_goes_into_a_needless_store(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *o, const int *a)\n"
	         "{ int i = threadIdx.x;\n"
	         "  int v = a[i];\n"
	         "  o[i] = v;\n"
	         "  o[i] = 3;\n"
	         "  o[i + 32] = a[i + 32];\n"
	         "  o[i + 32] += 3;\n"
	         "  if (i & 1)\n"
	         "    o[i + 64] = a[i + 64];\n"
	         "  o[i + 64] = 3; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_doubt(3, SITE_LOAD);
	expect_none(5, SITE_STORE);
	expect_none(6, SITE_LOAD);
	expect_none(7, SITE_STORE);
	expect_doubt(9, SITE_LOAD);
	expect_doubt(9, SITE_STORE);
	expect_none(10, SITE_STORE);
	evaluation_free(&e);
}

/* Of stores on both sides of a branch the compiler makes one, and needs what either side loads for it; but where one of them
 * is needless the other is so too. */
static void
test_what_goes_into_one_store_of_two(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, const float *a, int n)\n"
	         "{ __shared__ float s[64], q[64];\n"
	         "  int t = threadIdx.x, i = blockIdx.x * 64 + t;\n"
	         "  if (i < n)\n"
	         "    s[t] = a[i];\n"
	         "  else\n"
	         "    s[t] = 0;\n"
	         "  if (i >= 3) {\n"
	         "    if (i < n)\n"
	         "      q[t] = a[i - 3];\n"
	         "    else\n"
	         "      q[t] = 1;\n"
	         "  } else\n"
	         "    q[t] = 2;\n"
	         "  __syncthreads();\n"
	         "  o[i] = s[63 - t] + q[63 - t];\n"
	         "  if (i < n)\n"
	         "    o[i + 256] = a[i + 256];\n"
	         "  else\n"
	         "    o[i + 256] = 0;\n"
	         "  o[i + 256] = 5;\n"
	         "  switch (i / n) {\n"
	         "  case 0:\n"
	         "    o[i + 512] = a[i + 512];\n"
	         "  case 1:\n"
	         "    o[i + 512] = 7;\n"
	         "  }\n"
	         "  switch (i / n) {\n"
	         "  case 0:\n"
	         "    o[i + 768] = a[i + 768];\n"
	         "    break;\n"
	         "  default:\n"
	         "    o[i + 768] = 7;\n"
	         "  } }\n",
	         "k<<<3, 64>>>(4096, 4096, 150)");
	expect_none(5, SITE_LOAD);
	expect_none(10, SITE_LOAD);
	expect_doubt(18, SITE_LOAD);
	expect_none(21, SITE_STORE);
	expect_doubt(24, SITE_LOAD);
	expect_none(30, SITE_LOAD);
	evaluation_free(&e);
}

/* What a thread reads behind a branch of which either side stores there, whichever the lanes have taken. */
static void
test_what_either_side_has_stored(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, const float *a, int n)\n"
	         "{ __shared__ float s[64];\n"
	         "  int t = threadIdx.x, i = blockIdx.x * 64 + t;\n"
	         "  if (i < n)\n"
	         "    s[t] = a[i];\n"
	         "  else\n"
	         "    s[t] = 0;\n"
	         "  o[i] = s[t]; }\n",
	         "k<<<3, 64>>>(4096, 4096, 150)");
	expect_doubt(8, SITE_LOAD);
	expect_none(8, SITE_STORE);
	evaluation_free(&e);
}

/* A store may go to the line of one beside the branch that it stands on both sides of. */
static void
test_stores_around_sides_that_store(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(double *a, int n)\n"
	         "{ __shared__ double s[32];\n"
	         "  int i = threadIdx.x;\n"
	         "  s[i] = i;\n"
	         "  a[i + 32] = 1;\n"
	         "  if (i > n)\n"
	         "    a[i] = 1;\n"
	         "  else\n"
	         "    a[i] = 2;\n"
	         "  a[i + 64] = s[31 - i]; }\n",
	         "k<<<1, 32>>>(4096, 7)");
	expect_none(4, SITE_STORE);
	expect_doubt(5, SITE_STORE);
	expect_doubt(10, SITE_STORE);
	evaluation_free(&e);
}

/* Of a loop that goes whole the last copy has both elements side by side, and one access for both. */
static void
test_neighbours_in_a_later_copy(void **state)
{
	(void)state;
	static const char sweep[] =
		"__global__ void k(float *a)\n"
		"{ __shared__ float s[256];\n"
		"  int t = threadIdx.x;\n"
		"  s[t] = a[t]; s[t + 128] = a[t + 128];\n"
		"  for (int d = 1; d < 256; d *= 2) {\n"
		"    int off = 128 / d;\n"
		"    __syncthreads();\n"
		"    if (t < d) {\n"
		"      int i = off * (2 * t + 1) - 1;\n"
		"      float x = s[i];\n"
		"      s[i] = s[i + off%s];\n"
		"      s[i + off%s] += x;\n"
		"    }\n"
		"  }\n"
		"  __syncthreads();\n"
		"  a[t] = s[t]; }\n";
	char source[1024];
	snprintf(source, sizeof source, sweep, "", "");
	evaluate(&e, source, "k<<<1, 128>>>(4096)");
	expect_doubt(10, SITE_LOAD);
	expect_doubt(11, SITE_LOAD);
	expect_doubt(11, SITE_STORE);
	expect_doubt(12, SITE_LOAD);
	expect_none(16, SITE_LOAD);
	evaluation_free(&e);
	/* A reduction's lanes step by one element: nothing of theirs is twice as wide. */
	evaluate(&e,
	         "__global__ void k(float *a)\n"
	         "{ __shared__ float s[256];\n"
	         "  int t = threadIdx.x;\n"
	         "  s[t] = a[t];\n"
	         "  for (int d = 128; d > 0; d /= 2) {\n"
	         "    __syncthreads();\n"
	         "    if (t < d)\n"
	         "      s[t] += s[t + d];\n"
	         "  }\n"
	         "  if (t == 0) a[0] = s[0]; }\n",
	         "k<<<1, 256>>>(4096)");
	expect_none(8, SITE_STORE);
	evaluation_free(&e);
}

/* Nor has a load of both sides a line of its own: it is counted to that of the code around. */
static void
test_loads_behind_sides_that_load(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ float chosen(const float *a, int i, int n)\n"
	         "{ if (n == 0)\n"
	         "    return a[i];\n"
	         "  return a[i] * 2; }\n"
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ __shared__ float s[64];\n"
	         "  int i = threadIdx.x;\n"
	         "  s[i] = i;\n"
	         "  __syncthreads();\n"
	         "  float x, y = a[i + 64];\n"
	         "  if (n > 2)\n"
	         "    x = a[i];\n"
	         "  else\n"
	         "    x = a[i] + 1;\n"
	         "  float b = s[63 - i];\n"
	         "  float c = a[i * 2 + 128];\n"
	         "  float d = a[i * 2 + 256];\n"
	         "  float f = chosen(a + 512, i, n);\n"
	         "  float g = a[i * 2 + 640];\n"
	         "  float h = a[i * 2 + 768];\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    h += a[k * 4096 + i + 900];\n"
	         "  o[i] = x + y * b + c * d + f * g + h; }\n",
	         "k<<<1, 64>>>(1048576, 4096, 7)");
	expect_doubt(10, SITE_LOAD);
	expect_none(15, SITE_LOAD);
	expect_none(17, SITE_LOAD);
	expect_doubt(19, SITE_LOAD);
	expect_none(20, SITE_LOAD);
	expect_none(22, SITE_LOAD);
	evaluation_free(&e);
}

/* Through a wider type and back a number stays what it was; so does one that is loaded on either way. */
static void
test_what_is_stored_as_it_was_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *a, double *b)\n"
	         "{ int i = threadIdx.x;\n"
	         "  double v = a[i];\n"
	         "  a[i] = v;\n"
	         "  b[i] = i < 16 ? b[i] : b[i];\n"
	         "  float w = b[i + 32];\n"
	         "  b[i + 32] = w; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_doubt(3, SITE_LOAD);
	expect_doubt(4, SITE_STORE);
	expect_doubt(5, SITE_STORE);
	expect_none(6, SITE_LOAD);
	expect_none(7, SITE_STORE);
	evaluation_free(&e);
}

/* A store that only such a load keeps apart from the next one may be none, and a load that another one serves may be one. */
static void
test_what_rests_on_loads_that_may_be_none(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *__restrict__ a, const int *__restrict__ b, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  a[i + n]++;\n"
	         "  a[2 * i] = a[2 * i];\n"
	         "  a[i + n] = 3;\n"
	         "  a[i + 256] = b[i] + 1;\n"
	         "  int v = b[i], w = b[i * n];\n"
	         "  a[i + 256] = w;\n"
	         "  a[i * n] = v; }\n",
	         "k<<<1, 32>>>(4096, 4096, 64)");
	expect_doubt(3, SITE_STORE);
	expect_doubt(7, SITE_LOAD);
	evaluation_free(&e);
}

/* What no pointer leads to is stored to by none: the variable would lie behind the pointer's own beginning. */
static void
test_loads_of_variables_in_loops_that_store_behind_pointers(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int lone;\n"
	         "__global__ void k(int *a)\n"
	         "{ for (int k = 0; k < 4; k++)\n"
	         "    a[3] = lone; }\n",
	         "k<<<1, 32>>>(4096)");
	expect_doubt(4, SITE_STORE);
	expect_doubt(4, SITE_LOAD);
	evaluation_free(&e);
}

/* What is volatile goes to memory each time; but of two loads for a choice one is made. */
static void
test_what_is_volatile(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, volatile int *a, volatile int *b, int n)\n"
	         "{ volatile __shared__ int s[64], unread[64], unset[64], q[256];\n"
	         "  int i = threadIdx.x;\n"
	         "  s[i] = i;\n"
	         "  o[i] = s[i];\n"
	         "  unread[i] = 3;\n"
	         "  o[i + 64] = unset[i];\n"
	         "  q[4 * i] = 1;\n"
	         "  q[4 * i + 1] = 2;\n"
	         "  a[i] = 1;\n"
	         "  a[i] = 2;\n"
	         "  if (i < n)\n"
	         "    a[i] = i;\n"
	         "  for (int k = 1; k < 9; k++)\n"
	         "    a[i + 64 * k] = a[i + 64 * (k - 1)] + 1;\n"
	         "  int z = b[i + 128];\n"
	         "  if (i < n)\n"
	         "    o[i + 128] = z;\n"
	         "  int x = b[i];\n"
	         "  int y = b[i + 64];\n"
	         "  o[i + 192] = i < n ? x : y; }\n",
	         "k<<<1, 64>>>(4096, 4096, 4096, 50)");
	const unsigned loads[] = {5, 7, 15, 16}, stores[] = {4, 6, 8, 9, 10, 11, 13, 15}, chosen[] = {19, 20};
	for (unsigned i = 0; i < sizeof loads / sizeof *loads; i++)
		expect_none(loads[i], SITE_LOAD);
	for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++)
		expect_none(stores[i], SITE_STORE);
	for (unsigned i = 0; i < sizeof chosen / sizeof *chosen; i++)
		expect_doubt(chosen[i], SITE_LOAD);
	evaluation_free(&e);
}

static void
test_numbers_of_which_some_bytes_are_needed(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *o, const int *a, const long long *b, short *s)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = a[i] & 255;\n"
	         "  o[i + 32] = b[i];\n"
	         "  s[i] = a[i + 32] * 3;\n"
	         "  int v = a[i + 64];\n"
	         "  o[i + 64] = v & 7;\n"
	         "  int w = a[i + 96];\n"
	         "  o[i + 96] = w & 7;\n"
	         "  o[i + 128] = w;\n"
	         "  o[i + 160] = a[i + 128] / 3; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096)");
	expect_doubt(3, SITE_LOAD);
	expect_doubt(4, SITE_LOAD);
	expect_doubt(5, SITE_LOAD);
	expect_doubt(6, SITE_LOAD);
	expect_none(8, SITE_LOAD);
	expect_none(11, SITE_LOAD);
	evaluation_free(&e);
}

static void
test_members_of_which_the_compiler_knows_more(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct body { float x, y, m; };\n"
	         "__global__ void k(const float4 *p, float4 *q, body *b, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = __ldg(p + i).w;\n"
	         "  float4 v = __ldg(p + i + 32);\n"
	         "  q[i + 64] = v;\n"
	         "  b[i].x = b[n].m;\n"
	         "  b[i].y = b[n].m + 1;\n"
	         "  float4 w = p[i + 96];\n"
	         "  q[i + 128] = w;\n"
	         "  float4 u = p[i + 160];\n"
	         "  u.x += 1;\n"
	         "  q[i + 192] = u; }\n",
	         "k<<<1, 32>>>(8192, 8192, 4096, 4096, 40)");
	expect_doubt(4, SITE_LOAD);
	expect_none(5, SITE_LOAD);
	expect_doubt(8, SITE_LOAD);
	expect_doubt(9, SITE_LOAD);
	expect_none(11, SITE_LOAD);
	expect_none(13, SITE_STORE);
	evaluation_free(&e);
}

/* A pointer made of one that is said to be the only way leads to the same place. */
static void
test_functions_are_given_pointers_that_are_restricted(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int at(const int *p, int i)\n"
	         "{ return p[i]; }\n"
	         "__global__ void k(int *__restrict__ q, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  int v = at(q, n);\n"
	         "  q[i] = v;\n"
	         "  q[i + 64] = at(q, n) + 1; }\n",
	         "k<<<1, 32>>>(4096, 40)");
	expect_double(site_at(first_launch(&e), 2, SITE_LOAD)->predicted.requests, 2, 1e-9);
	evaluation_free(&e);
}

static void
test_numbers_that_are_known_anyway(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int one_or_two(int x) { return x > 3 ? 1 : 2; }\n"
	         "__global__ void k(const int *a, const unsigned char *c, const short *h, const unsigned *u, int *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = c[i] < 256;\n"
	         "  o[i + 32] = (a[i + 32] | 1) != 0;\n"
	         "  o[i + 64] = min(max(a[i + 64], 5), 5);\n"
	         "  o[i + 96] = a[i + 96] % 1;\n"
	         "  o[i + 128] = h[i + 128] > 40000;\n"
	         "  o[i + 160] = c[i + 160] / 256;\n"
	         "  o[i + 192] = (a[i + 192] & 7) > 8;\n"
	         "  o[i + 224] = (u[i + 224] >> 31) > 1;\n"
	         "  o[i + 256] = a[i + 256] * 2 & 1;\n"
	         "  o[i + 288] = one_or_two(a[i + 288]) > 0;\n"
	         "  o[i + 320] = u[i + 320] / 2 > 0x7fffffff;\n"
	         "  int even = 0;\n"
	         "  for (int n = 0; n < 4; n++)\n"
	         "    even += 2;\n"
	         "  o[i + 352] = a[i + 352] * even & 1;\n"
	         "  o[i + 384] = (a[i + 384] | 1) == 3;\n"
	         "  o[i + 416] = c[i + 416] < 255;\n"
	         "  o[i + 448] = min(max(a[i + 448], 5), 6);\n"
	         "  int b = i * 3;\n"
	         "  o[i + 480] = i - a[i + 480] + b + a[i + 480];\n"
	         "  o[i + 512] = i - a[i + 512] - b;\n"
	         "  o[i + 544] = a[i + 544] ^ i ^ a[i + 544]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096, 4096)");
	for (unsigned line = 4; line <= 14; line++)
		expect_doubt(line, SITE_LOAD);
	expect_doubt(18, SITE_LOAD);
	for (unsigned line = 19; line <= 21; line++)
		expect_none(line, SITE_LOAD);
	expect_doubt(23, SITE_LOAD);
	expect_none(24, SITE_LOAD);
	expect_doubt(25, SITE_LOAD);
	evaluation_free(&e);
}

static void
test_what_is_used_where_nobody_comes(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const int *a, const int *b, const int *c, int *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  int x = a[i];\n"
	         "  int y = b[i];\n"
	         "  if (x > 5)\n"
	         "    if (x < 3)\n"
	         "      o[i] = y;\n"
	         "  int z = c[i];\n"
	         "  if (threadIdx.x < 2000)\n"
	         "    z = 4;\n"
	         "  o[i + 32] = z;\n"
	         "  int v = a[i + 32];\n"
	         "  int w = b[i + 32];\n"
	         "  if (v > 3)\n"
	         "    if (v < 5)\n"
	         "      o[i + 64] = w;\n"
	         "  int n = a[i + 64] & 15;\n"
	         "  int m = b[i + 64];\n"
	         "  o[i + 96] = n < 16 ? 1 : m; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096)");
	expect_doubt(3, SITE_LOAD);
	expect_doubt(4, SITE_LOAD);
	expect_doubt(8, SITE_LOAD);
	expect_none(12, SITE_LOAD);
	expect_doubt(17, SITE_LOAD);
	expect_doubt(18, SITE_LOAD);
	evaluation_free(&e);
}

static void
test_bits_that_nobody_needs(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const int *a, const unsigned char *c, int *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  int high = a[i] << 8;\n"
	         "  o[i] = (high | c[i]) & 255;\n"
	         "  const int mask = 15;\n"
	         "  o[i + 32] = a[i + 32] & mask;\n"
	         "  o[i + 64] = (a[i + 64] | 0xffff00ff) >> 8;\n"
	         "  int higher = a[i + 96] << 8;\n"
	         "  o[i + 96] = higher | c[i + 96]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_doubt(3, SITE_LOAD);
	expect_none(4, SITE_LOAD);
	expect_doubt(6, SITE_LOAD);
	expect_doubt(7, SITE_LOAD);
	expect_none(8, SITE_LOAD);
	evaluation_free(&e);
}

static void
test_lanes_that_part_before_all_are_to_meet(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const int *ends, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float sum = i;\n"
	         "  if (ends[0] > 3)\n"
	         "    sum += __shfl_up_sync(0xffffffff, sum, 1);\n"
	         "  if (i < 16)\n"
	         "    sum += __shfl_up_sync(0xffff, sum, 1);\n"
	         "  o[i] = sum;\n"
	         "  for (int r = 0; r < ends[i / 16]; r++)\n"
	         "    for (int d = 1; d < n; d *= 2)\n"
	         "      sum += __shfl_up_sync(0xffffffff, sum, d, 16);\n"
	         "  o[i + 32] = sum; }\n",
	         "k<<<1, 32>>>(4096, 4096, 16)");
	expect_none(8, SITE_STORE);
	expect_doubt(12, SITE_STORE);
	evaluation_free(&e);
}

/* Only those that come to a case in one way are sure to go through it together. */
static void
test_lanes_that_come_to_a_case_in_several_ways(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o, double *d, short *h, char *c, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  switch (i & 3) {\n"
	         "  case 0: n += 3;\n"
	         "  case 1: o[i + n] = 1; break;\n"
	         "  case 2: case 3: d[i] = 2; }\n"
	         "  switch (i & 7) {\n"
	         "  case 0: case 4: o[i + 64] = 1; break;\n"
	         "  case 1: n = 4; break;\n"
	         "  case 6: n = 6; break;\n"
	         "  default: d[i + 96] = 3; }\n"
	         "  switch (i / 32) {\n"
	         "  case 1: case 4: case 7: case 9: n++;\n"
	         "  default: h[i] = 2; }\n"
	         "  c[i] = n; }\n",
	         "k<<<2, 64>>>(4096, 4096, 4096, 4096, 32)");
	static const char *const why = "lanes that come to a case in several ways may go through it one after the other";
	assert_string_equal(site_at(first_launch(&e), 5, SITE_STORE)->why, why);
	expect_none(6, SITE_STORE);
	assert_string_equal(site_at(first_launch(&e), 8, SITE_STORE)->why, why);
	assert_string_equal(site_at(first_launch(&e), 11, SITE_STORE)->why, why);
	expect_none(14, SITE_STORE);
	expect_none(15, SITE_STORE);
	evaluation_free(&e);
}

/* One iteration loads what another does: a few copies that stand behind each other surely load once; more, and those of a
 * loop that remains, here and there again. */
static void
test_what_another_copy_has_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ int t = threadIdx.x; float s = 0;\n"
	         "  for (int i = 0; i < 8; i++)\n"
	         "    s += a[i * 64 + t]\n"
	         "       + a[i * 64 + 64 + t];\n"
	         "  for (int i = 0; i < 64; i++)\n"
	         "    s += a[i * 64 + 9000 + t]\n"
	         "       + a[i * 64 + 9064 + t];\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    s += a[i * 96 + t]\n"
	         "       + a[i * 96 + 96 + t];\n"
	         "  _Pragma(\"unroll 1\") for (int i = 0; i < n; i++)\n"
	         "    s += a[i * 160 + t]\n"
	         "       + a[i * 160 + 160 + t];\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    o[i * 64 + t] = a[i * 224 + t]\n"
	         "       + a[i * 224 + 224 + t];\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    s += a[i * 448 + t + 32]\n"
	         "       + a[i * 448 + 224 + t + 32];\n"
	         "  o[t] = s; }\n",
	         "k<<<1, 32>>>(262144, 262144, 20)");
	const unsigned doubtful[] = {7, 10}, sure[] = {4, 13, 16, 19};
	for (unsigned i = 0; i < sizeof doubtful / sizeof *doubtful; i++) {
		expect_doubt(doubtful[i], SITE_LOAD);
		expect_doubt(doubtful[i] + 1, SITE_LOAD);
	}
	for (unsigned i = 0; i < sizeof sure / sizeof *sure; i++) {
		expect_none(sure[i], SITE_LOAD);
		expect_none(sure[i] + 1, SITE_LOAD);
	}
	evaluation_free(&e);
}

/* A stretch of rounds in the middle may do otherwise than all that were run. */
static void
test_addresses_that_a_loop_chooses_by_its_counter(void **state)
{
	(void)state;
	static const char *const choices[] = {
		"int s; if (i < 300) s = 1; else if (i < 480) s = 8; else s = 1;",
		"int s = i < 300 ? 1 : i < 480 ? 8 : 1;",
		"int s = 1; if (i >= 300) s = 8; if (i >= 480) s = 1;",
		"int s = 1; if (i >= 300) { if (i < 480) s = 8; }",
	};
	for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++) {
		char source[1024];
		snprintf(source, sizeof source, "__global__ void k(float *o, int n)\n"
		         "{ int t = threadIdx.x;\n"
		         "  for (int i = 0; i < n; i++) {\n"
		         "    %s\n"
		         "    o[t * s] = i;\n"
		         "    o[t + i * 32 + 1024] = s; } }\n", choices[i]);
		evaluate(&e, source, "k<<<1, 32>>>(1048576, 1000)");
		expect_doubt(5, SITE_STORE);
		expect_none(6, SITE_STORE);
		evaluation_free(&e);
	}
}

/* Of several faults of one access the worst is told, and where it is farthest off, whichever block has it. */
static void
test_accesses_that_are_wrong_in_several_ways(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *a)\n"
	         "{ int b = blockIdx.x, t = threadIdx.x;\n"
	         "  a[b * 96 - 32 + t] = 1;\n"
	         "  a[160 - b * 96 + t] = 1; }\n"
	         "int main() { float *a; cudaMalloc(&a, 512); k<<<3, 32>>>(a); }\n", NULL);
	for (unsigned line = 3; line < 5; line++) {
		const struct fault *fault = &site_at(first_launch(&e), line, SITE_STORE)->fault;
		assert_int_equal(fault->kind, FAULT_BEHIND);
		assert_int_equal(fault->at, 4 * 191);
		assert_int_equal(fault->block[0], line == 3 ? 2 : 0);
	}
	evaluation_free(&e);
}

/* How much dynamic shared memory there is the launch says, also where it says nothing. */
static void
test_shared_memory_that_is_not_there(void **state)
{
	(void)state;
	static const char source[] =
		"__global__ void k(float *p)\n"
		"{ extern __shared__ float s[]; __shared__ float t[32];\n"
		"  s[threadIdx.x] = 1;\n"
		"  t[threadIdx.x] = 2;\n"
		"  __syncthreads();\n"
		"  p[threadIdx.x] = s[0] + t[0]; }\n";
	static const struct {
		const char *launch, *why;
	} of_s[] = {
		{"k<<<1, 64>>>(4096)", "it goes beyond the end of dynamic shared memory, of which the launch gives 0 bytes"},
		{"k<<<1, 64, 128>>>(4096)", "it goes beyond the end of dynamic shared memory, of which the launch gives 128 bytes"},
		{"k<<<1, 64, 256>>>(4096)", ""},
	};
	for (unsigned i = 0; i < sizeof of_s / sizeof *of_s; i++) {
		evaluate(&e, source, of_s[i].launch);
		assert_string_equal(site_at(first_launch(&e), 3, SITE_STORE)->why, of_s[i].why);
		assert_int_equal(site_at(first_launch(&e), 3, SITE_STORE)->fault.kind, *of_s[i].why ? FAULT_BEHIND : FAULT_NONE);
		assert_string_equal(site_at(first_launch(&e), 4, SITE_STORE)->why, "it goes beyond the end of 't', which has 128 bytes");
		evaluation_free(&e);
	}
	/* Of a launch that nobody has seen it is as much as the kernel takes. */
	evaluate(&e, source, NULL);
	assert_int_equal(site_at(first_launch(&e), 3, SITE_STORE)->fault.kind, FAULT_NONE);
	evaluation_free(&e);
}

/* Variables in shared memory that have names of their own lie side by side, and are moved together between two barriers,
 * whatever branches stand there. */
static void
test_shared_variables_that_lie_side_by_side(void **state)
{
	(void)state;
	evaluate(&e,
	         "\n"
	         "__global__ void k(int *o, const int *a, int n)\n"
	         "{ __shared__ int from, to, last, lone; __shared__ double high[64], low[64]; __shared__ short half, other;\n"
	         "  int t = threadIdx.x;\n"
	         "  high[t] = low[t] = a[t];\n"
	         "  if (t == 0)\n"
	         "    from = a[1];\n"
	         "  if (t == 0)\n"
	         "    to = a[2];\n"
	         "  __syncthreads();\n"
	         "  if (t == 1) {\n"
	         "    lone = a[3];\n"
	         "    half = a[4];\n"
	         "    other = a[5]; }\n"
	         "  __syncthreads();\n"
	         "  if (n > 3)\n"
	         "    o[t] = from;\n"
	         "  o[t + 32] = to;\n"
	         "  __syncthreads();\n"
	         "  o[t + 64] = lone;\n"
	         "  o[t + 96] = half +\n"
	         "    other;\n"
	         "  o[t + 128] = high[0] +\n"
	         "    low[0];\n"
	         "  __syncthreads();\n"
	         "  o[t + 160] = high[63] +\n"
	         "    low[0];\n"
	         "  if (t == 2)\n"
	         "    last = a[6];\n"
	         "  for (int i = 0; i < n; i++) {\n"
	         "    o[t + i * 32 + 192] = from;\n"
	         "    __syncthreads();\n"
	         "    o[t + i * 32 + 193] = last; } }\n",
	         "k<<<1, 32>>>(4096, 8192, 5)");
	const unsigned stores[] = {7, 9}, loads[] = {17, 18, 26, 27, 31, 33}, lone_stores[] = {12, 13, 14, 29},
	               lone_loads[] = {20, 21, 22, 23, 24};
	for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++)
		expect_doubt(stores[i], SITE_STORE);
	for (unsigned i = 0; i < sizeof loads / sizeof *loads; i++)
		expect_doubt(loads[i], SITE_LOAD);
	for (unsigned i = 0; i < sizeof lone_stores / sizeof *lone_stores; i++)
		expect_none(lone_stores[i], SITE_STORE);
	for (unsigned i = 0; i < sizeof lone_loads / sizeof *lone_loads; i++)
		expect_none(lone_loads[i], SITE_LOAD);
	evaluation_free(&e);
	evaluate(&e,
	         "__device__ int read(const int &number)\n"
	         "{ return number; }\n"
	         "__global__ void k(int *o, const int *a)\n"
	         "{ __shared__ int from, to;\n"
	         "  if (threadIdx.x == 0) {\n"
	         "    from = a[0];\n"
	         "    to = a[1]; }\n"
	         "  __syncthreads();\n"
	         "  o[threadIdx.x] = read(from) + read(to); }\n",
	         "k<<<1, 32>>>(4096, 8192)");
	expect_doubt(2, SITE_LOAD);
	evaluation_free(&e);
}

/* A shared variable that only ever gets one constant needs no memory; one that is counted up or gets another as well does. */
static void
test_shared_variables_that_get_one_constant(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *o, const int *a)\n"
	         "{ __shared__ int always; __shared__ int counter; __shared__ int filled[32];\n"
	         "  int t = threadIdx.x;\n"
	         "  if (t == 0)\n"
	         "    always = 5;\n"
	         "  __syncthreads();\n"
	         "  o[t] = always;\n"
	         "  if (t == 0)\n"
	         "    counter = 0;\n"
	         "  filled[t] = 3;\n"
	         "  __syncthreads();\n"
	         "  atomicAdd(&counter, 1);\n"
	         "  __syncthreads();\n"
	         "  o[t + 32] = counter;\n"
	         "  o[t + 64] = filled[31 - t]; }\n",
	         "k<<<1, 32>>>(4096, 8192)");
	expect_doubt(5, SITE_STORE);
	expect_doubt(7, SITE_LOAD);
	expect_none(9, SITE_STORE);
	expect_none(14, SITE_LOAD);
	expect_none(10, SITE_STORE);
	expect_none(15, SITE_LOAD);
	evaluation_free(&e);
}

/* Be it one that a function returns or that the operands of a sum do not change. */
static void
test_shared_variables_that_get_what_comes_to_one_constant(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int five(int) { return 5; }\n"
	         "__global__ void k(int *o, int n)\n"
	         "{ __shared__ int of_call;\n"
	         "  if (threadIdx.x == 0)\n"
	         "    of_call = five(n);\n"
	         "  __syncthreads();\n"
	         "  o[threadIdx.x] = of_call; }\n",
	         "k<<<1, 32>>>(4096, 3)");
	expect_doubt(5, SITE_STORE);
	expect_doubt(7, SITE_LOAD);
	evaluation_free(&e);
	evaluate(&e,
	         "__global__ void k(int *o, int n)\n"
	         "{ __shared__ int of_sum;\n"
	         "  if (threadIdx.x == 0)\n"
	         "    of_sum = (n & 3) / 4 + 2;\n"
	         "  __syncthreads();\n"
	         "  o[threadIdx.x] = of_sum; }\n",
	         "k<<<1, 32>>>(4096, 3)");
	expect_doubt(4, SITE_STORE);
	expect_doubt(6, SITE_LOAD);
	evaluation_free(&e);
	evaluate(&e,
	         "__global__ void k(int *o, int n)\n"
	         "{ __shared__ int of_number;\n"
	         "  if (threadIdx.x == 0)\n"
	         "    of_number = (n & 3) / 2;\n"
	         "  __syncthreads();\n"
	         "  o[threadIdx.x] = of_number; }\n",
	         "k<<<1, 32>>>(4096, 3)");
	expect_none(4, SITE_STORE);
	expect_none(6, SITE_LOAD);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_goes_back_as_it_was),
		cmocka_unit_test(test_products_with_zero),
		cmocka_unit_test(test_what_was_stored_there_before),
		cmocka_unit_test(test_stores_to_one_of_two_places),
		cmocka_unit_test(test_what_calls_itself_without_end_in_sight),
		cmocka_unit_test(test_accesses_that_are_wrong_in_any_lane),
		cmocka_unit_test(test_memory_that_was_freed),
		cmocka_unit_test(test_memory_of_graphs),
		cmocka_unit_test(test_constants_of_the_host_are_not_called_wrong),
		cmocka_unit_test(test_what_goes_into_a_needless_store),
		cmocka_unit_test(test_what_goes_into_one_store_of_two),
		cmocka_unit_test(test_what_either_side_has_stored),
		cmocka_unit_test(test_stores_around_sides_that_store),
		cmocka_unit_test(test_neighbours_in_a_later_copy),
		cmocka_unit_test(test_loads_behind_sides_that_load),
		cmocka_unit_test(test_what_is_stored_as_it_was_loaded),
		cmocka_unit_test(test_what_rests_on_loads_that_may_be_none),
		cmocka_unit_test(test_loads_of_variables_in_loops_that_store_behind_pointers),
		cmocka_unit_test(test_what_is_volatile),
		cmocka_unit_test(test_numbers_of_which_some_bytes_are_needed),
		cmocka_unit_test(test_numbers_that_are_known_anyway),
		cmocka_unit_test(test_what_is_used_where_nobody_comes),
		cmocka_unit_test(test_bits_that_nobody_needs),
		cmocka_unit_test(test_lanes_that_part_before_all_are_to_meet),
		cmocka_unit_test(test_lanes_that_come_to_a_case_in_several_ways),
		cmocka_unit_test(test_members_of_which_the_compiler_knows_more),
		cmocka_unit_test(test_functions_are_given_pointers_that_are_restricted),
		cmocka_unit_test(test_what_another_copy_has_loaded),
		cmocka_unit_test(test_addresses_that_a_loop_chooses_by_its_counter),
		cmocka_unit_test(test_accesses_that_are_wrong_in_several_ways),
		cmocka_unit_test(test_shared_memory_that_is_not_there),
		cmocka_unit_test(test_shared_variables_that_lie_side_by_side),
		cmocka_unit_test(test_shared_variables_that_get_one_constant),
		cmocka_unit_test(test_shared_variables_that_get_what_comes_to_one_constant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
