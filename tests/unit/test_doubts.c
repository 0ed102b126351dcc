/* Accesses that the compiler removes, narrows or moves in ways that are not modelled: none of their figures may be
 * exact. Similar accesses that it keeps must stay exact. tests/sass compares what nvcc 13.0 does with each. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_confidence(unsigned line, enum site_kind kind, enum confidence confidence)
{
	assert_int_equal(site_at(first_launch(&e), line, kind)->confidence, confidence);
}

#define expect_doubt(line, kind) expect_confidence((line), (kind), CONFIDENCE_ASSUMED)
#define expect_none(line, kind) expect_confidence((line), (kind), CONFIDENCE_EXACT)

/* Calls nested deeper than the limit make accesses that were not counted. */
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
		expect_confidence(4, SITE_STORE, CONFIDENCE_ASSUMED);
		assert_int_equal(first_launch(&e)->caveats.cut_call.line, deep ? 3 : 0);
		evaluation_free(&e);
	}
}

/* An invalid address of any lane is a fault; but a load under a condition accesses nothing else. */
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
	         "int main() { char *a; float *o; cudaMalloc(&a, 4096); cudaMalloc(&o, 4096); k<<<1, 32>>>(a, o); }\n",
	         NULL);
	const struct {
		unsigned line;
		enum site_kind kind;
		enum fault_kind fault;
	} expected[] = {
		{4, SITE_STORE, FAULT_BEFORE},  {5, SITE_STORE, FAULT_ALIGNMENT}, {6, SITE_STORE, FAULT_NONE},
		{9, SITE_LOAD, FAULT_PAST_END}, {12, SITE_LOAD, FAULT_PAST_END},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct site *site = site_at(first_launch(&e), expected[i].line, expected[i].kind);
		assert_int_equal(site->fault.kind, expected[i].fault);
		assert_int_equal(site->confidence == CONFIDENCE_EXACT, expected[i].line == 6);
	}
	evaluation_free(&e);
}

/* Memory that was certainly freed before; not memory that may have been, nor memory allocated there again. */
static void
test_memory_that_was_freed(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
		"int main(int argc, char **argv) { int *a, *b, *c; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); cudaMallocHost(&c, 4096);\n"
		"  k<<<1, 32>>>(a); cudaFree(a);\n"
		"  k<<<1, 32>>>(a);\n"
		"  if (atoi(argv[1]) > 3) cudaFree(b);\n"
		"  k<<<1, 64>>>(b);\n"
		"  for (int i = 0; i < 3; i++) { cudaMalloc(&a, 4096); k<<<1, 96>>>(a); cudaFree(a); }\n"
		"  cudaFreeHost(c); k<<<1, 128>>>(c); }\n",
		NULL);
	static const struct {
		uint32_t threads;
		enum fault_kind fault;
	} expected[] = {
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

/* A graph that frees its allocation has it again in its next launch. */
static void
test_memory_of_graphs(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
		"int main() { int *a; cudaStream_t s; cudaGraph_t g; cudaGraphExec_t x; cudaStreamCreate(&s);\n"
		"  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaMallocAsync(&a, 4096, s); cudaFreeAsync(a, s);\n"
		"  cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s);\n"
		"  k<<<1, 32, 0, s>>>(a); }\n",
		NULL);
	assert_int_equal(site_at(first_launch(&e), 1, SITE_STORE)->fault.kind, FAULT_NONE);
	evaluation_free(&e);
}

/* Host constants that device code names: the compiler rejects them, or substitutes their values. */
static void
test_constants_of_the_host_are_not_called_wrong(void **state)
{
	(void)state;
	evaluate(&e,
	         "constexpr int table[4] = {3, 1, 4, 1};\n"
	         "__global__ void k(int *o)\n"
	         "{ o[threadIdx.x] = table[threadIdx.x % 4]; }\n"
	         "int main() { int *o; cudaMalloc(&o, 4096); k<<<1, 32>>>(o); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_int_equal(launch->sites[i].fault.kind, FAULT_NONE);
	evaluation_free(&e);
}

/* A pointer derived from a __restrict__ one points to the same object. */
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

/* If one access has several faults, the worst is reported, with the farthest address, whichever block has it. */
static void
test_accesses_that_are_wrong_in_several_ways(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *a)\n"
	         "{ int b = blockIdx.x, t = threadIdx.x;\n"
	         "  a[b * 96 - 32 + t] = 1;\n"
	         "  a[160 - b * 96 + t] = 1; }\n"
	         "int main() { float *a; cudaMalloc(&a, 512); k<<<3, 32>>>(a); }\n",
	         NULL);
	for (unsigned line = 3; line < 5; line++) {
		const struct fault *fault = &site_at(first_launch(&e), line, SITE_STORE)->fault;
		assert_int_equal(fault->kind, FAULT_PAST_END);
		assert_int_equal(fault->at, 4 * 191);
		assert_int_equal(fault->block[0], line == 3 ? 2 : 0);
	}
	evaluation_free(&e);
}

/* The launch determines the size of dynamic shared memory, even if it does not give one. */
static void
test_shared_memory_that_is_not_there(void **state)
{
	(void)state;
	static const char source[] = "__global__ void k(float *p)\n"
				     "{ extern __shared__ float s[]; __shared__ float t[32];\n"
				     "  s[threadIdx.x] = 1;\n"
				     "  t[threadIdx.x] = 2;\n"
				     "  __syncthreads();\n"
				     "  p[threadIdx.x] = s[0] + t[0]; }\n";
	static const struct {
		const char *launch, *why;
	} of_s[] = {
		{"k<<<1, 64>>>(4096)",
	         "it accesses memory beyond the end of dynamic shared memory (0 bytes in this launch)"},
		{"k<<<1, 64, 128>>>(4096)",
	         "it accesses memory beyond the end of dynamic shared memory (128 bytes in this launch)"},
		{"k<<<1, 64, 256>>>(4096)", ""},
	};
	for (unsigned i = 0; i < sizeof of_s / sizeof *of_s; i++) {
		evaluate(&e, source, of_s[i].launch);
		assert_string_equal(site_at(first_launch(&e), 3, SITE_STORE)->why, of_s[i].why);
		assert_int_equal(site_at(first_launch(&e), 3, SITE_STORE)->fault.kind,
		                 *of_s[i].why ? FAULT_PAST_END : FAULT_NONE);
		assert_string_equal(site_at(first_launch(&e), 4, SITE_STORE)->why,
		                    "it accesses memory beyond the end of 't' (128 bytes)");
		evaluation_free(&e);
	}
	/* For an assumed launch it is as large as the kernel needs. */
	evaluate(&e, source, NULL);
	assert_int_equal(site_at(first_launch(&e), 3, SITE_STORE)->fault.kind, FAULT_NONE);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_calls_itself_without_end_in_sight),
		cmocka_unit_test(test_accesses_that_are_wrong_in_any_lane),
		cmocka_unit_test(test_memory_that_was_freed),
		cmocka_unit_test(test_memory_of_graphs),
		cmocka_unit_test(test_constants_of_the_host_are_not_called_wrong),
		cmocka_unit_test(test_functions_are_given_pointers_that_are_restricted),
		cmocka_unit_test(test_accesses_that_are_wrong_in_several_ways),
		cmocka_unit_test(test_shared_memory_that_is_not_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
