/* Numbers, shapes and launches that are assumed. */
#include "evaluate.h"

static struct evaluation e;

#define HEAD "#include <cstdio>\n"
#define MAIN(launch) \
	"int main() { int n, m, rows, width; float *a, *b; scanf(\"%d%d%d%d\", &n, &m, &rows, &width);\n" \
	"  cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); " launch " }\n"

/* Which numbers were assumed, and why. */
static void
test_launches_that_are_assumed(void **state)
{
	(void)state;
	static const char kernel[] =
		"__global__ void k(float *a, int stride, int n) { a[threadIdx.x * stride] = 1; }\n";
	char source[1000];
	evaluate(&e, kernel, NULL);
	assert_string_equal(site_at(first_launch(&e), 1, SITE_STORE)->why,
	                    "stride = 1024, n = 65536: no launch binds it");
	evaluation_free(&e);
	snprintf(source, sizeof source,
	         "%svoid f(float *a, int s, int n) { if (0) k<<<1, 32>>>(a, s, n); }\nint main() { }\n", kernel);
	evaluate(&e, source, NULL);
	assert_string_equal(site_at(first_launch(&e), 1, SITE_STORE)->why,
	                    "stride = 1024, n = 65536: no evaluated code reaches the launch at line 2");
	evaluation_free(&e);
}

static void
expect_never_made(bool never_made, const char *host_code)
{
	struct evaluation e;
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void made(float *p) { p[threadIdx.x] = 1; }\n"
	         "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n%s\n",
	         host_code);
	evaluate(&e, source, NULL);
	assert_int_equal(launch_of_kernel(&e, "k")->origin, LAUNCH_ASSUMED);
	assert_int_equal(launch_of_kernel(&e, "k")->program.never_makes_it, never_made);
	evaluation_free(&e);
}

/* Kernels that a program does not launch; but not those of a library, of functions without a known caller, or of
 * iterations that were not evaluated. */
static void
test_launches_that_are_never_made(void **state)
{
	(void)state;
	expect_never_made(true, "int main() { float *p; cudaMalloc(&p, 4096); made<<<1, 32>>>(p); }");
	expect_never_made(
		true,
		"int main() { float *p; cudaMalloc(&p, 4096); int old = 0; old ? k<<<1, 32>>>(p) : made<<<1, 32>>>(p); }");
	expect_never_made(false, "int main() { return 0; }");
	expect_never_made(false, "void use(float *p) { made<<<1, 32>>>(p); }");
	expect_never_made(false, "void other(int n) { float *p; cudaMalloc(&p, n); k<<<n / 32, 32>>>(p); }\n"
	                         "int main() { float *p; cudaMalloc(&p, 4096); made<<<1, 32>>>(p); }");
}

/* Two numbers that the kernel multiplies to index memory of that size; memory with few elements does not determine
 * them. */
static void
test_numbers_of_one_launch(void **state)
{
	(void)state;
	evaluate(
		&e,
		"int unseen();\n"
		"__global__ void k(float *p, const float *few, int row_count, int entry_count) {\n"
		"  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		"  if (i >= row_count * entry_count) return;\n"
		"  p[i] = few[i % 3]; }\n"
		"int main() { int row_count = unseen(), entry_count = unseen(); float *p, *few; cudaMalloc(&few, 12);\n"
		"  cudaMalloc(&p, row_count * entry_count * 4);\n"
		"  k<<<(row_count * entry_count + 255) / 256, 256>>>(p, few, row_count, entry_count); }\n",
		NULL);
	const struct site *store = site_at(first_launch(&e), 5, SITE_STORE);
	assert_int_equal(first_launch(&e)->grid[0], 1 << 22);
	expect_double(store->predicted.requests, 1 << 25, 0);
	evaluation_free(&e);
}

/* The index of a step is the first step's. The assumed number of steps is smaller than the size of the data. */
static void
test_numbers_of_steps_and_how_many_there_are(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		int number;
	} names[] = {
		{"step", 0},
		{"stepStart", 0},
		{"iterStart", 0},
		{"start_index", 0},
		{"iter", 0},
		{"rank", 0},
		{"num_ranks", 0},
		{"num_steps", 100},
		{"n_iter", 100},
		{"niter", 100},
		{"step_count", 100},
		{"iterations", 100},
		{"maxIter", 100},
		{"num_index_sets", 1024},
		{"numIndices", 1 << 20},
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char source[1000], why[100];
		snprintf(source, sizeof source,
		         "__global__ void k(float *a, int %s) {\n"
		         "  for (int i = 0; i < %s; i++)\n"
		         "    a[i * 32 + threadIdx.x] = 1; }\n",
		         names[i].name, names[i].name);
		snprintf(why, sizeof why, "%s = %d: no launch binds it", names[i].name, names[i].number);
		evaluate(&e, source, NULL);
		const struct site *store = NULL;
		for (size_t k = 0; k < first_launch(&e)->site_count; k++)
			if (first_launch(&e)->sites[k].kind == SITE_STORE)
				store = &first_launch(&e)->sites[k];
		if (!store != !names[i].number || (store && !strstr(store->why, why)))
			fail_msg("%s: %s instead of %s", names[i].name, store ? store->why : "no store", why);
		evaluation_free(&e);
	}
}

/* Launches that device code makes with them. */
static void
test_launches_by_device_code(void **state)
{
	(void)state;
	evaluate(&e,
	         HEAD
	         "__global__ void child(float *a, int s) {\n"
	         "  a[threadIdx.x * s] = 1; }\n"
	         "__global__ void k(float *a, int n) { if (threadIdx.x == 0) child<<<1, 32>>>(a, n / 64); }\n" MAIN(
			 "k<<<1, 32>>>(a, n);"),
	         NULL);
	const struct site *site = site_at(launch_of_kernel(&e, "child"), 3, SITE_STORE);
	assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
	assert_non_null(
		strstr(site->why,
	               "device code launches it, and the launching kernel assumes: n = 65536: known only at run time"));
	evaluation_free(&e);
}

/* Pointers in records are like pointer parameters: each points to an array, and none is null. */
static void
test_pointers_in_records(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct part { double *sums; }; struct view { float *values; int n; part of; };\n"
	         "__global__ void k(view v) {\n"
	         "  v.values[8 * threadIdx.x] = 1;\n"
	         "  if (v.of.sums)\n"
	         "    v.of.sums[threadIdx.x] = 2;\n"
	         "  v.values[v.n + threadIdx.x] = 3; }\n",
	         NULL);
	const struct launch *launch = launch_of_kernel(&e, "k");
	const struct site *spread = site_at(launch, 3, SITE_STORE), *sums = site_at(launch, 5, SITE_STORE);
	assert_int_equal(spread->confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(sums->confidence, CONFIDENCE_ASSUMED);
	expect_double(spread->predicted.sectors / spread->predicted.requests, 32, 0.01);
	expect_double(sums->predicted.sectors / sums->predicted.requests, 8, 0.01);
	assert_int_not_equal(site_at(launch, 6, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* Each unbound number in a record is one number for all lanes: all take one arm, and they are contiguous from it on. */
static void
test_numbers_in_records(void **state)
{
	(void)state;
	static const char *const callers[] = {
		"",
		"void run(options o, float *a) { k<<<1, 32>>>(o, a); }\n",
		"void run(holder *h, float *a) { options o = {}; if (a) o = h->next->inner; k<<<1, 32>>>(o, a); }\n",
	};
	for (size_t i = 0; i < sizeof callers / sizeof *callers; i++) {
		char source[1024];
		snprintf(source, sizeof source,
		         "struct options { int first; bool twice; short steps[3]; };\n"
		         "struct holder { options inner; holder *next; };\n"
		         "__global__ void k(options o, float *a) {\n"
		         "  if (o.twice)\n"
		         "    a[threadIdx.x] = 1;\n"
		         "  a[8 * o.first + threadIdx.x] = 2;\n"
		         "  a[o.steps[2] + threadIdx.x] = 3;\n"
		         "  a[o.first * threadIdx.x] = 4; }\n%s",
		         callers[i]);
		evaluate(&e, source, NULL);
		const struct launch *launch = launch_of_kernel(&e, "k");
		const struct site *branch = site_at(launch, 4, SITE_BRANCH), *aligned = site_at(launch, 6, SITE_STORE);
		assert_int_equal(branch->confidence, CONFIDENCE_ASSUMED);
		expect_double(branch->predicted.divergent, 0, 0.01);
		assert_int_equal(aligned->confidence, CONFIDENCE_ASSUMED);
		expect_double(aligned->predicted.sectors / aligned->predicted.requests, 4, 0.01);
		assert_int_equal(site_at(launch, 7, SITE_STORE)->confidence, CONFIDENCE_BOUNDED);
		assert_int_equal(site_at(launch, 8, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
		evaluation_free(&e);
	}
}

/* A pointer in a record that host code computes from unknown values points to an array, as a pointer argument does. A
 * null pointer stays null, and a known number keeps its value. */
static void
test_records_that_host_code_makes(void **state)
{
	(void)state;
	evaluate(
		&e,
		"struct tensor { float *data; tensor *next; };\n"
		"struct view { float *values, *bias; int step; };\n"
		"__global__ void k(view v) {\n"
		"  v.values[v.step * threadIdx.x] = 1;\n"
		"  if (v.bias)\n"
		"    v.values[64 + threadIdx.x] = v.bias[threadIdx.x]; }\n"
		"void run(tensor *t) { view v{}; v.values = t->next->data; v.step = 2; k<<<1, 32>>>(v); k<<<1, 32>>>(v); }\n",
		NULL);
	const struct launch *launch = launch_of_kernel(&e, "k");
	const struct site *spread = site_at(launch, 4, SITE_STORE);
	assert_int_equal(spread->space, SPACE_GLOBAL);
	assert_int_equal(spread->confidence, CONFIDENCE_ASSUMED);
	expect_double(spread->predicted.sectors / spread->predicted.requests, 8, 0.01);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_int_not_equal(launch->sites[i].place.line, 6);
	evaluation_free(&e);
}

/* Device code that stores to unknown addresses cannot change the host's numbers, nor later objects. */
static void
test_stores_of_kernels_out_of_sight(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void away(int *p) { int *to = (int *)(size_t)p[threadIdx.x]; *to = 1; }\n"
	         "__global__ void by(int *a, const int *at) { a[at[threadIdx.x]] = 1; }\n"
	         "__global__ void by_later(int *a, const int *at) { a[at[threadIdx.x]] = 1; }\n"
	         "__global__ void strided(int *a, int x) { a[threadIdx.x * x] = 1; }\n"
	         "int x = 2;\n"
	         "int main() {\n"
	         "  int h[32], *p, *q, *at, *later;\n"
	         "  for (int i = 0; i < 32; i++) h[i] = i;\n"
	         "  cudaMalloc(&p, 4096); cudaMalloc(&q, 4096); cudaMalloc(&at, 128);\n"
	         "  cudaMemcpy(at, h, 128, cudaMemcpyHostToDevice);\n"
	         "  away<<<1, 32>>>(p);\n"
	         "  strided<<<1, 32>>>(q, x);\n"
	         "  by<<<1, 32>>>(q, at);\n"
	         "  cudaMalloc(&later, 128);\n"
	         "  cudaMemcpy(later, h, 128, cudaMemcpyHostToDevice);\n"
	         "  by_later<<<1, 32>>>(q, later); }\n",
	         NULL);
	const struct site *by = site_at(launch_of_kernel(&e, "by"), 2, SITE_STORE);
	assert_int_equal(site_at(launch_of_kernel(&e, "strided"), 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	assert_int_equal(site_at(launch_of_kernel(&e, "by_later"), 3, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	assert_int_equal(by->confidence, CONFIDENCE_ASSUMED);
	assert_non_null(strstr(by->why, "the store at line 1 (unknown address)"));
	evaluation_free(&e);
}

/* A loop with a data-dependent end stores through a member and prints; other variables of the function keep their
 * values. */
static void
test_loops_that_store_through_members(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		HEAD
		"#include <cstdlib>\n"
		"struct list { int *at; int limit; };\n"
		"__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }\n"
		"int main(int argc, char **argv) {\n"
		"  list l; float *a; int count = 0, n = 1000, sizes[2] = {4, 256};\n"
		"  l.at = (int *)malloc(4096); l.limit = 1000;\n"
		"  cudaMalloc(&a, 4000);\n"
		"  for (int i = 0; i < 1000; i++)\n"
		"    if (atoi(argv[1]) % (i + 2) == 1) { l.at[count] = i; count++; printf(\"taken\\n\"); }\n"
		"  k<<<sizes[0], sizes[1]>>>(a, n); }\n",
		NULL);
	const struct launch *launch = launch_of_kernel(&e, "k");
	assert_int_equal(launch->grid[0], 4);
	assert_int_equal(site_at(launch, 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* A store to an unknown address may change a launch's arguments. */
static void
test_stores_out_of_sight(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		"#include <cstdlib>\n#include <vector>\n"
		"__global__ void k(float *p, int x)\n"
		"{ p[threadIdx.x * x] = 1; }\n"
		"int x = 1; int *table[2] = {&x, 0};\n"
		"int main(int argc, char **argv)\n"
		"{ float *p; cudaMalloc(&p, 4096); std::vector<int> v(atoi(argv[1])); v.push_back(1); k<<<1, 32>>>(p, x);\n"
		"  int *q = table[atoi(argv[1])]; q[0] = 7;\n"
		"  k<<<1, 32>>>(p, x); }\n",
		NULL);
	assert_int_equal(e.facts.kernels[0].launch_count, 2);
	assert_int_equal(site_at(&e.facts.kernels[0].launches[0], 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	const struct site *site = site_at(&e.facts.kernels[0].launches[1], 4, SITE_STORE);
	assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
	assert_non_null(strstr(site->why, "the store at line 8 (unknown address)"));
	assert_int_equal(e.facts.kernels[0].launches[1].caveats.assumption_count, 1);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stores_of_kernels_out_of_sight),
		cmocka_unit_test(test_loops_that_store_through_members),
		cmocka_unit_test(test_stores_out_of_sight),
		cmocka_unit_test(test_launches_that_are_assumed),
		cmocka_unit_test(test_launches_that_are_never_made),
		cmocka_unit_test(test_numbers_of_one_launch),
		cmocka_unit_test(test_numbers_of_steps_and_how_many_there_are),
		cmocka_unit_test(test_launches_by_device_code),
		cmocka_unit_test(test_pointers_in_records),
		cmocka_unit_test(test_numbers_in_records),
		cmocka_unit_test(test_records_that_host_code_makes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
