/* Properties of the machine code's accesses, other than their figures: repeated accesses of loops, generic
 * instructions, widths, and arrays in local memory. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

static const struct local_array *
array_named(const struct launch *launch, const char *name)
{
	for (size_t i = 0; i < launch->local_memory.array_count; i++)
		if (strcmp(launch->local_memory.arrays[i].name, name) == 0)
			return &launch->local_memory.arrays[i];
	return NULL;
}

static bool
is_in_memory(const char *kernel, const char *array)
{
	const struct local_array *found = array_named(launch_of_kernel(&e, kernel), array);
	return found && found->is_in_memory;
}

static void
test_repeated_accesses_are_those_that_the_compiler_makes(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void aliased(float *sum, const float *a, int n)\n"
		"{ int t = blockIdx.x * 64 + threadIdx.x;\n"
		"  for (int k = 0; k < n; k++)\n"
		"    sum[t] += a[k * 4096 + t]; }\n"
		"__global__ void restricted(float *__restrict__ sum, const float *__restrict__ a, int n)\n"
		"{ int t = blockIdx.x * 64 + threadIdx.x;\n"
		"  for (int k = 0; k < n; k++)\n"
		"    sum[t] += a[k * 4096 + t]; }\n"
		"__global__ void as_long_as_data_says(float *sum, const float *a, const int *n)\n"
		"{ __shared__ float part[64];\n"
		"  int t = threadIdx.x;\n"
		"  for (int r = 0; r < *n; r++) {\n"
		"    part[t] = a[r * 64 + t];\n"
		"    __syncthreads();\n"
		"    for (int k = 0; k < 64; k++)\n"
		"      sum[t] += sqrtf(part[k]);\n"
		"    __syncthreads(); } }\n"
		"int main()\n"
		"{ float *sum, *a; int *n; cudaMalloc(&sum, 4096 * 4); cudaMalloc(&a, 100 * 4096 * 4); cudaMalloc(&n, 4);\n"
		"  aliased<<<64, 64>>>(sum, a, 100);\n"
		"  restricted<<<64, 64>>>(sum, a, 100);\n"
		"  as_long_as_data_says<<<1, 64>>>(sum, a, n); }\n",
		NULL);
	expect_double(site_at(launch_of_kernel(&e, "aliased"), 4, SITE_STORE)->loop.repeated, 0.99, 1e-9);
	expect_double(site_at(launch_of_kernel(&e, "restricted"), 8, SITE_STORE)->loop.repeated, 0, 1e-9);
	/* Its number of executions is unknown, but it comes after the loop that reads shared memory. */
	const struct site *store = site_at(launch_of_kernel(&e, "as_long_as_data_says"), 16, SITE_STORE);
	assert_true(store->source.requests > 0 && store->code.share.requests > 0);
	expect_double(store->loop.repeated, 0, 1e-9);
	evaluation_free(&e);
}

static void
test_generic_accesses_are_those_of_the_machine_code(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void either(float *out, const float *in, int n, bool staged)\n"
	         "{ __shared__ float tile[256];\n"
	         "  const float *from = in;\n"
	         "  if (staged) {\n"
	         "    tile[threadIdx.x] = in[threadIdx.x];\n"
	         "    __syncthreads();\n"
	         "    from = tile; }\n"
	         "  float sum = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    sum += from[(threadIdx.x ^ k) % 256];\n"
	         "  out[threadIdx.x] = sum; }\n"
	         "__device__ __noinline__ float sum_of(const float *from, int n)\n"
	         "{ float sum = 0;\n"
	         "  for (int k = 0; k < n; k++)\n"
	         "    sum += from[(threadIdx.x ^ k) % 256];\n"
	         "  return sum; }\n"
	         "__global__ void twice(float *out, const float *in, int n)\n"
	         "{ __shared__ float tile[256];\n"
	         "  tile[threadIdx.x] = in[threadIdx.x];\n"
	         "  __syncthreads();\n"
	         "  out[threadIdx.x] = sum_of(tile, n) + sum_of(in, n); }\n"
	         "int main()\n"
	         "{ float *out, *in; cudaMalloc(&out, 1024); cudaMalloc(&in, 1024);\n"
	         "  either<<<1, 256>>>(out, in, 64, true);\n"
	         "  twice<<<1, 256>>>(out, in, 64); }\n",
	         NULL);
	const struct site *load = site_at(launch_of_kernel(&e, "either"), 10, SITE_LOAD);
	expect_double(load->code.share.generic, 8 * 64, 1e-9);
	expect_double(load->demand.generic, 8 * 64, 1e-9);
	expect_double(load->code.share.width, 4, 1e-9);
	assert_false(load->code.share.is_called || load->code.share.is_mixed);
	/* The pointer of the tile's own store is not generic. */
	expect_double(site_at(launch_of_kernel(&e, "either"), 5, SITE_STORE)->code.share.generic, 0, 1e-9);
	/* Two callers pass different memories. */
	bool is_called = false;
	const struct launch *twice = launch_of_kernel(&e, "twice");
	for (size_t i = 0; i < twice->site_count; i++)
		is_called |= twice->sites[i].place.line == 15 && twice->sites[i].code.share.is_called &&
		             twice->sites[i].code.share.generic > 0;
	assert_true(is_called);
	evaluation_free(&e);
}

static void
test_arrays_are_where_the_compiler_has_them(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void by_data(int *out, const int *in)\n"
	         "{ int counts[16], same[4];\n"
	         "  for (int i = 0; i < 16; i++)\n"
	         "    counts[i] = 0;\n"
	         "  for (int i = 0; i < 4; i++)\n"
	         "    same[i] = in[i];\n"
	         "  for (int i = 0; i < 64; i++)\n"
	         "    counts[in[i] & 15]++;\n"
	         "  int sum = 0;\n"
	         "  for (int i = 0; i < 4; i++)\n"
	         "    sum += same[i];\n"
	         "  for (int i = 0; i < 16; i++)\n"
	         "    sum = 3 * sum + counts[i];\n"
	         "  out[threadIdx.x] = sum; }\n"
	         "__global__ void rolled(int *out, const int *in, int n)\n"
	         "{ int part[64];\n"
	         "#pragma unroll 1\n"
	         "  for (int i = 0; i < 64; i++)\n"
	         "    part[i] = in[i * 64 + threadIdx.x];\n"
	         "  int sum = 0;\n"
	         "#pragma unroll 1\n"
	         "  for (int i = 63; i >= 0; i--)\n"
	         "    sum = 3 * sum + part[i];\n"
	         "  out[threadIdx.x] = sum; }\n"
	         "int main()\n"
	         "{ int *out, *in; cudaMalloc(&out, 1024); cudaMalloc(&in, 65536);\n"
	         "  by_data<<<1, 64>>>(out, in);\n"
	         "  rolled<<<1, 64>>>(out, in, 1); }\n",
	         NULL);
	assert_true(is_in_memory("by_data", "counts"));
	assert_false(is_in_memory("by_data", "same"));
	assert_true(is_in_memory("rolled", "part"));
	/* 64 words are stored and loaded, by whole warps. */
	expect_double(array_named(launch_of_kernel(&e, "rolled"), "part")->requests, 2 * 2 * 64, 1e-9);
	const struct array_traffic *moved = &launch_of_kernel(&e, "rolled")->local_memory.of_arrays;
	expect_double(moved->load_lines + moved->store_lines, 2 * 2 * 64, 1e-9);
	evaluation_free(&e);
}

/* A constructor in the toolkit's header copies a pair of halves. */
static void
test_accesses_in_headers_are_those_of_the_line_that_calls_them(void **state)
{
	(void)state;
	evaluate(
		&e,
		"#include <cuda_fp16.h>\n"
		"__global__ void sum(const __half2 *a, const __half2 *b, __half2 *o)\n"
		"{ int t = blockIdx.x * 64 + threadIdx.x;\n"
		"  __half2 x = a[2 * t];\n"
		"  o[t] = __hadd2(x, b[t]); }\n"
		"__global__ void scale(const __half2 *a, const float *f, float *o)\n"
		"{ int t = blockIdx.x * 64 + threadIdx.x;\n"
		"  o[t] = f[t] * __high2float(a[t]); }\n"
		"int main()\n"
		"{ __half2 *a, *b, *o; float *f; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); cudaMalloc(&o, 1 << 20);\n"
		"  cudaMalloc(&f, 1 << 20);\n"
		"  sum<<<64, 64>>>(a, b, o);\n"
		"  scale<<<64, 64>>>(a, f, (float *)o); }\n",
		NULL);
	const struct launch *launch = launch_of_kernel(&e, "sum");
	const struct site *strided = site_at(launch, 4, SITE_LOAD), *plain = site_at(launch, 5, SITE_LOAD);
	assert_int_equal(strided->confidence, CONFIDENCE_EXACT);
	assert_int_equal(plain->confidence, CONFIDENCE_EXACT);
	assert_string_equal(strided->code.line_info.file + strlen(strided->code.line_info.file) - strlen("cuda_fp16.h"),
	                    "cuda_fp16.h");
	expect_double(strided->predicted.sectors, 128 * 8, 1e-9);
	expect_double(plain->predicted.sectors, 128 * 4, 1e-9);
	/* The float's load is on the line itself. */
	const struct launch *scale = launch_of_kernel(&e, "scale");
	for (size_t i = 0; i < scale->site_count; i++)
		assert_int_equal(scale->sites[i].confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* The compiler selects what is stored to each tile, and attributes both stores to the loop's line. */
static void
test_a_line_that_several_accesses_are_moved_to(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void product(const float *a, const float *b, float *c, int n)\n"
	         "{ __shared__ float as[16][16], bs[16][16];\n"
	         "  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;\n"
	         "  float sum = 0;\n"
	         "  for (int t = 0; t < (n + 15) / 16; t++) {\n"
	         "    if (row < n && t * 16 + tx < n)\n"
	         "      as[ty][tx] = a[row * n + t * 16 + tx];\n"
	         "    else\n"
	         "      as[ty][tx] = 0;\n"
	         "    if (col < n && t * 16 + ty < n)\n"
	         "      bs[ty][tx] = b[(t * 16 + ty) * n + col];\n"
	         "    else\n"
	         "      bs[ty][tx] = 0;\n"
	         "    __syncthreads();\n"
	         "    for (int k = 0; k < 16; k++)\n"
	         "      sum += as[ty][k] * bs[k][tx];\n"
	         "    __syncthreads(); }\n"
	         "  if (row < n && col < n)\n"
	         "    c[row * n + col] = sum; }\n"
	         "int main()\n"
	         "{ float *a, *b, *c; cudaMalloc(&a, 1 << 22); cudaMalloc(&b, 1 << 22); cudaMalloc(&c, 1 << 22);\n"
	         "  product<<<dim3(32, 32), dim3(16, 16)>>>(a, b, c, 512); }\n",
	         NULL);
	const struct launch *launch = launch_of_kernel(&e, "product");
	const struct site *of_a = site_at(launch, 7, SITE_STORE), *of_b = site_at(launch, 11, SITE_STORE);
	assert_true(of_a->code.is_moved && of_b->code.is_moved);
	assert_int_equal(of_a->confidence, CONFIDENCE_EXACT);
	assert_int_equal(of_b->confidence, CONFIDENCE_EXACT);
	expect_double(of_a->predicted.requests, 1024 * 8 * 32, 1e-9);
	expect_double(of_b->predicted.requests, 1024 * 8 * 32, 1e-9);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_false(launch->sites[i].code.is_only_here);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_repeated_accesses_are_those_that_the_compiler_makes),
		cmocka_unit_test(test_generic_accesses_are_those_of_the_machine_code),
		cmocka_unit_test(test_arrays_are_where_the_compiler_has_them),
		cmocka_unit_test(test_a_line_that_several_accesses_are_moved_to),
		cmocka_unit_test(test_accesses_in_headers_are_those_of_the_line_that_calls_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
