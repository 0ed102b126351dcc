/* The evaluator: the costs of programs, by class of construct. */
#include "evaluate.h"

static struct evaluation e;

static void
test_an_unknown_argument_is_no_number(void **state)
{
	(void)state;
	const char *source = "#include <cstdio>\n"
			     "__global__ void k(float *p, int step) { p[threadIdx.x * step] = 1; }\n"
			     "int main()\n"
			     "{ float *a;\n"
			     "  int n;\n"
			     "  cudaMalloc(&a, 4096);\n"
			     "  scanf(\"%d\", &n);\n"
			     "  k<<<1, 32>>>(a, n);\n"
			     "  for (int step = 0; step < 4; step++)\n"
			     "    k<<<1, 32>>>(a, step);\n"
			     "  return 0; }\n";
	evaluate(&e, source, NULL);
	assert_int_equal(e.facts.kernels[0].launch_count, 5);
	evaluation_free(&e);
}

static const char option_program[] =
	"#include <getopt.h>\n"
	"#include <cstdio>\n"
	"#include <cstdlib>\n"
	"__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
	"int elsewhere(float **out);\n"
	"int main(int argc, char *argv[])\n"
	"{ int n = 1, m = 1, option;\n"
	"  static struct option all[] = {{\"size\", required_argument, NULL, 's'}, {0, 0, 0, 0}};\n"
	"  while ((option = getopt_long(argc, argv, \"s:\", all, NULL)) != -1) {\n"
	"    switch (option) {\n"
	"    case 's': n = atoi(optarg); break;\n"
	"    default: exit(1);\n"
	"    }\n"
	"  }\n"
	"  if (optind < argc) sscanf(argv[optind], \"%d\", &m);\n"
	"  float *h, *d;\n"
	"  if (elsewhere(&h) != 0) exit(1);\n"
	"  cudaMalloc(&d, 1024);\n"
	"  k<<<n, m>>>(d);\n"
	"  return 0; }\n";

static void
test_options_of_the_program(void **state)
{
	(void)state;
	const char *const argv[] = {"--size", "12", "64"};
	evaluate_with(&e, option_program, (struct eval_options){.argv = argv, .argc = 3});
	assert_int_equal(first_launch(&e)->grid[0], 12);
	assert_int_equal(first_launch(&e)->block[0], 64);
	assert_int_equal(first_launch(&e)->origin, LAUNCH_SOURCE);
	evaluation_free(&e);
}

static void
test_assertions_choose_assumptions(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cassert>\n"
	         "__global__ void k(float *p, int count) { p[threadIdx.x] = count; }\n"
	         "void run(float *p, int count)\n"
	         "{ assert(count <= 512);\n"
	         "  k<<<1, count>>>(p, count); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(launch->origin, LAUNCH_ASSUMED);
	assert_true(launch->caveats.assumption_count > 0);
	assert_int_equal(launch->block[0], 256);
	evaluation_free(&e);
}

static void
expect_same_branch(const struct site *a, const struct site *b)
{
	assert_int_equal(a->branch.form, b->branch.form);
	expect_double(a->branch.arm_warps, b->branch.arm_warps, 1e-9);
	expect_double(a->branch.arm_lanes, b->branch.arm_lanes, 1e-9);
	expect_double(a->branch.whole_warps, b->branch.whole_warps, 1e-9);
	assert_true(isinf(a->branch.arm_instructions) && isinf(b->branch.arm_instructions));
	assert_false(isnan(a->branch.arm_work.instructions));
	if (isinf(a->branch.arm_instructions))
		assert_true(fabs(a->branch.arm_work.instructions / b->branch.arm_work.instructions - 1) < 0.25);
}

/* If some lanes leave, the code after that for the others is an arm like that of an if. */
static void
test_what_is_behind_a_jump_is_a_side(void **state)
{
	(void)state;
	struct evaluation e;
	static const char *const written[][2] = {
		{"for (int k = 0; k < 8; k++) {\n if ((i + k) % 4 == 0) {\n for (int j = 0; j < n; j++) v = v * v + 1; } }",
	         "for (int k = 0; k < 8; k++) {\n if ((i + k) % 4)\n continue; for (int j = 0; j < n; j++) v = v * v + 1; }"},
		{"\n if (i % 4 == 0) {\n for (int j = 0; j < n; j++) v = v * v + 1; p[i] = v; }",
	         "\n if (i % 4)\n return; for (int j = 0; j < n; j++) v = v * v + 1; p[i] = v;"},
	};
	for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
		struct site sites[2];
		for (size_t k = 0; k < 2; k++) {
			char source[512];
			snprintf(
				source, sizeof source,
				"__global__ void k(float *p, int n) { int i = threadIdx.x; float v = p[i]; %s\n p[i] = v; }",
				written[i][k]);
			evaluate(&e, source, "k<<<1, 64>>>(4096, 100)");
			sites[k] = *site_at(first_launch(&e), 2, SITE_BRANCH);
			evaluation_free(&e);
		}
		expect_same_branch(&sites[1], &sites[0]);
	}
}

/* An if that ends a loop is the loop's condition: lanes that have left are inactive while others iterate. */
static void
test_who_leaves_a_loop_is_off_until_its_end(void **state)
{
	(void)state;
	struct evaluation e;
	static const char *const loops[] = {
		"int k = 0;\n while (k < i % 32) { v = v * v + 1; k++; }",
		"for (int k = 0; ; k++) {\n if (k >= i % 32) break; v = v * v + 1; }",
		"for (int k = 0; k < 100; k++) {\n if (k >= i % 32) break; v = v * v + 1; }",
		"for (int k = 0; ; k++) {\n if (k < i % 32) v = v * v + 1; else break; }",
		"for (int k = 0; ; k++) {\n if (k >= i % 32) { p[i] = v; return; } v = v * v + 1; }",
	};
	struct site first = {.id = NULL};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char source[512];
		snprintf(source, sizeof source,
		         "__global__ void k(float *p) { int i = threadIdx.x; float v = p[i]; %s\n p[i] = v; }",
		         loops[i]);
		evaluate(&e, source, "k<<<1, 64>>>(4096)");
		const struct site *site = site_at(first_launch(&e), 2, SITE_BRANCH);
		assert_int_equal(site->branch.form, BRANCH_LOOP);
		first = i ? first : *site;
		expect_double(site->branch.arm_warps, first.branch.arm_warps, 1e-9);
		expect_double(site->branch.arm_lanes, first.branch.arm_lanes, 1e-9);
		expect_double(site->branch.whole_warps, first.branch.whole_warps, 1e-9);
		assert_true(site->branch.arm_work.instructions > 0 && site->branch.arm_instructions == INFINITY);
		evaluation_free(&e);
	}
}

/* Two kernels may load the same number: the reason reported to each is on its own line. */
static void
test_data_is_loaded_where_its_kernel_loads_it(void **state)
{
	(void)state;
	evaluate(&e,
	         "extern __device__ int data[64];\n"
	         "__global__ void first(float *x)\n"
	         "{ x[data[threadIdx.x]] = 1; }\n"
	         "__global__ void second(float *x)\n"
	         "{ x[data[threadIdx.x]] = 2; }\n"
	         "int main() { float *x; cudaMalloc(&x, 4096);\n"
	         "  first<<<1, 64>>>(x); second<<<1, 64>>>(x); }\n",
	         NULL);
	assert_int_equal(e.facts.kernel_count, 2);
	for (size_t i = 0; i < e.facts.kernel_count; i++) {
		const bool is_first = !strcmp(e.facts.kernels[i].name, "first");
		const struct site *store = site_at(&e.facts.kernels[i].launches[0], is_first ? 3 : 5, SITE_STORE);
		assert_non_null(strstr(store->why, is_first ? "loaded at line 3)" : "loaded at line 5)"));
	}
	evaluation_free(&e);
}

static void
expect_unreached(const struct kernel *kernel, unsigned line, const char *why)
{
	for (size_t i = 0; i < kernel->unreached_count; i++) {
		if (kernel->unreached[i].place.line != line)
			continue;
		assert_string_equal(kernel->unreached[i].why, why);
		return;
	}
	fail_msg("line %u is not among those that were not reached", line);
}

/* Memory that a statement without a model may have written is unknown, and the launch reports what it leaves out. */
static void
test_what_is_left_out_is_reported(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(int *v, int n) {\n"
	         "  int x = threadIdx.x, y = threadIdx.x;\n"
	         "  switch (n) { case 5: { for (;;) { x *= 2;\n"
	         "  case 6: x *= 4; break; } } }\n"
	         "  v[x] = 1;\n"
	         "  v[y] = 1; }\n",
	         "k<<<1, 32>>>(4096, 6)");
	const struct launch *launch = first_launch(&e);
	assert_true(site_at(launch, 5, SITE_STORE)->confidence > CONFIDENCE_ASSUMED);
	assert_int_equal(site_at(launch, 6, SITE_STORE)->confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(launch->caveats.assumption_count, 1);
	assert_int_equal(e.facts.files[0].status, FILE_PARTIAL);
	assert_int_equal(e.facts.files[0].problem_count, 1);
	assert_int_equal(e.facts.files[0].problems[0].place.line, 3);
	assert_int_equal(e.facts.files[0].problems[0].severity, SEVERITY_WARNING);
	evaluation_free(&e);
}

static void
test_accesses_that_nothing_came_to_are_listed(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__device__ float helper(const float *q) {\n"
			     "  return q[1]; }\n"
			     "__device__ void never(float &x) { float y[2]; y[0] = x; }\n"
			     "__global__ void k(float *p, int n) {\n"
			     "  int i = threadIdx.x;\n"
			     "  if (n > 5)\n"
			     "    p[i] = helper(p);\n"
			     "  else\n"
			     "    p[i] = 1;\n"
			     "  for (int j = 9; j < n; j++)\n"
			     "    p[j] = 2;\n"
			     "  float v = n > 4 && p[3] > 0 ? 1.0f : p[5];\n"
			     "  switch (n) { case 4: p[6] = v; break;\n"
			     "  case 7: p[7] = v; }\n"
			     "  never(v);\n"
			     "  return;\n"
			     "  p[8] = 3;\n"
			     "}\n";
	evaluate(&e, source, "k<<<1, 32>>>(4096, 4)");
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->access_count, 9);
	assert_int_equal(kernel->unreached_count, 6);
	expect_unreached(kernel, 7, "the condition at line 6 was never true");
	expect_unreached(kernel, 2, "the condition at line 6 was never true");
	expect_unreached(kernel, 11, "the loop at line 10 was never entered");
	expect_unreached(kernel, 12, "the operand before && at line 12 was never true");
	expect_unreached(kernel, 14, "no evaluated value selects this case of the switch at line 13");
	expect_unreached(kernel, 17, "no evaluated thread gets past the statement before it");
	evaluation_free(&e);

	/* Code that the compiler removes from an instance has no accesses. */
	evaluate(&e,
	         "template <int n> __global__ void k(int *p) {\n"
	         "  if (n >= 64) p[1] = 2;\n"
	         "  p[threadIdx.x] = n > 64 ? p[64] : 1; }\n"
	         "template __global__ void k<32>(int *);\n",
	         "k<32><<<1, 32>>>(4096)");
	assert_int_equal(e.facts.kernels[0].access_count, 1);
	assert_int_equal(e.facts.kernels[0].unreached_count, 0);
	evaluation_free(&e);

	/* One launch may reach code that another does not. */
	evaluate(&e,
	         "__global__ void k(float *p, int n) {\n"
	         "  if (n) p[threadIdx.x] = 1;\n"
	         "  else p[threadIdx.x] = 2;\n"
	         "}\n"
	         "void run(float *p) { k<<<1, 32>>>(p, 0); k<<<1, 32>>>(p, 1); }\n",
	         NULL);
	assert_int_equal(e.facts.kernels[0].access_count, 2);
	assert_int_equal(e.facts.kernels[0].unreached_count, 0);
	evaluation_free(&e);
}

static void
test_loops_may_do_later_what_they_have_not_done_yet(void **state)
{
	(void)state;
	/* Host: n is counted under a condition that is first true in the 20th iteration. */
	evaluate(&e,
	         "__global__ void k(float *p, int n) { p[threadIdx.x * n] = 1; }\n"
	         "int main()\n"
	         "{ int n = 0; float *d;\n"
	         "  for (int i = 0; i < 1000000000; i++) { if (i % 20 == 19) n++; }\n"
	         "  cudaMalloc(&d, 1 << 20);\n"
	         "  k<<<1, 32>>>(d, n); }\n",
	         NULL);
	assert_string_equal(first_launch(&e)->data.arguments[1].text, "unknown");
	assert_int_not_equal(site_at(first_launch(&e), 1, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
	/* Device: s changes in one iteration in the middle, which depends on the counter or not. That iteration is not
	 * run. */
	evaluate(&e,
	         "__global__ void k(float *p, int n)\n"
	         "{ int s = 1;\n"
	         "  for (int j = 0; j < n; j++) if (j == 4321) s = 8;\n"
	         "  p[threadIdx.x * s] = 1; }\n",
	         "k<<<1, 32>>>(4096, 10000)");
	assert_int_not_equal(site_at(first_launch(&e), 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
	evaluate(&e,
	         "__global__ void k(float *p, const int *d, int n)\n"
	         "{ int s = 1;\n"
	         "  for (int j = 0; j < n; j++) if (d[j] == 4321) s = 8;\n"
	         "  p[threadIdx.x * s] = 1; }\n",
	         "k<<<1, 32>>>(4096, 65536, 10000)");
	assert_int_not_equal(site_at(first_launch(&e), 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

static void
test_long_loops_keep_what_they_only_read(void **state)
{
	(void)state;
	/* The size is read through a method that returns a reference, under a varying condition. */
	evaluate(&e,
	         "__global__ void k(float *p) { p[blockIdx.x * 128 + threadIdx.x] = 1; }\n"
	         "struct mesh { int elements; int *region;\n"
	         "  mesh(int n) : elements(n), region(new int[n]) {}\n"
	         "  int &count() { return elements; }\n"
	         "  int &of(int i) { return region[i]; }\n"
	         "  void number() { int next = 0;\n"
	         "    while (next < 5000 && next < count()) { of(next) = next; next++; } } };\n"
	         "int main() {\n"
	         "  mesh *m = new mesh(128 * 640);\n"
	         "  m->number();\n"
	         "  float *p; cudaMalloc(&p, m->count() * sizeof *p);\n"
	         "  k<<<m->count() / 128, 128>>>(p); }\n",
	         NULL);
	assert_int_equal(first_launch(&e)->grid[0], 640);
	assert_int_equal(first_launch(&e)->caveats.assumption_count, 0);
	evaluation_free(&e);
}

/* A launch that CUDA refuses is reported and costs nothing; a kernel's other launches are reported as usual. */
static void
test_launches_that_cannot_be(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  k<<<100 / 256, 256>>>(p);\n"
	         "  k<<<1, 2048>>>(p);\n"
	         "  for (int i = 0; i < 3; i++) k<<<2, 64>>>(p), k<<<2, 1025>>>(p); }\n",
	         NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, 1);
	assert_int_equal(kernel->launches[0].place.line, 5);
	assert_int_equal(kernel->refused_count, 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(kernel->refused[i].place.line, 3 + i);
	assert_non_null(strstr(kernel->refused[0].why, "a grid of 0 blocks"));
	assert_non_null(strstr(kernel->refused[1].why, "blocks of 2048 threads"));
	evaluation_free(&e);
}

/* The place at which the evaluation abandons a loop is reported; nothing that depends on the loop is exact. */
static void
test_loops_that_do_not_end(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p) { int i = threadIdx.x;\n"
	         "  for (;;) { p[i] = 1; i = (i * 7 + 3) % 4096; } }\n"
	         "__global__ void good(float *p) { p[threadIdx.x] = 1; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  k<<<1, 32>>>(p);\n"
	         "  for (;;)\n"
	         "    good<<<1, 32>>>(p); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(launch->caveats.cut_loop.line, 2);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_non_null(strstr(launch->sites[i].why, "the true count is higher"));
	assert_int_equal(e.facts.cut_loop_count, 1);
	assert_int_equal(e.facts.cut_loops[0].line, 6);
	assert_int_equal(e.facts.kernels[1].launches[0].caveats.cut_loop.line, 0);
	evaluation_free(&e);
}

/* Loops that exceed the budget leave enough of it for later ones. */
static void
test_every_loop_is_seen(void **state)
{
	(void)state;
	enum { LOOPS = 12 };
	char source[4096] = "#define WALK for (int i = threadIdx.x; i != 5000; i = (i * 7 + 3) % 4096)\n"
			    "__global__ void k(float *p) {\n";
	for (int i = 0; i < LOOPS; i++)
		strcat(source, "WALK p[i]++;\n");
	strcat(source, "}\n");
	evaluate(&e, source, "k<<<1, 32>>>(16384)");
	assert_true(first_launch(&e)->caveats.cut_loop.line == 3);
	for (unsigned i = 0; i < LOOPS; i++)
		assert_int_equal(site_at(first_launch(&e), 3 + i, SITE_STORE)->confidence, CONFIDENCE_ASSUMED);
	evaluation_free(&e);
}

/* A repeated launch is not run again, but writes again: earlier results are overwritten by then. */
static void
test_repeated_launches_write_again(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void count(const float *in, int *n)\n"
	         "{ if (in[blockIdx.x * 256 + threadIdx.x] > 0) atomicAdd(n, 1); }\n"
	         "__global__ void use(float *p) { p[threadIdx.x] = 1; }\n"
	         "int main() { float *in; int *n, found; cudaMalloc(&in, 1 << 20); cudaMalloc(&n, 4);\n"
	         "  for (int i = 0; i < 3; i++) {\n"
	         "    cudaMemset(n, 0, 4);\n"
	         "    count<<<64, 256>>>(in, n);\n"
	         "    cudaMemcpy(&found, n, 4, cudaMemcpyDeviceToHost);\n"
	         "    use<<<found, 32>>>(in); } }\n",
	         NULL);
	assert_int_equal(e.facts.kernels[0].launches[0].program.repeats, 3);
	assert_int_equal(e.facts.kernels[1].refused_count, 0);
	evaluation_free(&e);
}

/* A launch counts in every iteration of a host loop, even if it is too long to run. Iterations that call functions, or
 * read what the previous one changed, are reported as assumed to be alike. */
static void
test_launches_in_long_host_loops(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void one(float *p) { p[threadIdx.x] = 1; }\n"
	         "__global__ void two(float *p, const float *q) { p[threadIdx.x] = q[threadIdx.x]; }\n"
	         "void rounds(float *p) { for (int j = 0; j < 300; j++) one<<<1, 32>>>(p); }\n"
	         "int main() { float *p, *q; cudaMalloc(&p, 128); cudaMalloc(&q, 128);\n"
	         "  for (int i = 0; i < 1000000; i++) rounds(p);\n"
	         "  long k = 0; while (k < 12345678901) { two<<<1, 32>>>(p, q); float *t = p; p = q; q = t; k++; } }\n",
	         NULL);
	assert_int_equal(e.facts.cut_loop_count, 2);
	assert_int_equal(e.facts.kernels[0].launch_count, 1);
	assert_int_equal(e.facts.kernels[0].launches[0].program.repeats, 300000000);
	assert_int_equal(e.facts.kernels[1].launch_count, 1);
	assert_int_equal(e.facts.kernels[1].launches[0].program.repeats, 12345678901);
	evaluation_free(&e);
}

static void
test_rounds_of_host_loops_that_are_not_run(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void a(float *p) { p[threadIdx.x] = 1; }\n"
	         "__global__ void b(float *p, int n) { p[threadIdx.x + n] = 1; }\n"
	         "__global__ void c(float *p, int n) { p[threadIdx.x * n] = 1; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  for (int i = 0; i < 1000000; i++) {\n"
	         "    a<<<1, 32>>>(p);\n"
	         "    b<<<1, 32>>>(p, i);\n"
	         "    if (i % 1000 == 500)\n"
	         "      c<<<1, 32>>>(p, 2); } }\n",
	         NULL);
	const struct kernel *b = &e.facts.kernels[1], *c = &e.facts.kernels[2];
	assert_int_equal(e.facts.cut_loop_count, 1);
	assert_int_equal(e.facts.cut_loops[0].line, 5);
	assert_int_equal(e.facts.kernels[0].launches[0].program.repeats, 1000000);
	assert_int_equal(b->launches[0].program.repeats, 1);
	assert_int_equal(b->launch_count + b->launches_left_out, 1000000);
	assert_int_equal(b->left_out[0].place.line, 7);
	assert_int_equal(c->launches[0].origin, LAUNCH_ASSUMED);
	assert_string_equal(c->launches[0].caveats.assumptions[0],
	                    "the launch: no evaluated iteration of the loop at line 5 reaches the launch at line 9");
	evaluation_free(&e);
}

/* In the last tiles some lanes load, and the others have zeros, which does not change any address. */
static void
test_tiles_beyond_a_matrix_end(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void multiply(const float *a, const float *b, float *c, int n) {\n"
	         "  __shared__ float as[16][16], bs[16][16];\n"
	         "  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;\n"
	         "  float sum = 0;\n"
	         "  for (int t = 0; t < (n + 15) / 16; t++) {\n"
	         "    int x = t * 16 + threadIdx.x, y = t * 16 + threadIdx.y;\n"
	         "    as[threadIdx.y][threadIdx.x] = row < n && x < n ? a[row * n + x] : 0;\n"
	         "    bs[threadIdx.y][threadIdx.x] = column < n && y < n ? b[y * n + column] : 0;\n"
	         "    __syncthreads();\n"
	         "    for (int k = 0; k < 16; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];\n"
	         "    __syncthreads(); }\n"
	         "  if (row < n && column < n) c[row * n + column] = sum; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 24); dim3 grid(63, 63), block(16, 16);\n"
	         "  multiply<<<grid, block>>>(p, p, p, 1000); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	const struct site *store = site_at(launch, 7, SITE_STORE);
	assert_false(launch->caveats.budget_reached);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	assert_float_equal(store->predicted.requests, 63 * 63 * 8 * 63, 0);
	evaluation_free(&e);
}

/* An iteration that represents others executes inner iterations that the outer loop's earlier iterations executed, but
 * the others do not. */
static void
test_rounds_that_make_others_count_once(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  for (int i = 0; i < 5000; i++)\n"
	         "    for (int j = 0; j < i; j++)\n"
	         "      k<<<j + 1, 32>>>(p); }\n",
	         NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	for (size_t i = 0; i < kernel->launch_count; i++)
		assert_true(kernel->launches[i].program.repeats <= 5000 - kernel->launches[i].grid[0]);
	assert_true(kernel->left_out[0].estimated);
	evaluation_free(&e);
}

static void
test_launches_left_out(void **state)
{
	(void)state;
	evaluate(
		&e,
		"template <typename T, int N> __global__ void k(T *p, const T *q, int n, float f) { p[threadIdx.x + n + N] = q[n] * f; }\n"
		"int main() { float *p, *q; cudaMalloc(&p, 1 << 20); cudaMalloc(&q, 1 << 20);\n"
		"  for (int i = 0; i < 42; i++)\n"
		"    k<float, 4><<<dim3(2, 3), 64, 128>>>(p, q, i, 0.5f);\n"
		"  k<float, 4><<<2, 64>>>(p, q, 77, 2.0f); }\n",
		NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	/* This many of a cheap launch are evaluated. */
	assert_int_equal(kernel->launch_count, 40);
	assert_int_equal(kernel->launches_left_out, 3);
	assert_int_equal(kernel->left_out_count, 2);
	assert_int_equal(kernel->left_out[0].place.line, 4);
	assert_int_equal(kernel->left_out[0].count, 2);
	assert_string_equal(kernel->left_out[0].text, "k<float, 4><<<(2, 3, 1), 64, 128>>>(1048576, 1048576, 40, 0.5)");
	assert_int_equal(kernel->left_out[1].place.line, 5);
	assert_int_equal(kernel->left_out[1].count, 1);
	assert_string_equal(kernel->left_out[1].text, "k<float, 4><<<2, 64>>>(1048576, 1048576, 77, 2)");
	evaluation_free(&e);
}

static void
expect_launches(const char *blocks, const char *loop, size_t looked_at, uint64_t left_out)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(float *p, int n) { %s }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 24);\n"
	         "  for (int i = 1; i < 20; i++)\n"
	         "    k<<<%s, 512>>>(p, i); }\n",
	         loop, blocks);
	evaluate(&e, source, NULL);
	assert_int_equal(e.facts.kernels[0].launch_count, looked_at);
	assert_int_equal(e.facts.kernels[0].launches_left_out, left_out);
	evaluation_free(&e);
}

/* Fewer launches of a kernel with a loop are evaluated, and fewest if its lanes have different trip counts. If they are
 * very expensive, it is one for each shape. */
static void
test_dear_launches_left_out(void **state)
{
	(void)state;
	static const char expensive[] =
		"for (int i = 0; i < 50; i++) for (int j = 0; j < threadIdx.x * 7 % 31; j++) p[(i + j) * n] += i;";
	expect_launches("4", "for (int i = threadIdx.x; i < 4096; i += 32) p[i * n] += i;", 8, 11);
	expect_launches("4", expensive, 1, 18);
	expect_launches("4 + i % 2", expensive, 2, 17);
}

/* Only some unlaunched instances of a template are evaluated; launched ones always are. */
static void
test_instances_that_nothing_launches_are_left_out(void **state)
{
	(void)state;
	enum { INSTANCES = 20, ENOUGH = 12 };
	char source[4096] = "template <int n> __global__ void k(float *p) { p[threadIdx.x * n] = 1; }\n"
			    "int main(int argc, char **argv) { float *p; cudaMalloc(&p, 1 << 20); switch (argc) {\n"
			    "  case 1: k<99><<<1, 32>>>(p); break;\n";
	for (int i = 2; i < 2 + INSTANCES; i++)
		snprintf(source + strlen(source), sizeof source - strlen(source),
		         "  case %d: k<%d><<<1, 32>>>(p); break;\n", i, i);
	strcat(source, "} }\n");
	evaluate(&e, source, NULL);
	unsigned looked_at = 0, left_out = 0;
	for (size_t i = 0; i < e.facts.kernel_count; i++) {
		const struct kernel *kernel = &e.facts.kernels[i];
		looked_at += kernel->launch_count > 0;
		left_out += kernel->launches_left_out == 1 && kernel->left_out_count == 1 &&
		            strstr(kernel->left_out[0].text, "k<");
	}
	assert_int_equal(e.facts.kernels[0].launches[0].origin, LAUNCH_SOURCE);
	assert_int_equal(looked_at, ENOUGH);
	assert_int_equal(left_out, 1 + INSTANCES - ENOUGH);
	evaluation_free(&e);

	evaluate_with(&e, source, (struct eval_options){.evaluates_all_instances = true});
	assert_int_equal(e.facts.kernel_count, 1 + INSTANCES);
	for (size_t i = 0; i < e.facts.kernel_count; i++)
		assert_int_equal(e.facts.kernels[i].launch_count, 1);
	evaluation_free(&e);
}

/* Parameters with one name are distinguished, and an assumed shape is marked if it represents launches that are left
 * out. */
static void
test_launches_are_described(void **state)
{
	(void)state;
	evaluate(
		&e,
		"template<class... P> __global__ void k(float *o, int, int, P... p) { for (int i = 0; i < 500; i++) o[i * 32 + threadIdx.x] = (p + ...); }\n"
		"int main(int argc, char **argv) { float *o; cudaMalloc(&o, 4096); k<<<1, 32>>>(o, 7, 8, 1, 2, 3);\n"
		"  for (int i = 2; i < 9; i++) k<<<i, 32>>>(o, 7, 8, 1, 2, 3);\n"
		"  k<<<9, 32>>>(o, 7, 8, 1, 2, 3);\n"
		"  k<<<argv[1][0], 32>>>(o, 7, 8, 1, 2, 3); }\n",
		NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	static const char *const names[] = {"o", "[0]", "[1]", "p[0]", "p[1]", "p[2]"};
	for (size_t i = 0; i < 6; i++)
		assert_string_equal(kernel->launches[0].data.arguments[i].name, names[i]);
	assert_int_equal(kernel->left_out_count, 2);
	assert_false(kernel->left_out[0].shape_assumed);
	assert_true(kernel->left_out[1].shape_assumed);
	evaluation_free(&e);
}

static const char *
refusal_of(const char *source, const char *launch)
{
	evaluate_launches(&e, source, (struct eval_options){.launches = &launch, .launch_count = launch ? 1 : 0});
	const char *why = e.facts.kernels[0].refused_count ? e.facts.kernels[0].refused[0].why : NULL;
	if (launch)
		assert_ptr_equal(e.launch_errors[0].text, why);
	return why;
}

#define SHARED_KERNEL(words) \
	"__global__ void k(float *p) { __shared__ float s[" words "]; extern __shared__ float d[];\n" \
	"  s[threadIdx.x] = d[threadIdx.x] = 1; __syncthreads(); p[threadIdx.x] = s[63 - threadIdx.x] + d[63 - threadIdx.x]; }\n"

#define CLUSTER_LAUNCH(before, width) \
	"__global__ void k(int *p) { p[blockIdx.x] = 1; }\n" \
	"int main() { int *p; cudaMalloc(&p, 4096); cudaLaunchConfig_t c = {}; c.gridDim = 32; c.blockDim = 32;\n" before \
	"  cudaLaunchAttribute a[2]; a[0].id = cudaLaunchAttributePriority; a[0].val.priority = 1;\n" \
	"  a[1].id = cudaLaunchAttributeClusterDimension;\n" \
	"  a[1].val.clusterDim.x = " width "; a[1].val.clusterDim.y = a[1].val.clusterDim.z = 1;\n" \
	"  c.attrs = a; c.numAttrs = 2; cudaLaunchKernelEx(&c, k, p); }\n"
#define COOPERATIVE_LAUNCH(blocks) \
	"__global__ void k(int *p) { p[blockIdx.x] = 1; }\n" \
	"int main() { int *p; cudaMalloc(&p, 4096); void *args[] = {&p};\n" \
	"  cudaLaunchCooperativeKernel((void *)k, dim3(" blocks "), dim3(1024), args, 0, 0); }\n"

/* Too much shared memory, too many blocks in a dimension, clusters that do not fit, more cooperating blocks than fit,
 * more threads than the kernel's bounds. */
static void
test_limits_of_launches(void **state)
{
	static const struct {
		const char *source, *launch, *refusal;
	} cases[] = {
		{SHARED_KERNEL("64"), "k<<<1, 64, 300000>>>(256)", "300000 bytes of shared memory"},
		{SHARED_KERNEL("64"), "k<<<1, 64, 100000>>>(256)", NULL},
		{SHARED_KERNEL("16384"), "k<<<1, 64, 256>>>(256)", "declares 65536 bytes"},
		{SHARED_KERNEL("64") "int main() { float *p; cudaMalloc(&p, 256); k<<<1, 64, 60000>>>(p); }\n", NULL,
	         "need cudaFuncSetAttribute()"},
		/* An attribute of another kernel does not help. */
		{SHARED_KERNEL(
			 "64") "__global__ void other();\nint main() { float *p; cudaMalloc(&p, 256);\n"
	                       "  cudaFuncSetAttribute(other, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);\n"
	                       "  k<<<1, 64, 60000>>>(p); }\n",
	         NULL, "need cudaFuncSetAttribute()"},
		{SHARED_KERNEL(
			 "64") "int main() { float *p; cudaMalloc(&p, 256); for (int i = 0; i < 2; i++) {\n"
	                       "  if (i) k<<<1, 64, 60000>>>(p);\n"
	                       "  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000); } }\n",
	         NULL, NULL},
		{SHARED_KERNEL(
			 "64") "void allow(const void *f) { cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000); }\n"
	                       "int main() { float *p; cudaMalloc(&p, 256); allow((void *)k); k<<<1, 64, 60000>>>(p); }\n",
	         NULL, NULL},
		{SHARED_KERNEL("64") "int main() { float *p; cudaMalloc(&p, 256);\n"
	                             "  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);\n"
	                             "  k<<<1, 64, 60000>>>(p); }\n",
	         NULL, NULL},
		{"__global__ void k(int *p) { p[0] = 1; }\n", "k<<<dim3(1, 70000), 32>>>(4)",
	         "a grid of 1 x 70000 x 1 blocks"},
		{"__global__ void k(int *p) { p[0] = 1; }\n", "k<<<1, dim3(1, 1, 128)>>>(4)", "64 in z"},
		{"__global__ void __cluster_dims__(2, 2) k(int *p) { p[0] = 1; }\n", "k<<<dim3(4, 3), 32>>>(4)",
	         "not a whole number of clusters of 2 x 2 x 1"},
		{"__global__ void __cluster_dims__(2, 2) k(int *p) { p[0] = 1; }\n", "k<<<dim3(4, 2), 32>>>(4)", NULL},
		{CLUSTER_LAUNCH("", "3"), NULL, "a grid of 32 blocks is not a whole number of clusters of 3"},
		{CLUSTER_LAUNCH("", "4"), NULL, NULL},
		{CLUSTER_LAUNCH("", "16"), NULL, "clusters of 16 blocks"},
		{CLUSTER_LAUNCH("cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);", "16"),
	         NULL, NULL},
		{COOPERATIVE_LAUNCH("264"), NULL, NULL},
		{COOPERATIVE_LAUNCH("265"), NULL, "it is cooperative, with 265 blocks of 1024 threads"},
		{"__global__ void __launch_bounds__(128) k(int *p) { p[0] = 1; }\n", "k<<<1, 256>>>(4)",
	         "__launch_bounds__ allow at most 128"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *refusal = refusal_of(cases[i].source, cases[i].launch);
		if (!refusal != !cases[i].refusal || (refusal && !strstr(refusal, cases[i].refusal)))
			fail_msg("%s: %s", cases[i].launch ? cases[i].launch : cases[i].source,
			         refusal ? refusal : "none");
		assert_int_equal(e.facts.kernels[0].launch_count, !refusal);
		evaluation_free(&e);
	}
}

/* Dynamic shared memory of a launch does not count as the kernel's own. */
static void
test_shared_memory_limits_occupancy(void **state)
{
	(void)state;
	evaluate(&e, SHARED_KERNEL("64"), "k<<<1000, 64, 50000>>>(256)");
	assert_int_equal(e.facts.kernels[0].resources.static_shared, 256);
	expect_double(first_launch(&e)->occupancy.warps, 4 * 2 / 64.0, 1e-9);
	evaluation_free(&e);
}

/* A block has the shared memory that its kernel declares, also in arms that are not taken and in functions. Variables
 * that no compiled code names, or that are only stored to, need no memory. */
static void
test_shared_memory_is_that_of_the_code(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__device__ float turned(int i) { __shared__ float t[100]; t[i] = i; __syncthreads(); return t[i ^ 1]; }\n"
		"__global__ void k(float *o, int mode)\n"
		"{ __shared__ float tile[6000], unnamed[300], never[500], written[700];\n"
		"  __shared__ volatile float kept[10]; __shared__ struct { int n; float v[10]; } parts;\n"
		"  int i = threadIdx.x;\n"
		"  written[i] = i; kept[i] = i; parts.v[i] = i;\n"
		"  if (mode) { tile[i] = o[i]; __syncthreads(); o[i] = tile[i ^ 1] + turned(i); }\n"
		"  if (sizeof(int) == 2) { never[i] = o[i]; __syncthreads(); o[i] = never[i ^ 1]; } }\n",
		"k<<<1000, 32>>>(256, 0)");
	assert_int_equal(e.facts.kernels[0].resources.static_shared, 24440);
	assert_int_equal(first_launch(&e)->occupancy.limiter, LIMITED_BY_SHARED);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_unknown_argument_is_no_number),
		cmocka_unit_test(test_options_of_the_program),
		cmocka_unit_test(test_assertions_choose_assumptions),
		cmocka_unit_test(test_what_is_left_out_is_reported),
		cmocka_unit_test(test_accesses_that_nothing_came_to_are_listed),
		cmocka_unit_test(test_what_is_behind_a_jump_is_a_side),
		cmocka_unit_test(test_who_leaves_a_loop_is_off_until_its_end),
		cmocka_unit_test(test_loops_may_do_later_what_they_have_not_done_yet),
		cmocka_unit_test(test_long_loops_keep_what_they_only_read),
		cmocka_unit_test(test_launches_that_cannot_be),
		cmocka_unit_test(test_loops_that_do_not_end),
		cmocka_unit_test(test_every_loop_is_seen),
		cmocka_unit_test(test_repeated_launches_write_again),
		cmocka_unit_test(test_launches_in_long_host_loops),
		cmocka_unit_test(test_rounds_of_host_loops_that_are_not_run),
		cmocka_unit_test(test_tiles_beyond_a_matrix_end),
		cmocka_unit_test(test_rounds_that_make_others_count_once),
		cmocka_unit_test(test_launches_left_out),
		cmocka_unit_test(test_dear_launches_left_out),
		cmocka_unit_test(test_instances_that_nothing_launches_are_left_out),
		cmocka_unit_test(test_launches_are_described),
		cmocka_unit_test(test_limits_of_launches),
		cmocka_unit_test(test_shared_memory_limits_occupancy),
		cmocka_unit_test(test_shared_memory_is_that_of_the_code),
		cmocka_unit_test(test_data_is_loaded_where_its_kernel_loads_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
