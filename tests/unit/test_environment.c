/* What the runtime API reports to host code, and whether launches that depend on it rest on facts known only at run
 * time. */
#include "evaluate.h"

static struct evaluation e;
static int registers = -1; /* that the compiler uses for a thread */

static int
reported_registers(void *context, const struct ir_func *kernel)
{
	(void)context;
	assert_string_equal(kernel->name, "k");
	return registers;
}

static const struct launch *
only_launch(void)
{
	assert_int_equal(e.facts.kernel_count, 1);
	if (e.facts.kernels[0].launch_count != 1)
		fail_msg("%zu launches", e.facts.kernels[0].launch_count);
	return &e.facts.kernels[0].launches[0];
}

/* A program whose main begins with `code` and launches k<<<grid, block>>>. assumption: the beginning of its assumption;
 * NULL: none. */
static void
expect_launch(const char *gpu, const char *kernel, const char *code, uint32_t grid, uint32_t block,
              const char *assumption)
{
	char source[2048];
	snprintf(
		source, sizeof source,
		"%s void k(float *p) { %s }\n"
		"int main() { float *p; cudaMalloc(&p, 1 << 26); int grid = 1, block = 32;\n%s\nk<<<grid, block>>>(p); }\n",
		kernel,
		strstr(kernel, "tile")
			? "tile[threadIdx.x] = 1; __syncthreads(); p[threadIdx.x] = tile[31 - threadIdx.x];"
			: "p[threadIdx.x] = 1;",
		code);
	evaluate_with(&e, source, (struct eval_options){.gpu = gpu_find(gpu), .registers = {reported_registers, NULL}});
	const struct launch *launch = only_launch();
	if (launch->grid[0] != grid || launch->block[0] != block)
		fail_msg("%s: %u blocks of %u", code, (unsigned)launch->grid[0], (unsigned)launch->block[0]);
	if (assumption ? !launch->caveats.assumption_count || !strstr(launch->caveats.assumptions[0], assumption)
	               : launch->caveats.assumption_count > 0)
		fail_msg("%s: `%s`", code, launch->caveats.assumption_count ? launch->caveats.assumptions[0] : "");
	for (size_t i = 0; i < launch->site_count; i++)
		assert_true((launch->sites[i].confidence == CONFIDENCE_EXACT) == !assumption);
	evaluation_free(&e);
}

#define SEEK "cudaOccupancyMaxPotentialBlockSize(&grid, &block, k"
#define COUNT "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&grid, k"
#define REGISTERS "the registers of 'k'"

/* Block sizes and grid sizes, as the toolkit's calculator computes them for kernels with few registers. */
static void
test_occupancy(void **state)
{
	(void)state;
	expect_launch("H200", "__global__", SEEK ");", 2 * 132, 1024, REGISTERS);
	expect_launch("RTX 3090", "__global__", SEEK ");", 2 * 82, 768, REGISTERS);
	expect_launch("H200", "__global__", SEEK ", 0, 96);", 32 * 132, 64, REGISTERS);
	expect_launch("H200", "__global__ __launch_bounds__(192)", SEEK ");", 16 * 132, 128, REGISTERS);
	expect_launch("H200", "__global__", SEEK ", 100000);", 2 * 132, 1024, REGISTERS);
	expect_launch("H200", "__global__", SEEK ", 150000);", 132, 1024, REGISTERS);
	expect_launch("H200", "__global__", COUNT ", 256, 0);", 8, 32, REGISTERS);
	expect_launch("H200", "__global__", COUNT ", 256, 60000);", 3, 32, REGISTERS);
	expect_launch("H200", "__shared__ float tile[10240]; __global__", COUNT ", 256, 0);", 5, 32, REGISTERS);
}

/* If the compiler reports the number of registers, nothing is assumed. */
static void
test_occupancy_with_registers(void **state)
{
	(void)state;
	registers = 128;
	expect_launch("H200", "__global__", COUNT ", 256, 0);", 2, 32, NULL);
	expect_launch("H200", "__global__", SEEK ");", 132, 512, NULL);
	registers = 16;
	expect_launch("H200", "__global__", COUNT ", 256, 0);", 8, 32, NULL);
	expect_launch("H200", "__global__", SEEK ");", 2 * 132, 1024, NULL);
	registers = -1;
}

/* If launch bounds make registers irrelevant, or shared memory alone decides, the answer is certain. */
static void
test_sure_occupancy(void **state)
{
	(void)state;
	expect_launch("H200", "__global__ __launch_bounds__(1024, 2)", SEEK ");", 2 * 132, 1024, NULL);
	expect_launch("H200", "__global__ __launch_bounds__(256, 8)", COUNT ", 256, 0);", 8, 32, NULL);
	expect_launch("H200", "__global__ __launch_bounds__(256, 4)", COUNT ", 256, 0);", 8, 32, REGISTERS);
	expect_launch("H200", "__global__", COUNT ", 64, 200000);", 1, 32, NULL);
}

/* Facts that the GPU's model determines are certain; others are reported, and results that depend on them are
 * assumed. */
static void
test_devices(void **state)
{
	(void)state;
	expect_launch(
		"H200", "__global__",
		"cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); grid = d.multiProcessorCount; block = d.maxThreadsDim[2];",
		132, 64, NULL);
	expect_launch("H200", "__global__", "cudaDeviceGetAttribute(&block, cudaDevAttrMaxBlockDimZ, 0);", 1, 64, NULL);
	expect_launch("H200", "__global__", "cudaGetDeviceCount(&grid); if (grid == 0) return 1; grid = 7;", 7, 32,
	              NULL);
	expect_launch("H200", "__global__", "cudaGetDeviceCount(&grid);", 1, 32, NULL);
	expect_launch("H200", "__global__", "cudaDriverGetVersion(&block); grid = block >= 12000 ? 3 : 4; block = 32;",
	              3, 32, "the driver");
	expect_launch("H200", "__global__", "size_t f, t; cudaMemGetInfo(&f, &t); if (f < t / 2) grid = 5;", 1, 32,
	              "free");
	expect_launch("H200", "__global__",
	              "cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); if (d.pageableMemoryAccess) grid = 5;", 1, 32,
	              "pageableMemoryAccess");
	expect_launch("H200", "__global__", "cudaDeviceGetAttribute(&grid, cudaDevAttrEccEnabled, 0); grid++;", 2, 32,
	              "ECCEnabled");
	expect_launch("Orin", "__global__",
	              "cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); grid = d.integrated ? 3 : 4;", 3, 32, NULL);
}

/* A comparison with the same result for any memory size or driver makes nothing assumed; another comparison with the
 * same number does. */
static void
test_settled_comparisons(void **state)
{
	(void)state;
	expect_launch("H200", "__global__",
	              "cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); if (d.totalGlobalMem < 1u << 30) return 1;", 1,
	              32, NULL);
	expect_launch(
		"H200", "__global__",
		"cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); if ((int)(d.totalGlobalMem >> 20) >= 1000) grid = 5;",
		5, 32, NULL);
	expect_launch("H200", "__global__",
	              "cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); if (d.totalGlobalMem < 100ul << 30) grid = 5;",
	              1, 32, "totalGlobalMem");
	expect_launch("H200", "__global__", "cudaDriverGetVersion(&grid); if (grid < 5000) return 1; grid = 3;", 3, 32,
	              NULL);
	expect_launch("H200", "__global__",
	              "cudaDriverGetVersion(&grid); if (grid < 5000) return 1; grid = grid > 12000 ? 3 : 4;", 3, 32,
	              "the driver");
}

/* Memory that the GPU may not have, and row pitches that the GPU chooses. */
static void
test_allocations(void **state)
{
	(void)state;
	expect_launch("H200", "__global__", "cudaMalloc(&p, 1l << 45);", 1, 32, "35184372088832 bytes");
	expect_launch("H200", "__global__", "cudaMalloc(&p, 1l << 36);", 1, 32, NULL);
	expect_launch("RTX 3090", "__global__", "cudaMalloc(&p, 1l << 36);", 1, 32, "RTX 3090");
	expect_launch("H200", "__global__", "size_t pitch; cudaMallocPitch(&p, &pitch, 1000, 8); grid = pitch / 512;",
	              2, 32, "512 bytes");
	expect_launch("H200", "__global__", "size_t pitch; cudaMallocPitch(&p, &pitch, 1024, 8); grid = pitch / 512;",
	              2, 32, NULL);
}

/* A kernel gets them in a record or as an argument of its own; a kernel that does not need them has no assumption. */
static void
test_numbers_in_records(void **state)
{
	(void)state;
	static const char rows[] = "rows of pitched memory";
	static const struct {
		const char *access, *assumption;
	} cases[] = {
		{"((float *)((char *)i.part.rows + blockIdx.x * i.part.pitch))[threadIdx.x] = 1;", rows},
		{"for (int n = 0; n < i.limits[1]; n += 512) i.part.rows[32 * n + threadIdx.x] = 1;", rows},
		{"i.part.rows[threadIdx.x] = 1;", NULL},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char source[1024];
		snprintf(source, sizeof source,
		         "struct image { struct { float *rows; size_t pitch; } part; int limits[2]; };\n"
		         "__global__ void k(image i) { %s }\n"
		         "int main() { image i = {}; cudaMallocPitch(&i.part.rows, &i.part.pitch, 500, 64);\n"
		         "  i.limits[1] = i.part.pitch; k<<<8, 32>>>(i); }\n",
		         cases[i].access);
		evaluate(&e, source, NULL);
		const struct launch *launch = only_launch();
		const struct site *store = site_at(launch, 2, SITE_STORE);
		assert_int_equal(store->confidence, cases[i].assumption ? CONFIDENCE_ASSUMED : CONFIDENCE_EXACT);
		expect_double(store->predicted.sectors / store->predicted.requests, 4, 0.01);
		assert_true(!cases[i].assumption == !launch->caveats.assumption_count);
		if (cases[i].assumption)
			assert_non_null(strstr(launch->caveats.assumptions[0], cases[i].assumption));
		evaluation_free(&e);
	}
}

/* Copying an uncertain property assumes nothing; reading it does. */
static void
test_copies_of_properties(void **state)
{
	(void)state;
	expect_launch("H200", "__global__",
	              "cudaDeviceProp d[2], c; cudaGetDeviceProperties(&d[0], 0); c = d[0]; grid = c.major;", 9, 32,
	              NULL);
	expect_launch("H200", "__global__",
	              "cudaDeviceProp d[2], c; cudaGetDeviceProperties(&d[0], 0); c = d[0]; grid += c.ECCEnabled;", 2,
	              32, "ECCEnabled");
}

/* A launch that CUDA refuses only under an assumption is not reported as refused. */
static void
test_refused_by_assumption(void **state)
{
	static const char *const conditions[] = {"d.ECCEnabled", "d.major >= 9"};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char source[512];
		snprintf(
			source, sizeof source,
			"__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
			"int main() { float *p; cudaMalloc(&p, 1 << 20); cudaDeviceProp d; cudaGetDeviceProperties(&d, 0);\n"
			"  k<<<1, %s ? 2048 : 64>>>(p); }\n",
			conditions[i]);
		evaluate(&e, source, NULL);
		const struct kernel *kernel = &e.facts.kernels[0];
		assert_int_equal(kernel->refused_count, 1);
		assert_int_equal(kernel->refused[0].assumption != NULL, i == 0);
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_occupancy),
		cmocka_unit_test(test_occupancy_with_registers),
		cmocka_unit_test(test_sure_occupancy),
		cmocka_unit_test(test_devices),
		cmocka_unit_test(test_settled_comparisons),
		cmocka_unit_test(test_allocations),
		cmocka_unit_test(test_numbers_in_records),
		cmocka_unit_test(test_copies_of_properties),
		cmocka_unit_test(test_refused_by_assumption),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
