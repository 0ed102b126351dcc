/* The evaluator: what programs cost, by class of construct. */
#include <math.h>

#include "evaluate.h"

static struct evaluation e;

static const struct site *
only_site(const char *source, const char *launch, unsigned line, enum site_kind kind)
{
	evaluate(&e, source, launch);
	return site_at(first_launch(&e), line, kind);
}

static void
expect_site(const struct site *site, enum confidence confidence, double requests, double cost)
{
	if (site->confidence != confidence)
		print_error("standing %s: %s\n", confidence_text(site->confidence), site->why);
	assert_int_equal(site->confidence, confidence);
	expect_double(site->predicted.requests, requests, 1e-6 * requests);
	expect_double(per_request(site), cost, 1e-6);
}

/* The same of a test's last site. */
static void
expect(const struct site *site, enum confidence confidence, double requests, double cost)
{
	expect_site(site, confidence, requests, cost);
	evaluation_free(&e);
}

static void
test_contiguous(void **state)
{
	(void)state;
	expect(only_site("__global__ void k(float *p)\n"
	                 "{ p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n",
	                 "k<<<10, 256>>>(_)", 2, SITE_STORE),
	       CONFIDENCE_ASSUMED, 80, 4);
	expect(only_site("__global__ void k(float *p)\n"
	                 "{ p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n",
	                 "k<<<10, 256>>>(1048576)", 2, SITE_STORE),
	       CONFIDENCE_EXACT, 80, 4);
}

static void
test_strides_and_offsets(void **state)
{
	(void)state;
	expect(only_site("__global__ void k(float *p, int s)\n"
	                 "{ p[(blockIdx.x * blockDim.x + threadIdx.x) * s] = 1; }\n",
	                 "k<<<4, 64>>>(1048576, 3)", 2, SITE_STORE),
	       CONFIDENCE_EXACT, 8, 12);
	expect(only_site("__global__ void k(float *p, int o)\n"
	                 "{ p[blockIdx.x * blockDim.x + threadIdx.x + o] = 1; }\n",
	                 "k<<<4, 64>>>(1048576, 1)", 2, SITE_STORE),
	       CONFIDENCE_EXACT, 8, 5);
}

static void
test_guard_cuts_the_last_warp(void **state)
{
	(void)state;
	const struct site *site = only_site("__global__ void k(float *p, int n)\n"
	                                    "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                                    "  if (i < n)\n"
	                                    "    p[i] = 1; }\n",
	                                    "k<<<8, 128>>>(4096, 1000)", 4, SITE_STORE);
	expect_double(site->predicted.lanes, 1000, 1e-9);
	const struct site *branch = site_at(first_launch(&e), 3, SITE_BRANCH);
	expect_double(branch->predicted.divergent, 1, 1e-9);
	expect(site, CONFIDENCE_EXACT, 32, (31 * 4 + 1) / 32.0);
}

static void
test_shared_columns(void **state)
{
	(void)state;
	const char *source = "__global__ void k(float *p)\n"
			     "{ __shared__ float t[32][32];\n"
			     "  __shared__ float padded[32][33];\n"
			     "  t[threadIdx.x][threadIdx.y] = p[0];\n"
			     "  padded[threadIdx.x][threadIdx.y] = 2;\n"
			     "  p[threadIdx.x] = t[0][threadIdx.x] + padded[0][threadIdx.x]; }\n";
	evaluate(&e, source, "k<<<1, (32, 4)>>>(128)");
	const struct site *bad = site_at(first_launch(&e), 4, SITE_STORE);
	expect_double(per_request(bad), 32, 1e-9);
	assert_int_equal(bad->lane_step, 128);
	assert_int_equal(bad->shared.row_bytes, 128);
	const struct site *good = site_at(first_launch(&e), 5, SITE_STORE);
	expect(good, CONFIDENCE_EXACT, 4, 1);
}

static void
test_long_loop_is_sampled_exactly(void **state)
{
	(void)state;
	const struct site *site = only_site("__global__ void k(const float *a, float *b, int n)\n"
	                                    "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                                    "  float s = 0;\n"
	                                    "  for (int j = 0; j < n; j++)\n"
	                                    "    s += a[j * n + i];\n"
	                                    "  b[i] = s; }\n",
	                                    "k<<<16, 256>>>(67108864, 16384, 4096)", 5, SITE_LOAD);
	assert_true(site->extrapolated);
	expect_double(site->predicted.lanes, 4096.0 * 4096, 1);
	expect(site, CONFIDENCE_EXACT, 4096.0 * 128, 4);
}

static void
test_gather_is_not_exact(void **state)
{
	(void)state;
	const struct site *site = only_site("__global__ void k(const float *x, const int *col, float *y)\n"
	                                    "{ int i = threadIdx.x;\n"
	                                    "  y[i] = x[col[i]]; }\n",
	                                    NULL, 3, SITE_STORE);
	expect_double(per_request(site), 4, 1e-9);
	const struct launch *launch = first_launch(&e);
	size_t unknown = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		unknown +=
			launch->sites[i].confidence == CONFIDENCE_UNKNOWN && launch->sites[i].pattern == PATTERN_GATHER;
	assert_int_equal(unknown, 1);
	evaluation_free(&e);
}

static void
test_host_run_yields_the_launch(void **state)
{
	(void)state;
	const char *source = "#include <cstdlib>\n"
			     "__global__ void k(float *p, int n)\n"
			     "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
			     "  if (i < n) p[i * 2] = 1; }\n"
			     "int main(int argc, char **argv)\n"
			     "{ const int n = argc > 1 ? atoi(argv[1]) : 5000;\n"
			     "  float *d;\n"
			     "  cudaMalloc(&d, 2 * n * sizeof(float));\n"
			     "  dim3 block(128), grid((n + block.x - 1) / block.x);\n"
			     "  for (int r = 0; r < 10; r++)\n"
			     "    k<<<grid, block>>>(d, n);\n"
			     "  return 0; }\n";
	evaluate(&e, source, NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(launch->grid[0], 40);
	assert_int_equal(launch->block[0], 128);
	assert_int_equal(launch->repeats, 10);
	assert_int_equal(launch->origin, LAUNCH_SOURCE);
	assert_int_equal(launch->place.line, 11);
	assert_string_equal(launch->arguments[1].text, "5000");
	const struct site *site = site_at(launch, 4, SITE_STORE);
	assert_int_equal(site->confidence, CONFIDENCE_EXACT);
	expect_double(site->predicted.lanes, 5000, 1e-6);
	evaluation_free(&e);
}

static void
test_launches_are_distinguished_by_what_their_records_hold(void **state)
{
	(void)state;
	/* A step of two is another launch than one of one, whether alone or among a record's members. Who looks elsewhere in
	 * the array, or at no array, does so too; another buffer of the same size makes no difference. */
	const char *source = "struct walk { float *p; struct { short step, skipped[3]; } by; };\n"
			     "__global__ void k(walk w)\n"
			     "{ if (w.p) w.p[threadIdx.x * w.by.step + w.by.skipped[2]] = 1; }\n"
			     "int main()\n"
			     "{ float *a, *b;\n"
			     "  cudaMalloc(&a, 4096);\n"
			     "  cudaMalloc(&b, 4096);\n"
			     "  k<<<1, 32>>>({a, {1, {0, 0, 0}}});\n"
			     "  k<<<1, 32>>>({a, {2, {0, 0, 0}}});\n"
			     "  k<<<1, 32>>>({a, {1, {0, 0, 5}}});\n"
			     "  k<<<1, 32>>>({a + 1, {1, {0, 0, 0}}});\n"
			     "  k<<<1, 32>>>({nullptr, {1, {0, 0, 0}}});\n"
			     "  k<<<1, 32>>>({b, {1, {0, 0, 0}}});\n"
			     "  return 0; }\n";
	evaluate(&e, source, NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, 5);
	assert_int_equal(kernel->launches[0].repeats, 2);
	expect_site(site_at(&kernel->launches[0], 3, SITE_STORE), CONFIDENCE_EXACT, 1, 4);
	expect_site(site_at(&kernel->launches[1], 3, SITE_STORE), CONFIDENCE_EXACT, 1, 8);
	expect_site(site_at(&kernel->launches[2], 3, SITE_STORE), CONFIDENCE_EXACT, 1, 5);
	expect_site(site_at(&kernel->launches[3], 3, SITE_STORE), CONFIDENCE_EXACT, 1, 5);
	evaluation_free(&e);
}

static void
test_launches_are_distinguished_by_floats_that_decide(void **state)
{
	(void)state;
	const char *source = "struct span { float from, to; };\n"
			     "__global__ void k(float *p, span s)\n"
			     "{ %s }\n"
			     "int main()\n"
			     "{ float *a;\n"
			     "  cudaMalloc(&a, 4096);\n"
			     "  for (float to = 1; to < 4; to++)\n"
			     "    k<<<1, 32>>>(a, {0, to});\n"
			     "  return 0; }\n";
	char text[512];
	snprintf(text, sizeof text, source, "for (float x = s.from; x < s.to; x++) p[threadIdx.x] += 1;");
	evaluate(&e, text, NULL);
	assert_int_equal(e.facts.kernels[0].launch_count, 3);
	evaluation_free(&e);
	snprintf(text, sizeof text, source, "p[threadIdx.x] = s.to - s.from;");
	evaluate(&e, text, NULL);
	assert_int_equal(e.facts.kernels[0].launch_count, 1);
	assert_int_equal(first_launch(&e)->repeats, 3);
	evaluation_free(&e);
}

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

static void
test_unknown_branch_leaves_nothing_exact(void **state)
{
	(void)state;
	/* What a data-dependent branch sets must not be taken for known afterwards, whichever way it leaves. */
	const char *source = "__global__ void k(const float *x, float *y)\n"
			     "{ int i = threadIdx.x, j = 0;\n"
			     "  if (x[i] > 0) j = 7 * i;\n"
			     "  y[j] = 1;\n"
			     "  int found = 0;\n"
			     "  for (int r = 0; r < 8; r++) {\n"
			     "    if (x[r * 32 + i] > 0) { found = r * i; break; }\n"
			     "  }\n"
			     "  y[found] = 2; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(4096, 65536)");
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	assert_int_equal(site_at(first_launch(&e), 9, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

/* What operands of ?:, && and || change that lanes run or not, by data, is as little known as what statements do. */
static void
test_choices_by_data_change_what_they_may(void **state)
{
	(void)state;
	static const struct {
		const char *statements;
		bool is_known;
	} cases[] = {
		{"int v = a[t] > 0 ? a[p++] : 7; a[64 + t] = v;", false},
		{"bool c = a[t] > 0 && (p += 32) > 5; if (c) t += 1;", false},
		{"bool c = a[t] > 0 || ++p; if (c) t += 1;", false},
		{"a[t] > 5 ? p = 1 : q = 1; p = p * 3 + q;", false},
		{"a[t] > 5 ? bump(p) : 0;", false},
		{"a[t] > 5 ? bump(a[t] > 9 ? p : q) : bump(q); p = q;", false},
		{"const int *r = a + t; int x = *a > 3 ? *++r : *r; p = (int)(r - a);", false},
		/* Both change it alike; each lane its own, as is known. */
		{"a[t] > 5 ? bump(p) : bump(p);", true},
		{"int v = t > 3 ? p++ : q++; a[64 + t] = v; p += q;", true},
		{"int v = a[t] > 3 ? (q = 3, q) : (q = 4, q); a[64 + t] = v;", true},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char source[1024];
		snprintf(
			source, sizeof source,
			"__device__ int bump(int &r) { return r++; }\n"
			"__global__ void k(int *a, int *b) { int t = threadIdx.x, p = 0, q = 0; %s\n"
			"  b[p * 32 + threadIdx.x] = q; }\n"
			"int main() { int *a, *b; cudaMalloc(&a, 65536); cudaMalloc(&b, 65536); k<<<1, 32>>>(a, b); }\n",
			cases[i].statements);
		evaluate(&e, source, NULL);
		const bool is_known = site_at(first_launch(&e), 3, SITE_STORE)->confidence == CONFIDENCE_EXACT;
		if (is_known != cases[i].is_known)
			print_error("%s\n", cases[i].statements);
		assert_int_equal(is_known, cases[i].is_known);
		evaluation_free(&e);
	}
}

static void
test_shuffle_and_shared_exchange(void **state)
{
	(void)state;
	const char *source = "__global__ void k(float *y)\n"
			     "{ __shared__ int order[64];\n"
			     "  int i = threadIdx.x;\n"
			     "  order[i] = 63 - i;\n"
			     "  __syncthreads();\n"
			     "  y[order[i]] = 1;\n"
			     "  int other = __shfl_xor_sync(0xffffffff, i, 1);\n"
			     "  y[other * 8] = 2; }\n";
	evaluate(&e, source, "k<<<1, 64>>>(65536)");
	const struct site *reversed = site_at(first_launch(&e), 6, SITE_STORE);
	assert_int_equal(reversed->confidence, CONFIDENCE_EXACT);
	expect_double(per_request(reversed), 4, 1e-9);
	const struct site *swapped = site_at(first_launch(&e), 8, SITE_STORE);
	expect(swapped, CONFIDENCE_EXACT, 2, 32);
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
	assert_true(launch->assumption_count > 0);
	assert_int_equal(launch->block[0], 256);
	evaluation_free(&e);
}

static void
test_atomics_and_constants(void **state)
{
	(void)state;
	const char *source = "__constant__ float table[64];\n"
			     "__global__ void k(int *bins, float *q)\n"
			     "{ int i = threadIdx.x;\n"
			     "  atomicAdd(&bins[i / 8], 1);\n"
			     "  q[i] = table[i % 4]; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(4096, 4096)");
	const struct site *atomic = site_at(first_launch(&e), 4, SITE_ATOMIC);
	assert_int_equal(atomic->atomic.same_address_lanes, 8);
	expect_double(per_request(atomic), 1, 1e-9);
	const struct site *constant = site_at(first_launch(&e), 5, SITE_LOAD);
	assert_int_equal(constant->space, SPACE_CONSTANT);
	expect(constant, CONFIDENCE_EXACT, 1, 4);
}

static void
test_divergence_by_lane_and_by_warp(void **state)
{
	(void)state;
	const char *source = "__global__ void k(float *p)\n"
			     "{ int i = threadIdx.x;\n"
			     "  if (i % 2) p[i] = 1;\n"
			     "  if (i / 32 % 2) p[i] = 2; }\n";
	evaluate(&e, source, "k<<<1, 128>>>(4096)");
	const struct site *lanes = site_at(first_launch(&e), 3, SITE_BRANCH),
			  *warps = site_at(first_launch(&e), 4, SITE_BRANCH);
	expect_double(lanes->predicted.divergent, 4, 1e-9);
	assert_true(lanes->branch.by_lane);
	expect_double(warps->predicted.divergent, 0, 1e-9);
	assert_false(warps->branch.by_lane);
	evaluation_free(&e);
}

static void
test_lanes_that_are_off_are_laid_to_their_branch(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *p)\n"
			     "{ int i = threadIdx.x;\n"
			     "  if (i % 4 == 0) p[i] = 1;\n"
			     "  if (i % 4) return;\n"
			     "  p[i + 128] = 2; }\n";
	evaluate(&e, source, "k<<<1, 128>>>(4096)");
	const struct launch *launch = first_launch(&e);
	const struct site *branch = site_at(launch, 3, SITE_BRANCH), *guard = site_at(launch, 4, SITE_BRANCH);
	assert_int_equal(branch->branch.form, BRANCH_ONE_ARM);
	expect_double(branch->branch.arm_warps, 4, 1e-9);
	expect_double(branch->branch.arm_lanes, 32, 1e-9);
	expect_double(branch->branch.whole_warps, 1, 1e-9);
	/* The side that only leaves is no code: what follows is. */
	expect_double(guard->branch.arm_lanes, 32, 1e-9);
	const struct site *under = site_at(launch, 3, SITE_STORE), *behind = site_at(launch, 5, SITE_STORE);
	expect_double(per_request(under), 4, 1e-9);
	expect_double(under->inactive_lane_excess, 4, 1e-9);
	assert_ptr_equal(under->diverging_branch, branch);
	expect_double(behind->inactive_lane_excess, 4, 1e-9);
	assert_ptr_equal(behind->diverging_branch, guard);
	evaluation_free(&e);
}

static void
test_a_ladder_of_conditions_hangs_together(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *p)\n"
			     "{ int i = threadIdx.x;\n"
			     "  if (i % 4 == 0) p[i] = 1;\n"
			     "  else if (i % 4 == 1) p[i] = 2;\n"
			     "  if (i % 2) p[i] = 3;\n"
			     "  while (i++ % 32 < 20) p[i] = 4; }\n";
	evaluate(&e, source, "k<<<1, 64>>>(4096)");
	const struct launch *launch = first_launch(&e);
	const struct site *first = site_at(launch, 3, SITE_BRANCH);
	/* Half of the lanes take one of its two paths, the others none. */
	assert_int_equal(first->branch.form, BRANCH_LADDER);
	expect_double(first->branch.arm_warps, 4, 1e-9);
	expect_double(first->branch.arm_lanes, 32, 1e-9);
	expect_double(first->branch.whole_warps, 1, 1e-9);
	assert_int_equal(site_at(launch, 4, SITE_BRANCH)->branch.form, BRANCH_ONE_ARM);
	assert_ptr_equal(site_at(launch, 4, SITE_BRANCH)->diverging_branch, first);
	assert_null(site_at(launch, 5, SITE_BRANCH)->diverging_branch);
	assert_int_equal(site_at(launch, 6, SITE_BRANCH)->branch.form, BRANCH_LOOP);
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

/* Where some lanes leave, what the others do behind that is a side as that of an if. */
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

/* An if that a loop ends by is its condition: lanes that have left are off as long as others go round. */
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

static void
test_a_switch_has_as_many_paths_as_lanes_enter(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *p)\n"
			     "{ int i = threadIdx.x;\n"
			     "  switch (i % 8) {\n"
			     "  case 0: p[i] = 1; break;\n"
			     "  case 1: case 2: p[i] = 2; break;\n"
			     "  case 3: break;\n"
			     "  case 9: p[i] = 3; break;\n"
			     "  default: p[i] = 4; }\n"
			     "  switch (i / 32) { case 0: p[i] = 5; break; default: p[i] = 6; } }\n";
	evaluate(&e, source, "k<<<1, 64>>>(4096)");
	const struct launch *launch = first_launch(&e);
	const struct site *by_lane = site_at(launch, 3, SITE_BRANCH), *by_warp = site_at(launch, 9, SITE_BRANCH);
	assert_int_equal(by_lane->branch.form, BRANCH_SWITCH);
	expect_double(by_lane->branch.arm_warps, 2 * 3, 1e-9);
	expect_double(by_lane->branch.arm_lanes, 2 * 28, 1e-9);
	expect_double(by_lane->branch.whole_warps, 2, 1e-9);
	expect_double(by_warp->branch.arm_warps, 2, 1e-9);
	expect_double(by_warp->branch.whole_warps, 2, 1e-9);
	evaluation_free(&e);
}

/* As many warps of the grid take a side as lanes do, a part of one counting for the blocks that are alike: those of one block
 * cannot share theirs. */
static void
test_lanes_of_all_blocks_fill_warps_together(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *p)\n"
			     "{ int i = threadIdx.x;\n"
			     "  if (i < 8) p[i] = 1;\n"
			     "  if (i % 32 == 5) p[i] = 2;\n"
			     "  if (i % 32 < 8) p[i] = 3; else p[i] = 4;\n"
			     "  for (int k = i % 32; k < 64; k += 16) p[i] = 5;\n"
			     "  if (i % 32 < 16)\n"
			     "    if (i % 32 < 8) p[i] = 6; }\n";
	static const struct {
		unsigned line;
		double side, whole; /* of each block */
	} wanted[] = {{3, 1, 0.25}, {4, 2, 0.0625}, {5, 4, 2}, {6, 8, 7}, {7, 2, 1}, {8, 2, 1}};
	evaluate(&e, source, "k<<<12800, 64>>>(4096)");
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		const struct site *site = site_at(launch, wanted[i].line, SITE_BRANCH);
		expect_double(site->branch.arm_warps, 12800 * wanted[i].side, 1e-6);
		/* Some blocks stand for themselves. */
		expect_double(site->branch.whole_warps, 12800 * wanted[i].whole, 16);
	}
	evaluation_free(&e);
	evaluate(&e, source, "k<<<1, 64>>>(4096)");
	expect_double(site_at(first_launch(&e), 3, SITE_BRANCH)->branch.whole_warps, 1, 1e-9);
	expect_double(site_at(first_launch(&e), 4, SITE_BRANCH)->branch.whole_warps, 1, 1e-9);
	evaluation_free(&e);
}

static void
test_rows_of_narrow_blocks_are_reported_from_uneven_steps(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *p)\n"
			     "{ int x = threadIdx.x, y = threadIdx.y;\n"
			     "  p[y * 100 + x] = 1;\n"
			     "  p[y * 100 + x * x] = 1;\n"
			     "  p[x * 100 + y] = 1; }\n";
	evaluate(&e, source, "k<<<1, (8, 8)>>>(65536)");
	const struct launch *launch = first_launch(&e);
	assert_int_equal(site_at(launch, 3, SITE_STORE)->pattern, PATTERN_MIXED);
	assert_true(site_at(launch, 3, SITE_STORE)->by_rows);
	assert_int_equal(site_at(launch, 4, SITE_STORE)->pattern, PATTERN_MIXED);
	assert_false(site_at(launch, 4, SITE_STORE)->by_rows);
	assert_int_equal(site_at(launch, 4, SITE_STORE)->lane_step, 0);
	const struct site *column = site_at(launch, 5, SITE_STORE);
	assert_int_equal(column->pattern, PATTERN_MIXED);
	assert_false(column->by_rows);
	assert_int_equal(column->lane_step, 400);
	assert_string_equal(column->reason, "lanes step by 400 bytes within a row of the block");
	evaluation_free(&e);
}

/* Two kernels may load the same number: the reason that each is told is on a line of its own. */
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

/* What a statement may have written that is not modelled is not known, and the launch says what it leaves out. */
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
	assert_int_equal(launch->assumption_count, 1);
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

	/* What the compiler leaves out of an instance is no access of it. */
	evaluate(&e,
	         "template <int n> __global__ void k(int *p) {\n"
	         "  if (n >= 64) p[1] = 2;\n"
	         "  p[threadIdx.x] = n > 64 ? p[64] : 1; }\n"
	         "template __global__ void k<32>(int *);\n",
	         "k<32><<<1, 32>>>(4096)");
	assert_int_equal(e.facts.kernels[0].access_count, 1);
	assert_int_equal(e.facts.kernels[0].unreached_count, 0);
	evaluation_free(&e);

	/* What one launch did not come to another may have. */
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
	assert_string_equal(first_launch(&e)->arguments[1].text, "unknown");
	assert_int_not_equal(site_at(first_launch(&e), 1, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
	/* Device: s changes in one iteration in the middle, which follows from the counter or does not. It is not run. */
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
	/* The size is read through a method that returns a reference, under a condition that varies. */
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
	assert_int_equal(first_launch(&e)->assumption_count, 0);
	evaluation_free(&e);
}

static void
test_a_small_table_is_read_evenly(void **state)
{
	(void)state;
	/* Of eight sectors 32 even draws meet 8 * (1 - (7/8)^32) on average. How a large table is read there is no saying. */
	evaluate(&e,
	         "__device__ unsigned char table[256];\n"
	         "__global__ void k(const unsigned char *x, const int *where, unsigned char *y)\n"
	         "{ int i = blockIdx.x * 128 + threadIdx.x;\n"
	         "  int at = x[i], far = where[i];\n"
	         "  int small = table[at];\n"
	         "  int large =\n"
	         "    y[far];\n"
	         "  y[i] = small + large; }\n",
	         "k<<<8, 128>>>(1024, 4096, 1048576)");
	const struct site *gather = site_at(first_launch(&e), 5, SITE_LOAD);
	assert_int_equal(gather->confidence, CONFIDENCE_BOUNDED);
	expect_double(per_request(gather), 8 * (1 - pow(7.0 / 8, 32)), 0.15);
	assert_int_equal(site_at(first_launch(&e), 7, SITE_LOAD)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

static void
test_variables_lie_where_the_linker_puts_them(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ float few[5];\n"
	         "__device__ float many[4096];\n"
	         "__global__ void k(float *p)\n"
	         "{ int t = threadIdx.x;\n"
	         "  p[t] = many[t];\n"
	         "  few[0] = 1; }\n",
	         "k<<<1, 128>>>(4096)");
	assert_int_equal(site_at(first_launch(&e), 5, SITE_LOAD)->confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(site_at(first_launch(&e), 5, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	assert_int_equal(site_at(first_launch(&e), 6, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

static void
test_a_side_that_ends_leaves_the_other(void **state)
{
	(void)state;
	/* Whoever gets behind the branch has s[0] = 8, whatever the side that returned has stored. */
	evaluate(&e,
	         "__global__ void k(float *p, const float *x)\n"
	         "{ __shared__ int s[1];\n"
	         "  s[0] = 4;\n"
	         "  if (x[0] > 3) { s[0] = 6; s[0] = 8; } else { s[0] = 5; return; }\n"
	         "  p[threadIdx.x * s[0]] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_double(per_request(site_at(first_launch(&e), 5, SITE_STORE)), 32, 1e-9);
	evaluation_free(&e);
}

static void
test_switch_diverges(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p)\n"
	         "{ int i = threadIdx.x;\n"
	         "  switch (i & 3) { case 0: p[i] = 1; break; case 1: p[i] = 2; break; default: p[i] = 3; }\n"
	         "  switch (i / 32) { case 0: p[i] = 4; break; default: p[i] = 5; } }\n",
	         "k<<<1, 64>>>(4096)");
	expect_double(site_at(first_launch(&e), 3, SITE_BRANCH)->predicted.divergent, 2, 1e-9);
	expect_double(site_at(first_launch(&e), 4, SITE_BRANCH)->predicted.divergent, 0, 1e-9);
	evaluation_free(&e);
}

static void
test_gotos_are_followed_and_are_no_branches(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p)\n"
	         "{ int i = 0;\n"
	         "again:\n"
	         "  p[32 * i + threadIdx.x] = 1;\n"
	         "  if (++i < 4) goto again;\n"
	         "  for (int a = 0; a < 3; a++)\n"
	         "    for (int b = 0; b < 3; b++) {\n"
	         "      if (a == 1 && b == 1) goto done;\n"
	         "      p[threadIdx.x] = 2; }\n"
	         "  p[0] = 3;\n"
	         "done:\n"
	         "  p[512 + i * threadIdx.x] = 4; }\n",
	         "k<<<1, 32>>>(4096)");
	const struct launch *launch = first_launch(&e);
	expect_double(site_at(launch, 4, SITE_STORE)->predicted.requests, 4, 0);
	expect_double(site_at(launch, 9, SITE_STORE)->predicted.requests, 4, 0);
	assert_int_equal(site_at(launch, 12, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	expect_double(per_request(site_at(launch, 12, SITE_STORE)), 16, 0);
	unsigned branches = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		branches += launch->sites[i].kind == SITE_BRANCH;
	assert_int_equal(branches, 4);
	evaluation_free(&e);
}

/* What it may write is unknown behind it: what it is given pointers of, and shared memory, whose addresses are numbers to it. */
static void
test_assembly_forgets_what_it_may_write(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *out, int *in)\n"
	         "{ __shared__ int tile[32];\n"
	         "  tile[threadIdx.x] = in[threadIdx.x] = threadIdx.x;\n"
	         "  __syncthreads();\n"
	         "  out[tile[threadIdx.x]] = 1;\n"
	         "  unsigned to = (unsigned)__cvta_generic_to_shared(tile), t;\n"
	         "  asm volatile(\"st.shared.u32 [%0], 7;\" :: \"r\"(to));\n"
	         "  out[tile[threadIdx.x]] = 1;\n"
	         "  out[in[threadIdx.x]] = 1;\n"
	         "  asm volatile(\"st.global.u32 [%0], 7;\" :: \"l\"(in));\n"
	         "  out[in[threadIdx.x]] = 1;\n"
	         "  asm(\"mov.u32 %0, %%tid.x;\" : \"=r\"(t));\n"
	         "  out[2 * t] = 1; }\n",
	         "k<<<1, 32>>>(65536, 4096)");
	const struct launch *launch = first_launch(&e);
	assert_int_not_equal(site_at(launch, 5, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	assert_int_equal(site_at(launch, 8, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	assert_int_not_equal(site_at(launch, 9, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	assert_int_equal(site_at(launch, 11, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	expect_double(per_request(site_at(launch, 13, SITE_STORE)), 8, 0);
	evaluation_free(&e);
}

/* What a copy costs on either side depends on both: behind a row padded by half a sector, sectors are asked for twice. What is
 * sized at launch begins behind the kernel's own. */
static void
test_a_copy_costs_by_both_of_its_sides(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cuda_pipeline.h>\n"
	         "__global__ void k(const float4 *in, float *out)\n"
	         "{ __shared__ float4 even[32], padded[36]; extern __shared__ float4 behind[]; __shared__ float one;\n"
	         "  int i = threadIdx.x; one = 1;\n"
	         "  __pipeline_memcpy_async(&even[i], &in[i], 16);\n"
	         "  __pipeline_memcpy_async(&padded[i / 8 * 9 + i % 8], &in[i], 16);\n"
	         "  __pipeline_memcpy_async(&behind[i], &in[i], 16);\n"
	         "  __pipeline_memcpy_async(&even[i], &in[i], 16, i % 2 ? 16 : 0);\n"
	         "  __syncthreads(); out[i] = even[i].x + padded[i].x + behind[i].x + one; }\n",
	         "k<<<1, 32, 512>>>(512, 128)");
	const struct launch *launch = first_launch(&e);
	static const struct {
		unsigned line;
		double sectors, wavefronts;
		enum confidence confidence;
	} expected[] = {
		{5, 16, 4, CONFIDENCE_EXACT},
		{6, 24, 10, CONFIDENCE_EXACT},
		{7, 32, 16, CONFIDENCE_EXACT},
		{8, 16, 4, CONFIDENCE_ASSUMED},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct site *load = site_at(launch, expected[i].line, SITE_LOAD),
				  *store = site_at(launch, expected[i].line, SITE_STORE);
		expect_double(per_request(load), expected[i].sectors, 1e-9);
		expect_double(per_request(store), expected[i].wavefronts, 1e-9);
		assert_int_equal(load->confidence, CONFIDENCE_EXACT);
		assert_int_equal(store->confidence, expected[i].confidence);
	}
	evaluation_free(&e);
}

static void
test_the_old_value_of_a_member_stays(void **state)
{
	(void)state;
	const char *source =
		"struct stack { int slots[4], top; __device__ int push(int x) { slots[top] = x; return top++; } };\n"
		"__global__ void k(float *p)\n"
		"{ stack s;\n"
		"  s.top = 0;\n"
		"  p[32 * s.top++ * threadIdx.x] = 1;\n"
		"  p[s.push(3) * threadIdx.x] = 2;\n"
		"  p[s.top * threadIdx.x] = 3; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(65536)");
	expect_double(per_request(site_at(first_launch(&e), 5, SITE_STORE)), 1, 1e-9);
	expect_double(per_request(site_at(first_launch(&e), 6, SITE_STORE)), 4, 1e-9);
	expect_double(per_request(site_at(first_launch(&e), 7, SITE_STORE)), 8, 1e-9);
	evaluation_free(&e);
}

static void
test_a_copy_over_two_lines_is_where_its_source_is(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float4 *to, float4 *too, float *three, const float4 *from) {\n"
	         "  to[threadIdx.x] =\n"
	         "      from[threadIdx.x];\n"
	         "  too[threadIdx.x] =\n"
	         "      make_float4(1, 2, 3, 4);\n"
	         "  three[threadIdx.x] =\n"
	         "      from[threadIdx.x + 64].x; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096)");
	const struct launch *launch = first_launch(&e);
	expect_site(site_at(launch, 3, SITE_LOAD), CONFIDENCE_EXACT, 1, 16);
	expect_site(site_at(launch, 3, SITE_STORE), CONFIDENCE_EXACT, 1, 16);
	assert_string_equal(site_at(launch, 3, SITE_STORE)->object, "to");
	expect_site(site_at(launch, 4, SITE_STORE), CONFIDENCE_EXACT, 1, 16);
	expect_site(site_at(launch, 6, SITE_STORE), CONFIDENCE_EXACT, 1, 4);
	evaluation_free(&e);
}

static void
test_launches_through_the_runtime(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cuda_runtime.h>\n"
	         "__global__ void k(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = 1; }\n"
	         "int main() {\n"
	         "  float *d; int n = 20;\n"
	         "  cudaMalloc(&d, 4096);\n"
	         "  cudaLaunchConfig_t config = {};\n"
	         "  config.gridDim = dim3(3);\n"
	         "  config.blockDim = dim3(64);\n"
	         "  cudaLaunchKernelEx(&config, k, d, n);\n"
	         "  void *arguments[] = {&d, &n};\n"
	         "  config.gridDim.x = 4;\n"
	         "  cudaLaunchKernelExC(&config, (const void *)k, arguments); }\n",
	         NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, 2);
	for (unsigned i = 0; i < 2; i++) {
		const struct launch *launch = &kernel->launches[i];
		assert_int_equal(launch->place.line, i ? 12 : 9);
		assert_int_equal(launch->grid[0], 3 + i);
		assert_int_equal(launch->block[0], 64);
		expect_double(site_at(launch, 2, SITE_STORE)->predicted.lanes, 20.0 * (3 + i), 0);
	}
	evaluation_free(&e);
}

/* A block that stands for a thousand runs to its end, even if that takes more than a block usually may. */
static void
test_a_block_that_stands_for_others_is_not_cut_short(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, const int *q)\n"
	         "{ for (int s = 1; s < 1024; s *= 2) {\n"
	         "    int x = q[threadIdx.x + s];\n"
	         "    for (int i = 1; i < 1 << 20; i *= 2)\n"
	         "      for (int j = 1; j < 1 << 20; j *= 2) { x += i; x ^= j; x += s; x ^= i; }\n"
	         "    p[threadIdx.x * s] = x; } }\n",
	         "k<<<1000, 32>>>(1000000, 1000000)");
	const struct site *store = site_at(first_launch(&e), 6, SITE_STORE);
	expect_double(store->predicted.requests, 1000 * 10, 1e-6);
	/* 4, 8, 16 and then 32 sectors. */
	expect_double(per_request(store), (4 + 8 + 16 + 7 * 32) / 10.0, 1e-6);
	assert_false(first_launch(&e)->budget_reached);
	evaluation_free(&e);
}

/* What is not known of any lane is one number, and where nothing is known any more there is nothing to look at: neither
 * takes of the budget for each lane. */
static void
test_sorting_unknown_data_fits_the_budget(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *p)\n"
	         "{ __shared__ int s[2048];\n"
	         "  s[threadIdx.x] = p[threadIdx.x]; s[threadIdx.x + 1024] = p[threadIdx.x + 1024];\n"
	         "  for (int size = 2; size <= 2048; size *= 2)\n"
	         "    for (int apart = size / 2; apart > 0; apart /= 2) {\n"
	         "      __syncthreads();\n"
	         "      int at = 2 * threadIdx.x - (threadIdx.x & (apart - 1));\n"
	         "      if (s[at] > s[at + apart]) { int t = s[at]; s[at] = s[at + apart]; s[at + apart] = t; } }\n"
	         "  p[threadIdx.x * 2] = s[threadIdx.x]; }\n",
	         "k<<<1000, 1024>>>(1000000)");
	assert_false(first_launch(&e)->budget_reached);
	assert_int_equal(site_at(first_launch(&e), 9, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* A first block of few warps may take much more than others: else nothing would be known of what comes last. */
static void
test_long_blocks_of_few_warps(void **state)
{
	(void)state;
	evaluate(&e,
	         "#define EIGHT(x) x x x x x x x x\n"
	         "__device__ void stir(unsigned &x) { EIGHT(EIGHT(x = x * 5 + 3; x ^= x >> 7;)) }\n"
	         "__device__ void stir_much(unsigned &x) { EIGHT(EIGHT(stir(x);)) }\n"
	         "__global__ void k(unsigned *p) { unsigned x = p[threadIdx.x]; EIGHT(stir_much(x);)\n"
	         "  p[2 * threadIdx.x] = x; }\n",
	         "k<<<1, 32>>>(4096)");
	expect_double(per_request(site_at(first_launch(&e), 5, SITE_STORE)), 8, 1e-9);
	assert_false(first_launch(&e)->budget_reached);
	evaluation_free(&e);
}

/* What iterations that were not run have left is not known, but what a mask leaves of it: lanes go to a part of the table. */
static void
test_masks_bound_what_loops_leave(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const unsigned *p, const unsigned long *table, unsigned long *q, int n)\n"
	         "{ unsigned long x = p[threadIdx.x];\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    x = (x >> 8) ^ table[256 + (x & 255)];\n"
	         "  q[threadIdx.x] = x; }\n",
	         "k<<<1, 32>>>(4096, 16384, 4096, 1000)");
	const struct site *site = site_at(first_launch(&e), 4, SITE_LOAD);
	assert_int_equal(site->confidence, CONFIDENCE_BOUNDED);
	/* 32 draws of 64 sectors hit 64 (1 - (63 / 64)^32) of them. */
	expect_double(per_request(site), 25.3, 0.5);
	evaluation_free(&e);
}

/* A loop that would use up the budget is left in time for what comes behind it, and the launch says so. */
static void
test_what_comes_behind_a_long_loop_is_seen(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(float *p, const int *q)\n"
		"{ int x = q[threadIdx.x];\n"
		"  for (int s = 0; s < 4000; s += 1 + s % 3)\n"
		"    for (int i = x; i != 1; i = i % 2 ? 3 * i + 1 : i / 2)\n"
		"      for (int j = i; j != 1; j = j % 2 ? 3 * j + 1 : j / 2)\n"
		"        for (int l = j; l != 1; l = l % 2 ? 3 * l + 1 : l / 2)\n"
		"          for (int h = l; h != 1; h = h % 2 ? 3 * h + 1 : h / 2) { x ^= l * i; x += j & s; x ^= h >> s; }\n"
		"  p[threadIdx.x * 2] = x; }\n",
		"k<<<1000, 1024>>>(1000000, 1000000)");
	const struct site *store = site_at(first_launch(&e), 8, SITE_STORE);
	expect_double(per_request(store), 8, 1e-6);
	assert_int_equal(store->confidence, CONFIDENCE_ASSUMED);
	assert_true(first_launch(&e)->budget_reached);
	evaluation_free(&e);
}

/* Lanes that walk backwards begin where the last of them stands. */
static void
test_a_backward_walk_is_misaligned_at_its_low_end(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, const float *q, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  p[i] = q[n - i];\n"
	         "  p[i + 64] = q[n - 1 - i]; }\n",
	         "k<<<1, 64>>>(4096, 4096, 1024)");
	const struct site *off = site_at(first_launch(&e), 3, SITE_LOAD), *on = site_at(first_launch(&e), 4, SITE_LOAD);
	assert_int_equal(off->pattern, PATTERN_MISALIGNED);
	assert_int_equal(off->misalignment, 4);
	assert_int_equal(on->pattern, PATTERN_CONTIGUOUS);
	expect_double(per_request(on), 4, 1e-9);
	evaluation_free(&e);
}

/* What CUDA refuses is said, and costs nothing; a kernel's other launches are told as ever. */
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

/* Of lanes that are evenly apart it is told how far from each other they are that are active. */
static void
test_steps_between_active_lanes(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p) { int i = threadIdx.x;\n"
	         "  if (i & 1)\n"
	         "    p[8 * __popc(0xaaaaaaaau & ((1u << i) - 1))] = 1;\n"
	         "  if (i % 5 == 1 || i % 7 == 3)\n"
	         "    p[3 * i] = 2; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  k<<<1, 32>>>(p); }\n",
	         NULL);
	const struct site *even = site_at(first_launch(&e), 3, SITE_STORE),
			  *uneven = site_at(first_launch(&e), 5, SITE_STORE);
	assert_int_equal(even->lane_step, 16);
	assert_int_equal(even->active_step, 32);
	assert_string_equal(even->reason, "active lanes step by 32 bytes");
	assert_int_equal(uneven->active_step, 12);
	assert_string_equal(uneven->reason, "lanes step by 12 bytes");
	evaluation_free(&e);
}

/* Where the evaluation gives up a loop is told; nothing that the loop has a part in is exact then. */
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
	assert_int_equal(launch->cut_loop.line, 2);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_non_null(strstr(launch->sites[i].why, "the true count is higher"));
	assert_int_equal(e.facts.cut_loop_count, 1);
	assert_int_equal(e.facts.cut_loops[0].line, 6);
	assert_int_equal(e.facts.kernels[1].launches[0].cut_loop.line, 0);
	evaluation_free(&e);
}

/* Loops that the budget does not last for leave enough that those behind them are seen. */
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
	assert_true(first_launch(&e)->cut_loop.line == 3);
	for (unsigned i = 0; i < LOOPS; i++)
		assert_int_equal(site_at(first_launch(&e), 3 + i, SITE_STORE)->confidence, CONFIDENCE_ASSUMED);
	evaluation_free(&e);
}

/* A launch that is repeated is not run again, but writes again: what it left behind is overwritten by then. */
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
	assert_int_equal(e.facts.kernels[0].launches[0].repeats, 3);
	assert_int_equal(e.facts.kernels[1].refused_count, 0);
	evaluation_free(&e);
}

/* A launch counts in every round of a host loop, be it too long to be run; rounds that call functions, or read what the one before
 * has changed, are told as taken to be alike. */
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
	assert_int_equal(e.facts.kernels[0].launches[0].repeats, 300000000);
	assert_int_equal(e.facts.kernels[1].launch_count, 1);
	assert_int_equal(e.facts.kernels[1].launches[0].repeats, 12345678901);
	evaluation_free(&e);
}

/* Every round of a loop that is not too long is run: any may launch what the others do not. */
static void
test_one_launch_among_many_rounds(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, int n) { p[threadIdx.x * n] = 1; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20);\n"
	         "  for (int i = 0; i < 1000; i++) k<<<1, 32>>>(p, i == 444 ? 32 : 1); }\n",
	         NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(e.facts.cut_loop_count, 0);
	assert_int_equal(kernel->launch_count, 2);
	assert_int_equal(kernel->launches[0].repeats, 999);
	expect_site(site_at(&kernel->launches[1], 1, SITE_STORE), CONFIDENCE_EXACT, 1, 32);
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
	assert_int_equal(e.facts.kernels[0].launches[0].repeats, 1000000);
	assert_int_equal(b->launches[0].repeats, 1);
	assert_int_equal(b->launch_count + b->launches_left_out, 1000000);
	assert_int_equal(b->left_out[0].place.line, 7);
	assert_int_equal(c->launches[0].origin, LAUNCH_ASSUMED);
	assert_string_equal(c->launches[0].assumptions[0],
	                    "the launch: no evaluated iteration of the loop at line 5 reaches the launch at line 9");
	evaluation_free(&e);
}

/* Of the last tiles some lanes load, and the others have zeroes: which makes no difference to where anything goes. */
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
	assert_false(launch->budget_reached);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	assert_float_equal(store->predicted.requests, 63 * 63 * 8 * 63, 0);
	evaluation_free(&e);
}

/* A round that stands for others makes what the outer loop's rounds before it made, but the others do not. */
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
		assert_true(kernel->launches[i].repeats <= 5000 - kernel->launches[i].grid[0]);
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
	/* So many of one that costs next to nothing. */
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

/* Of a kernel with a loop fewer are looked at, and least of one whose lanes go through it at times of their own: one of each shape,
 * where that takes very much. */
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

/* What nothing comes to is looked at for some instances of a template; a launch that is made always is. */
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

	evaluate_with(&e, source, (struct eval_options){.wants_all_instances = true});
	assert_int_equal(e.facts.kernel_count, 1 + INSTANCES);
	for (size_t i = 0; i < e.facts.kernel_count; i++)
		assert_int_equal(e.facts.kernels[i].launch_count, 1);
	evaluation_free(&e);
}

/* Parameters of one name are told apart, and an invented shape is marked where it stands for launches that are left out. */
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
		assert_string_equal(kernel->launches[0].arguments[i].name, names[i]);
	assert_int_equal(kernel->left_out_count, 2);
	assert_false(kernel->left_out[0].shape_assumed);
	assert_true(kernel->left_out[1].shape_assumed);
	evaluation_free(&e);
}

static void
expect_assumed(unsigned line, enum site_kind kind, const char *why)
{
	const struct site *site = site_at(&e.facts.kernels[0].launches[0], line, kind);
	assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
	assert_string_equal(site->why, why);
}

/* How many rounds were run of a loop that data ends is said of all that stands in it, however the loop is left; and a branch
 * that nobody may come to is no surer than the accesses beside it. */
static void
test_what_data_decides_is_not_exact(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(const int *d, float *p, int n) {\n"
		"  while (true) {\n"
		"    if (threadIdx.x < 8)\n"
		"      p[threadIdx.x] = 1;\n"
		"    if (d[0] > n) break; }\n"
		"  while (d[1] > n)\n"
		"    atomicAdd(&p[threadIdx.x], 1.f);\n"
		"  if (d[2] > n)\n"
		"    if (threadIdx.x < 16)\n"
		"      p[threadIdx.x + 64] = 2; }\n"
		"int main() { int *d; float *p; cudaMalloc(&d, 4096); cudaMalloc(&p, 4096); k<<<1, 32>>>(d, p, 7); }\n",
		NULL);
	static const char
		breaks[] = "the figure is for 5 iterations of the loop at line 2: its trip count depends on data",
		tests[] = "the figure is for 4 iterations of the loop at line 6: its trip count depends on data",
		lanes[] = "all lanes that may execute this do; data decides which ones do";
	expect_assumed(3, SITE_BRANCH, breaks);
	expect_assumed(4, SITE_STORE, breaks);
	expect_assumed(7, SITE_ATOMIC, tests);
	expect_assumed(9, SITE_BRANCH, lanes);
	expect_assumed(10, SITE_STORE, lanes);
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

/* Too much shared memory, too many blocks in a dimension, clusters that do not fit, more cooperating blocks than there is room for, more threads than the kernel's bounds. */
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
		/* What is about another kernel is no help. */
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

/* What a launch brings is not counted as the kernel's own. */
static void
test_shared_memory_limits_occupancy(void **state)
{
	(void)state;
	evaluate(&e, SHARED_KERNEL("64"), "k<<<1000, 64, 50000>>>(256)");
	assert_int_equal(e.facts.kernels[0].resources.static_shared, 256);
	expect_double(first_launch(&e)->occupancy, 4 * 2 / 64.0, 1e-9);
	evaluation_free(&e);
}

/* What a macro is expanded to is on the line of its name, of the outermost one's; shown is what the argument holds. */
static void
test_arguments_of_macros_are_where_their_name_is(void **state)
{
	(void)state;
	evaluate(&e,
	         "#define SUM(x, y) ((x) + (y))\n"
	         "__global__ void k(float *o, const float *a)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = SUM(1.0f,\n"
	         "             SUM(2.0f,\n"
	         "                 a[i]));\n"
	         "  o[i + 32] = a[SUM(i,\n"
	         "                    32)]; }\n",
	         "k<<<1, 32>>>(256, 256)");
	const struct site *load = site_at(first_launch(&e), 4, SITE_LOAD);
	assert_int_equal(load->place.column, 10);
	assert_int_equal(load->place.end_column, 13);
	assert_int_equal(load->place.end_line, 4);
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->place.column, 3);
	assert_int_equal(site_at(first_launch(&e), 7, SITE_LOAD)->place.column, 15);
	evaluation_free(&e);
}

/* A block has what its kernel declares, on sides that are not taken and in functions as well; what no code names, or none
 * that is compiled, or is only stored to, takes nothing. */
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
	assert_int_equal(first_launch(&e)->limiter, LIMITED_BY_SHARED);
	evaluation_free(&e);
}

/* Launches that differ in what their buffers and variables hold are two where that decides where lanes go. */
static void
test_launches_on_other_data_are_others(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int step;\n"
	         "__global__ void k(float *p, const int *q) { p[q[threadIdx.x] * step] = 1; }\n"
	         "int main() { float *p; int *q; cudaMalloc(&p, 1 << 20); cudaMallocManaged(&q, 128);\n"
	         "  int one = 1, two = 2; cudaMemcpyToSymbol(step, &one, 4);\n"
	         "  for (int i = 0; i < 32; i++) q[i] = i;\n"
	         "  k<<<1, 32>>>(p, q); k<<<1, 32>>>(p, q);\n"
	         "  for (int i = 0; i < 32; i++) q[i] = i * 8;\n"
	         "  k<<<1, 32>>>(p, q);\n"
	         "  cudaMemcpyToSymbol(step, &two, 4);\n"
	         "  k<<<1, 32>>>(p, q); }\n",
	         NULL);
	static const double sectors[] = {4, 32, 32};
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, 3);
	assert_int_equal(kernel->launches[0].repeats, 2);
	for (unsigned i = 0; i < 3; i++)
		expect_double(site_at(&kernel->launches[i], 2, SITE_STORE)->predicted.sectors, sectors[i], 1e-9);
	evaluation_free(&e);
}

/* Fetches have sites, of which only who makes them is told; what they lead to goes on. */
static void
test_textures_and_surfaces_have_sites(void **state)
{
	(void)state;
	evaluate(&e,
	         "texture<float, 2> reference;\n"
	         "__global__ void k(float *p, cudaTextureObject_t t, cudaSurfaceObject_t s) { int i = threadIdx.x;\n"
	         "  float v = tex2D<float>(t, i, 3.0f);\n"
	         "  if (i < 16) v += tex2D(reference, i, i);\n"
	         "  surf2Dwrite(v, s, 4 * i, 3);\n"
	         "  p[i] = v; }\n",
	         "k<<<100, 64>>>(256, _, _)");
	const struct launch *launch = first_launch(&e);
	const struct site *fetch = site_at(launch, 3, SITE_LOAD), *some = site_at(launch, 4, SITE_LOAD);
	const struct site *write = site_at(launch, 5, SITE_STORE);
	assert_int_equal(fetch->space, SPACE_TEXTURE);
	assert_int_equal(fetch->confidence, CONFIDENCE_UNKNOWN);
	assert_non_null(strstr(fetch->why, "texture"));
	assert_int_equal(fetch->width, 4);
	expect_double(fetch->predicted.requests, 200, 1e-9);
	assert_true(isnan(fetch->predicted.sectors));
	expect_double(some->predicted.requests, 100, 1e-9);
	expect_double(some->predicted.lanes, 1600, 1e-9);
	assert_int_equal(write->space, SPACE_TEXTURE);
	assert_int_equal(site_at(launch, 6, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* What two variables hold behind a branch that data decides is unknown of each for itself: they are not the same. */
static void
test_unknown_variables_are_apart(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(const int *a, int *o, int n)\n"
	         "{ int low = 0, high = n, middle = n / 2;\n"
	         "  if (a[threadIdx.x] < 5) high = middle; else low = middle;\n"
	         "  o[high - low] = 1;\n"
	         "  if (high - low > 1)\n"
	         "    o[threadIdx.x] = 2; }\n",
	         "k<<<1, 32>>>(4096, 65536, 64)");
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	assert_int_equal(site_at(first_launch(&e), 6, SITE_STORE)->confidence, CONFIDENCE_ASSUMED);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unknown_variables_are_apart),
		cmocka_unit_test(test_contiguous),
		cmocka_unit_test(test_strides_and_offsets),
		cmocka_unit_test(test_guard_cuts_the_last_warp),
		cmocka_unit_test(test_shared_columns),
		cmocka_unit_test(test_long_loop_is_sampled_exactly),
		cmocka_unit_test(test_gather_is_not_exact),
		cmocka_unit_test(test_host_run_yields_the_launch),
		cmocka_unit_test(test_launches_are_distinguished_by_what_their_records_hold),
		cmocka_unit_test(test_launches_are_distinguished_by_floats_that_decide),
		cmocka_unit_test(test_an_unknown_argument_is_no_number),
		cmocka_unit_test(test_unknown_branch_leaves_nothing_exact),
		cmocka_unit_test(test_choices_by_data_change_what_they_may),
		cmocka_unit_test(test_shuffle_and_shared_exchange),
		cmocka_unit_test(test_options_of_the_program),
		cmocka_unit_test(test_assertions_choose_assumptions),
		cmocka_unit_test(test_atomics_and_constants),
		cmocka_unit_test(test_divergence_by_lane_and_by_warp),
		cmocka_unit_test(test_lanes_that_are_off_are_laid_to_their_branch),
		cmocka_unit_test(test_what_is_left_out_is_reported),
		cmocka_unit_test(test_accesses_that_nothing_came_to_are_listed),
		cmocka_unit_test(test_a_ladder_of_conditions_hangs_together),
		cmocka_unit_test(test_what_is_behind_a_jump_is_a_side),
		cmocka_unit_test(test_who_leaves_a_loop_is_off_until_its_end),
		cmocka_unit_test(test_a_switch_has_as_many_paths_as_lanes_enter),
		cmocka_unit_test(test_lanes_of_all_blocks_fill_warps_together),
		cmocka_unit_test(test_rows_of_narrow_blocks_are_reported_from_uneven_steps),
		cmocka_unit_test(test_loops_may_do_later_what_they_have_not_done_yet),
		cmocka_unit_test(test_long_loops_keep_what_they_only_read),
		cmocka_unit_test(test_a_small_table_is_read_evenly),
		cmocka_unit_test(test_variables_lie_where_the_linker_puts_them),
		cmocka_unit_test(test_a_side_that_ends_leaves_the_other),
		cmocka_unit_test(test_switch_diverges),
		cmocka_unit_test(test_assembly_forgets_what_it_may_write),
		cmocka_unit_test(test_a_copy_costs_by_both_of_its_sides),
		cmocka_unit_test(test_launches_through_the_runtime),
		cmocka_unit_test(test_gotos_are_followed_and_are_no_branches),
		cmocka_unit_test(test_the_old_value_of_a_member_stays),
		cmocka_unit_test(test_a_copy_over_two_lines_is_where_its_source_is),
		cmocka_unit_test(test_a_block_that_stands_for_others_is_not_cut_short),
		cmocka_unit_test(test_masks_bound_what_loops_leave),
		cmocka_unit_test(test_long_blocks_of_few_warps),
		cmocka_unit_test(test_sorting_unknown_data_fits_the_budget),
		cmocka_unit_test(test_what_comes_behind_a_long_loop_is_seen),
		cmocka_unit_test(test_launches_that_cannot_be),
		cmocka_unit_test(test_steps_between_active_lanes),
		cmocka_unit_test(test_loops_that_do_not_end),
		cmocka_unit_test(test_every_loop_is_seen),
		cmocka_unit_test(test_repeated_launches_write_again),
		cmocka_unit_test(test_launches_in_long_host_loops),
		cmocka_unit_test(test_one_launch_among_many_rounds),
		cmocka_unit_test(test_rounds_of_host_loops_that_are_not_run),
		cmocka_unit_test(test_tiles_beyond_a_matrix_end),
		cmocka_unit_test(test_rounds_that_make_others_count_once),
		cmocka_unit_test(test_launches_left_out),
		cmocka_unit_test(test_dear_launches_left_out),
		cmocka_unit_test(test_instances_that_nothing_launches_are_left_out),
		cmocka_unit_test(test_launches_are_described),
		cmocka_unit_test(test_what_data_decides_is_not_exact),
		cmocka_unit_test(test_limits_of_launches),
		cmocka_unit_test(test_textures_and_surfaces_have_sites),
		cmocka_unit_test(test_arguments_of_macros_are_where_their_name_is),
		cmocka_unit_test(test_shared_memory_limits_occupancy),
		cmocka_unit_test(test_shared_memory_is_that_of_the_code),
		cmocka_unit_test(test_a_backward_walk_is_misaligned_at_its_low_end),
		cmocka_unit_test(test_launches_on_other_data_are_others),
		cmocka_unit_test(test_data_is_loaded_where_its_kernel_loads_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
