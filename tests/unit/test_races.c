/* Loads that no barrier orders with stores of other warps: nothing that depends on their values is exact. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

/* Of the last launch. */
static const struct site *
site_of_kind(unsigned line, enum site_kind kind)
{
	const struct kernel *kernel = &e.facts.kernels[0];
	return site_at(&kernel->launches[kernel->launch_count - 1], line, kind);
}

static void
expect_race(unsigned line, enum site_kind kind)
{
	const struct site *site = site_of_kind(line, kind);
	if (site->confidence == CONFIDENCE_EXACT)
		fail_msg("line %u is exact", line);
}

static void
expect_exact(unsigned line, enum site_kind kind)
{
	const struct site *site = site_of_kind(line, kind);
	if (site->confidence != CONFIDENCE_EXACT)
		fail_msg("line %u is not exact: %s", line, site->why);
}

static void
run(const char *kernel, const char *launches)
{
	char source[4096];
	const int length = snprintf(source, sizeof source,
	                            "%s\nint main() { int *p, *q; cudaMalloc(&p, 65536); "
	                            "cudaMalloc(&q, 65536); cudaMemset(p, 0, 65536); cudaMemset(q, 0, 65536);\n%s }\n",
	                            kernel, launches);
	assert_true(length > 0 && (size_t)length < sizeof source);
	evaluate_with(&e, source, (struct eval_options){.collects_contents = true});
}

static void
test_a_flag_that_other_blocks_set(void **state)
{
	(void)state;
	run("__global__ void k(int *flag, int *o)\n"
	    "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	    "  o[i + 4096] = i;\n"
	    "  if (*flag == 0) {\n"
	    "    *flag = 1;\n"
	    "    o[i] = 1; } }",
	    "k<<<4, 256>>>(p, q);");
	expect_exact(3, SITE_STORE);
	expect_exact(4, SITE_LOAD);
	expect_race(4, SITE_BRANCH);
	expect_race(5, SITE_STORE);
	expect_race(6, SITE_STORE);
	evaluation_free(&e);
}

static void
test_barriers_order(void **state)
{
	(void)state;
	static const char kernel[] = "__global__ void k(int *o)\n"
				     "{ __shared__ int s[256];\n"
				     "  int i = threadIdx.x;\n"
				     "  s[i] = i & 7;\n"
				     "  %s\n"
				     "  int a = s[255 - i];\n"
				     "  %s\n"
				     "  s[i] = 0;\n"
				     "  o[a * 32 + (i & 31)] = 1; }";
	static const char *const barriers[] = {"__syncthreads();", "__syncwarp();"};
	for (unsigned i = 0; i < 4; i++) {
		char source[1024];
		snprintf(source, sizeof source, kernel, barriers[i & 1], barriers[i >> 1]);
		run(source, "k<<<1, 256>>>(q);");
		if (i == 0)
			expect_exact(9, SITE_STORE);
		else
			expect_race(9, SITE_STORE);
		evaluation_free(&e);
	}
}

/* Other figures of the launch stay exact. */
static void
test_what_hangs_on_no_race(void **state)
{
	(void)state;
	run("__global__ void k(int *o, int *p)\n"
	    "{ __shared__ int s[256];\n"
	    "  int i = threadIdx.x;\n"
	    "  s[i] = i & 7;\n"
	    "  int a = s[255 - i];\n"
	    "  o[i * 2 + 8192] = i;\n"
	    "  o[a * 32 + (i & 31)] = 1;\n"
	    "  if (a > 3)\n"
	    "    p[i] = 1;\n"
	    "  __syncthreads();\n"
	    "  o[s[i] * 32] = 2; }",
	    "k<<<1, 256>>>(q, p);");
	expect_exact(4, SITE_STORE);
	expect_exact(6, SITE_STORE);
	expect_race(7, SITE_STORE);
	expect_race(9, SITE_STORE);
	expect_race(11, SITE_STORE);
	assert_non_null(strstr(site_of_kind(11, SITE_STORE)->why, "warps race for memory"));
	evaluation_free(&e);
}

/* A store after the load, and a value that passes through memory before it decides something. */
static void
test_a_store_that_comes_later(void **state)
{
	(void)state;
	run("__global__ void k(int *p, int *o)\n"
	    "{ __shared__ int s[256];\n"
	    "  int i = threadIdx.x;\n"
	    "  s[i] = p[(i + 32) & 255];\n"
	    "  p[i] = i;\n"
	    "  __syncthreads();\n"
	    "  o[s[i] * 8] = 1; }",
	    "k<<<1, 256>>>(p, q);");
	expect_race(7, SITE_STORE);
	evaluation_free(&e);
}

/* Memory with contents from before the launch that only the same block stores to. */
static void
test_a_race_within_a_block(void **state)
{
	(void)state;
	run("__global__ void k(int *p, int *o)\n"
	    "{ int i = threadIdx.x;\n"
	    "  int v = p[i + 32];\n"
	    "  p[i] = 1;\n"
	    "  o[v * 8 + i] = 1;\n"
	    "  o[i + 1024] = 2; }",
	    "k<<<1, 256>>>(p, q);");
	expect_exact(3, SITE_LOAD);
	expect_race(5, SITE_STORE);
	assert_non_null(strstr(site_of_kind(5, SITE_STORE)->why, "warps of a block"));
	expect_exact(6, SITE_STORE);
	evaluation_free(&e);
}

static void
test_a_record_that_others_store_to(void **state)
{
	(void)state;
	run("struct pair { int a, b; };\n"
	    "__global__ void k(pair *p, int *o)\n"
	    "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	    "  pair was = p[1023 - i];\n"
	    "  p[i] = pair{1, 2};\n"
	    "  if (was.a == 0)\n"
	    "    o[i] = 1; }",
	    "k<<<4, 256>>>((pair *)p, q);");
	expect_race(7, SITE_STORE);
	evaluation_free(&e);
}

/* A store to an unknown address may change what was loaded. */
static void
test_scattered_stores(void **state)
{
	(void)state;
	run("__global__ void k(int *p, const int *at, int *o)\n"
	    "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	    "  int v = p[i];\n"
	    "  p[at[i] & 1023] = 1;\n"
	    "  if (v == 0)\n"
	    "    o[i] = 1; }",
	    "int *r; cudaMalloc(&r, 4096); k<<<1, 256>>>(p, r, q);");
	expect_race(6, SITE_STORE);
	evaluation_free(&e);
}

/* The compiler rejects the launch, and drops its default arguments: the others still hold. */
static void
test_a_launch_with_too_few_arguments(void **state)
{
	(void)state;
	static const char source[] =
		"__global__ void k(int *o, int n, int *a = nullptr, int *b = nullptr, int *c = nullptr, int *d = nullptr)\n"
		"{ if (threadIdx.x < 16) o[threadIdx.x] = 1;\n"
		"  if (c) d[threadIdx.x] = b[threadIdx.x]; }\n"
		"int main() { int *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p, 4, missing(1).x); }";
	const struct frontend_options options = {
		.arch = "sm_90", .contents = source, .contents_length = sizeof source - 1};
	struct ir_unit *units[] = {&e.unit};
	const struct eval_options target = {.gpu = gpu_find("H200")};
	frontend_parse(&e.unit, "test.cu", &options);
	assert_int_equal(e.unit.problem_count, 1);
	eval_program(&e.facts, units, 1, &target, NULL);
	expect_double(site_of_kind(2, SITE_STORE)->predicted.requests, 1, 0);
	assert_int_equal(site_of_kind(3, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_flag_that_other_blocks_set),
		cmocka_unit_test(test_barriers_order),
		cmocka_unit_test(test_what_hangs_on_no_race),
		cmocka_unit_test(test_a_store_that_comes_later),
		cmocka_unit_test(test_a_race_within_a_block),
		cmocka_unit_test(test_a_record_that_others_store_to),
		cmocka_unit_test(test_scattered_stores),
		cmocka_unit_test(test_a_launch_with_too_few_arguments),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
