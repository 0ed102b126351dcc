/* Entry points in host code that no known code calls. */
#include "evaluate.h"

static struct evaluation e;

/* A divisor's replacement by a multiplication and a shift: numbers that are only valid together. */
#define DIVISION \
	"struct division { unsigned factor, shift, by; };\n" \
	"static division division_by(unsigned by) { unsigned shift = 0; while (shift < 32 && (1u << shift) < by) shift++;\n" \
	"  return {unsigned((1ull << 32) * ((1ull << shift) - by) / by + 1), shift, by}; }\n" \
	"__device__ unsigned divide(unsigned n, division d) { return (__umulhi(n, d.factor) + n) >> d.shift; }\n"

/* launched: the line of the launch; an assumed launch has the kernel's own line instead. */
static void
expect_store(const char *kernel, unsigned launched, unsigned line, double sectors)
{
	const struct launch *launch = launch_of_kernel(&e, kernel);
	const struct site *site = site_at(launch, line, SITE_STORE);
	assert_int_equal(launch->place.line, launched);
	assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
	expect_double(site->predicted.sectors / site->predicted.requests, sectors, 0.01);
}

/* A function that gets the kernel as an argument does not know it, so each of its callers is run, although they share
 * it. */
static void
test_kernels_that_are_handed_on(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void dense(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		"  if (i < n) p[i] = 1; }\n"
		"__global__ void sparse(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		"  if (i < n) p[8 * i] = 1; }\n"
		"template <class K, class... A> static void start(K kernel, int blocks, A... a) { kernel<<<blocks, 64>>>(a...); }\n"
		"void fill(float *p, int n) { start(dense, n / 64, p, n); }\n"
		"void spread(float *p, int n) { start(sparse, n / 64, p, n); }\n",
		NULL);
	expect_store("dense", 5, 2, 4);
	expect_store("sparse", 5, 4, 32);
	evaluation_free(&e);
}

/* Members of a record depend on each other in ways that an assumption does not know, so its constructor, in a caller's
 * caller, is run. */
static void
test_records_of_numbers(void **state)
{
	(void)state;
	evaluate(
		&e,
		DIVISION
		"__global__ void k(float *p, division d, int pitch) {\n"
		"  p[divide(blockIdx.x, d) * pitch + threadIdx.x] = 1; }\n"
		"static void launch(float *p, division d, const dim3 &grid, int pitch) { k<<<grid, 64>>>(p, d, pitch); }\n"
		"static void choose(float *p, division d, const dim3 &grid, int pitch) { launch(p, d, grid, pitch); }\n"
		"void rows(float *p, int width, int height, int pitch) { dim3 grid(height); choose(p, division_by(width), grid, pitch); }\n",
		NULL);
	expect_store("k", 7, 6, 4);
	assert_int_equal(launch_of_kernel(&e, "k")->grid[0], 1024);
	evaluation_free(&e);
}

/* A size in a caller's record is assumed as a parameter is; other numbers in it are not. */
static void
test_extents_of_records(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct matrix { int rows, pitch, shift; };\n"
	         "__global__ void k(float *p, matrix m) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < m.rows) {\n"
	         "    p[i * m.pitch] = 1;\n"
	         "    p[i << m.shift] = 1; } }\n"
	         "void fill(float *p, matrix m) { k<<<(m.rows + 63) / 64, 64>>>(p, m); }\n",
	         NULL);
	const struct launch *launch = launch_of_kernel(&e, "k");
	assert_int_equal(launch->grid[0], 16);
	assert_string_equal(launch->caveats.assumptions[0],
	                    "m.rows = 1024, m.pitch = 1024: no call in these files binds it");
	assert_true(site_at(launch, 4, SITE_STORE)->predicted.sectors /
	                    site_at(launch, 4, SITE_STORE)->predicted.requests ==
	            32);
	assert_int_equal(site_at(launch, 5, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

/* A number that a known caller sets is not assumed, and each caller has its own; a number that the caller passes on is
 * assumed. */
static void
test_numbers_of_callers(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, int n, int stride) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n) p[i * stride] = 1; }\n"
	         "static void start(float *p, int n, int stride) { k<<<(n + 63) / 64, 64>>>(p, n, stride); }\n"
	         "static void between(float *p, int n, int stride) { start(p, n, stride); }\n"
	         "void close(float *p, int n) { between(p, n, 1); }\n"
	         "void apart(float *p, int n) { between(p, n, 4); }\n",
	         NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	double sectors = 0;
	assert_int_equal(kernel->launch_count, 2);
	for (size_t i = 0; i < kernel->launch_count; i++) {
		const struct site *site = site_at(&kernel->launches[i], 2, SITE_STORE);
		assert_string_equal(kernel->launches[i].caveats.assumptions[0],
		                    "n = 65536: no call in these files binds it");
		sectors += site->predicted.sectors / site->predicted.requests;
	}
	expect_double(sectors, 4 + 16, 0.01);
	evaluation_free(&e);
}

/* The same for members of a method's object, including pointers, through as many calls as the classes pass it on. */
static void
test_objects(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct args { float *out; int pitch; };\n"
	         "__global__ void k(args a) { a.out[blockIdx.x * a.pitch + threadIdx.x] = 1; }\n"
	         "class operation { args a; int blocks;\n"
	         "public: operation(float *p, int blocks) : a{p, 32}, blocks(blocks) {}\n"
	         "  void launch() { k<<<blocks, 64>>>(a); }\n"
	         "  void run() { launch(); }\n"
	         "  void operator()() { run(); } };\n"
	         "void fill() { float *p; cudaMalloc(&p, 1 << 20); operation op(p, 48); op(); }\n"
	         "int main(int argc, char **argv) { if (argc > 1000) fill(); }\n",
	         NULL);
	expect_store("k", 5, 2, 4);
	assert_int_equal(launch_of_kernel(&e, "k")->grid[0], 48);
	evaluation_free(&e);
}

/* Two counts are no larger than their product has room for, and a hash does not count as one. */
static void
test_products_of_counts(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, int rows, int entries) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i >= rows * entries) return;\n"
	         "  p[i] = 1; }\n"
	         "void launch(float *p, int row_count, int entry_count) {\n"
	         "  k<<<row_count * entry_count / 256, 256>>>(p, row_count, entry_count); }\n"
	         "__global__ void l(float *p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n"
	         "void mix(float *p, unsigned count) { l<<<count / 256, 256>>>(p, count * 2654435761u); }\n",
	         NULL);
	expect_store("k", 5, 3, 4);
	assert_int_equal(launch_of_kernel(&e, "k")->grid[0], 1 << 22);
	assert_int_equal(launch_of_kernel(&e, "l")->grid[0], 4096);
	evaluation_free(&e);
}

/* If no caller reaches a launch, the function itself is run. */
static void
test_callers_that_come_to_nothing(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct shape { int rows, columns; };\n"
	         "__global__ void k(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n) p[i] = 1; }\n"
	         "void launch(float *p, shape s, int n) { k<<<n / 64, 64>>>(p, n); }\n"
	         "[[noreturn]] void refuse();\n"
	         "void never(float *p, int n) { if (n > 0) refuse(); launch(p, {n, n}, n); }\n",
	         NULL);
	expect_store("k", 4, 3, 4);
	evaluation_free(&e);
}

/* A program for another GPU rejects the predicted one, if main provides what its launch needs. */
static void
test_programs_for_another_gpu(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, int pitch) { p[blockIdx.x * pitch + threadIdx.x] = 1; }\n"
	         "int main() { cudaDeviceProp props; cudaGetDeviceProperties(&props, 0);\n"
	         "  if (props.major != 7 || props.minor > 2) return 0;\n"
	         "  float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  k<<<24, 64>>>(p, 32); }\n",
	         NULL);
	expect_store("k", 5, 1, 4);
	assert_int_equal(launch_of_kernel(&e, "k")->grid[0], 24);
	assert_string_equal(launch_of_kernel(&e, "k")->caveats.assumptions[0],
	                    "the program accepts a GPU of compute capability 9.0");
	evaluation_free(&e);
}

/* A launch may be a call, of a kernel named there or of one that is passed on. */
static void
test_launches_that_are_calls(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void named(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n) p[i] = 1; }\n"
	         "__global__ void handed(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n) p[8 * i] = 1; }\n"
	         "template <class K, class... A> static void start(K kernel, int blocks, A... a) {\n"
	         "  cudaLaunchConfig_t config = {}; config.gridDim = dim3(blocks); config.blockDim = dim3(64);\n"
	         "  cudaLaunchKernelEx(&config, kernel, a...); }\n"
	         "void spread(float *p, int n) { start(handed, n / 64, p, n); }\n"
	         "void fill(float *p, int n) { void *args[] = {&p, &n};\n"
	         "  cudaLaunchKernel((const void *)named, dim3(n / 64), dim3(64), args, 0, 0); }\n",
	         NULL);
	expect_store("named", 10, 2, 4);
	expect_store("handed", 7, 4, 32);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kernels_that_are_handed_on),
		cmocka_unit_test(test_records_of_numbers),
		cmocka_unit_test(test_extents_of_records),
		cmocka_unit_test(test_numbers_of_callers),
		cmocka_unit_test(test_objects),
		cmocka_unit_test(test_products_of_counts),
		cmocka_unit_test(test_callers_that_come_to_nothing),
		cmocka_unit_test(test_launches_that_are_calls),
		cmocka_unit_test(test_programs_for_another_gpu),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
