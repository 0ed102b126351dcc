/* Accesses whose machine code says more than the source: those on other lines, those that only the machine code has,
 * and those of kernels with lambda arguments. */
#define EVALUATE_COMPILED
#include "evaluate.h"

static struct evaluation e;

/* The launch's only site of this kind on the line to which profilers attribute it. */
static const struct site *
made_at(const struct launch *launch, unsigned line, enum site_kind kind, enum site_space space)
{
	const struct site *found = NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const struct place *place = site->code.line_info.file ? &site->code.line_info : &site->place;
		if (place->line != line || site->kind != kind || site->space != space)
			continue;
		assert_null(found);
		found = site;
	}
	assert_non_null(found);
	return found;
}

static void
test_a_hoisted_load_is_where_the_compiler_puts_it(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float4 *p, float *o, int n)\n"
	         "{ __shared__ float s[64];\n"
	         "  int i = blockIdx.x * 64 + threadIdx.x;\n"
	         "  float sum = 0;\n"
	         "  for (int tile = 0; tile < 8; tile++) {\n"
	         "    s[threadIdx.x] = o[tile * 64 + threadIdx.x];\n"
	         "    __syncthreads();\n"
	         "    for (int j = 0; j < 64; j++)\n"
	         "      sum += s[j] - p[i].x;\n"
	         "    __syncthreads(); }\n"
	         "  o[i] = sum; }\n"
	         "int main()\n"
	         "{ float4 *p; float *o; cudaMalloc(&p, 65536); cudaMalloc(&o, 65536);\n"
	         "  k<<<4, 64>>>(p, o, 8); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind == SITE_LOAD && launch->sites[i].space == SPACE_GLOBAL &&
		    launch->sites[i].place.line == 9)
			assert_true(launch->sites[i].predicted.requests < 8 * 8 * 64);
	evaluation_free(&e);
}

static void
test_what_only_the_compiler_makes_is_a_site(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *o)\n"
	         "{ float v = o[threadIdx.x];\n"
	         "  v = sinf(v);\n"
	         "  o[threadIdx.x] = v; }\n"
	         "int main()\n"
	         "{ float *o; cudaMalloc(&o, 4096);\n"
	         "  k<<<1, 32>>>(o); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	size_t of_code = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		of_code += site->code.is_only_here;
		assert_true(!site->code.is_only_here ||
		            (site->confidence == CONFIDENCE_UNKNOWN && *site->why && *site->id));
	}
	/* The table for reducing large arguments. */
	assert_int_equal(of_code, 1);
	assert_int_equal(made_at(launch, 4, SITE_STORE, SPACE_GLOBAL)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* On the line of one of its operands. Lanes of a copy that copy nothing participate. */
static void
test_assembly_is_known_by_its_code(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(float *out, const float4 *in)\n"
		"{ __shared__ float4 tile[64];\n"
		"  unsigned to = (unsigned)__cvta_generic_to_shared(tile) + 32 * threadIdx.x, r[2];\n"
		"  asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" ::\n"
		"    \"r\"(to),\n"
		"    \"l\"(in + 2 * threadIdx.x));\n"
		"  asm volatile(\"cp.async.wait_all;\"); __syncthreads();\n"
		"  asm volatile(\"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];\" : \"=r\"(r[0]), \"=r\"(r[1]) : \"r\"(to));\n"
		"  asm volatile(\"st.global.u32 [%0], %1;\" :: \"l\"(out + 2 * threadIdx.x), \"r\"(r[0] + r[1]));\n"
		"  asm volatile(\"red.global.add.s32 [%0], 1;\" :: \"l\"(out + 128)); }\n",
		"k<<<1, 32>>>(65536, 4096)");
	const struct launch *launch = first_launch(&e);
	static const struct {
		uint32_t line;
		enum site_kind kind;
		enum site_space space;
		double cost, ideal;
	} expected[] = {
		{6, SITE_LOAD, SPACE_GLOBAL, 32, 16},
		{8, SITE_LOAD, SPACE_SHARED, 4, 2},
		{9, SITE_STORE, SPACE_GLOBAL, 8, 4},
		{10, SITE_ATOMIC, SPACE_GLOBAL, 1, 1},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct site *site = made_at(launch, expected[i].line, expected[i].kind, expected[i].space);
		const bool shared = expected[i].space == SPACE_SHARED;
		assert_int_equal(site->confidence, CONFIDENCE_EXACT);
		assert_false(site->code.is_only_here);
		expect_double(site->predicted.requests, 1, 0);
		expect_double(shared ? site->predicted.wavefronts : site->predicted.sectors, expected[i].cost, 0);
		expect_double(shared ? site->predicted.ideal_wavefronts : site->predicted.ideal_sectors,
		              expected[i].ideal, 0);
	}
	evaluation_free(&e);
}

/* The two loads are on one line. */
static void
test_an_operand_is_not_distinguished_from_its_assembly(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *out, int *const *in)\n"
	         "{ int i = threadIdx.x, r;\n"
	         "  asm volatile(\"ld.global.u32 %0, [%1];\" : \"=r\"(r) : \"l\"(in[i]));\n"
	         "  out[i] = r; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	assert_int_not_equal(made_at(first_launch(&e), 3, SITE_LOAD, SPACE_GLOBAL)->confidence, CONFIDENCE_EXACT);
	assert_int_equal(made_at(first_launch(&e), 4, SITE_STORE, SPACE_GLOBAL)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* Next to copies to shared memory, ptxas generates loads that no lane ever executes. */
static void
test_what_never_executes_is_no_site(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *in, float *out, const int *rounds)\n"
	         "{ __shared__ float tile[32];\n"
	         "  int i = threadIdx.x;\n"
	         "  for (int r = 0; r < *rounds; r++) {\n"
	         "    unsigned to = (unsigned)__cvta_generic_to_shared(tile + i);\n"
	         "    asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" ::\"r\"(to), \"l\"(in + r * 32 + i));\n"
	         "    asm volatile(\"cp.async.commit_group;\");\n"
	         "    asm volatile(\"cp.async.wait_group 0;\");\n"
	         "    __syncthreads();\n"
	         "    out[r * 32 + i] = tile[31 - i]; } }\n",
	         "k<<<1, 32>>>(65536, 65536, 64)");
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_false(launch->sites[i].code.is_only_here);
	evaluation_free(&e);
}

static void
test_kernels_of_lambdas_are_compiled(void **state)
{
	(void)state;
	evaluate(&e,
	         "#define __CUDACC_EXTENDED_LAMBDA__\n"
	         "#define UNROLL #pragma unroll\n"
	         "template <class F> __global__ void apply(F f, int n)\n"
	         "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }\n"
	         "template <class F, class A> void launch(F f, int n, A more)\n"
	         "{ auto each = [=] __device__ (int i) { f(i, more); };\n"
	         "  apply<<<(n + 127) / 128, 128>>>(each, n); }\n"
	         "template <class T> struct scaler {\n"
	         "  T *x;\n"
	         "  template <bool twice, class B> void run(B by, int n)\n"
	         "  { typedef T type;\n"
	         "    constexpr int step = twice ? 2 : 1;\n"
	         "    T *to = x;\n"
	         "    launch([=] __device__ (int i, int k) {\n"
	         "      type v = 0;\n"
	         "      UNROLL\n"
	         "      for (int j = 0; j < step; j++)\n"
	         "        v += by;\n"
	         "      to[k * i] = v; }, n, 2); } };\n"
	         "int main()\n"
	         "{ scaler<float> a; cudaMalloc(&a.x, 65536);\n"
	         "  scaler<double> b; cudaMalloc(&b.x, 65536);\n"
	         "  a.run<true>(2, 1024);\n"
	         "  b.run<false>(2.0f, 1024); }\n",
	         NULL);
	assert_int_equal(e.facts.kernel_count, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct kernel *kernel = &e.facts.kernels[i];
		const struct site *store = made_at(&kernel->launches[0], 19, SITE_STORE, SPACE_GLOBAL);
		const bool is_double = strstr(kernel->template_args[0], "scaler<double>");
		assert_string_equal(kernel->resources.source, "nvrtc");
		assert_non_null(strstr(kernel->template_args[0], "::{lambda(int)#1}"));
		assert_int_equal(store->confidence, CONFIDENCE_EXACT);
		expect_double(store->predicted.sectors, 32 * (is_double ? 16 : 8), 1e-9);
	}
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_hoisted_load_is_where_the_compiler_puts_it),
		cmocka_unit_test(test_what_only_the_compiler_makes_is_a_site),
		cmocka_unit_test(test_assembly_is_known_by_its_code),
		cmocka_unit_test(test_an_operand_is_not_distinguished_from_its_assembly),
		cmocka_unit_test(test_what_never_executes_is_no_site),
		cmocka_unit_test(test_kernels_of_lambdas_are_compiled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
