/* Data of which only a part was computed: what the part shows about a request, and that nothing becomes exact. */
#include "evaluate.h"

/* A permutation of blocks of 1024 without an affine index: (i * 37) % 1024 steps by 37 elements. */
static void
test_of_a_long_loop(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <stdlib.h>\n"
	         "__global__ void gather(const int *index, const float *in, float *out, int n) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n) { int at = index[i];\n"
	         "    out[i] = in[at]; }\n"
	         "}\n"
	         "int main() {\n"
	         "  const int n = 1 << 24;\n"
	         "  int *host = (int *)malloc(n * sizeof(int)), *index;\n"
	         "  float *in, *out;\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    host[i] = i / 1024 * 1024 + i * 37 % 1024;\n"
	         "  cudaMalloc(&index, n * sizeof(int));\n"
	         "  cudaMalloc(&in, n * sizeof(float));\n"
	         "  cudaMalloc(&out, n * sizeof(float));\n"
	         "  cudaMemcpy(index, host, n * sizeof(int), cudaMemcpyHostToDevice);\n"
	         "  gather<<<n / 256, 256>>>(index, in, out, n);\n"
	         "}\n",
	         NULL);
	const struct site *gather = site_at(first_launch(&e), 5, SITE_LOAD);
	assert_int_equal(gather->confidence, CONFIDENCE_BOUNDED);
	expect_double(gather->predicted.sectors, 32 * gather->predicted.requests,
	              0.05 * 32 * gather->predicted.requests);
	/* Some lanes have known addresses. */
	expect_double(gather->predicted.low, gather->predicted.requests, 1e-4 * gather->predicted.requests);
	assert_non_null(strstr(gather->why, "computed part"));
	evaluation_free(&e);
}

/* If each number takes long to compute, some dozen are known: rows of that many bytes, one after the other. */
static void
test_of_few_numbers(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		"#include <stdlib.h>\n"
		"__global__ void first(const int *start, const char *rows, char *out, int n) {\n"
		"  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		"  if (i < n) {\n"
		"    out[i] = rows[start[i]]; }\n"
		"}\n"
		"int main() {\n"
		"  const int n = 100000;\n"
		"  int *length = (int *)malloc(n * sizeof(int)), *host = (int *)malloc(n * sizeof(int)), *start, total = 0;\n"
		"  for (int i = 0; i < n; i++) {\n"
		"    length[i] = rand() % 200 + 50;\n"
		"    char *row = (char *)malloc(length[i]);\n"
		"    for (int turn = 0; turn < 10; turn++)\n"
		"      for (int c = 0; c < length[i]; c++)\n"
		"        row[c] = c + turn; }\n"
		"  for (int i = 0; i < n; i++) {\n"
		"    host[i] = total; total += length[i]; }\n"
		"  char *rows, *out;\n"
		"  cudaMalloc(&start, n * sizeof(int));\n"
		"  cudaMalloc(&rows, 1 << 25);\n"
		"  cudaMalloc(&out, n);\n"
		"  cudaMemcpy(start, host, n * sizeof(int), cudaMemcpyHostToDevice);\n"
		"  first<<<(n + 255) / 256, 256>>>(start, rows, out, n);\n"
		"}\n",
		NULL);
	const struct site *load = NULL;
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].kind == SITE_LOAD && launch->sites[i].width == 1)
			load = &launch->sites[i];
	assert_non_null(load);
	assert_int_equal(load->confidence, CONFIDENCE_BOUNDED);
	expect_double(load->predicted.sectors, 32 * load->predicted.requests, 0.05 * 32 * load->predicted.requests);
	evaluation_free(&e);
}

/* After a loop that cannot be evaluated, data of an earlier loop is no longer known. */
static void
test_of_data_that_was_overwritten(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <stdlib.h>\n"
	         "int draw(int i);\n"
	         "__global__ void gather(const int *index, const float *in, float *out) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];\n"
	         "  out[i] = in[at];\n"
	         "}\n"
	         "int main() {\n"
	         "  const int n = 1 << 24;\n"
	         "  int *index;\n"
	         "  float *in, *out;\n"
	         "  cudaMallocManaged(&index, n * sizeof(int));\n"
	         "  cudaMalloc(&in, n * sizeof(float));\n"
	         "  cudaMalloc(&out, n * sizeof(float));\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    index[i] = i;\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    index[i] = draw(i);\n"
	         "  gather<<<n / 256, 256>>>(index, in, out);\n"
	         "}\n",
	         NULL);
	assert_int_equal(site_at(first_launch(&e), 5, SITE_LOAD)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

/* Results of the sampled blocks of an earlier kernel are an example of the rest. */
static void
test_of_an_earlier_kernel(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void gather(const int *index, const float *in, float *out) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];\n"
	         "  out[i] = in[at];\n"
	         "}\n"
	         "__global__ void number(int *index) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  index[i] = i * 2;\n"
	         "}\n"
	         "int main() {\n"
	         "  const int n = 1 << 20;\n"
	         "  int *index;\n"
	         "  float *in, *out;\n"
	         "  cudaMalloc(&index, n * sizeof(int));\n"
	         "  cudaMalloc(&in, 2 * n * sizeof(float));\n"
	         "  cudaMalloc(&out, n * sizeof(float));\n"
	         "  number<<<n / 256, 256>>>(index);\n"
	         "  gather<<<n / 256, 256>>>(index, in, out);\n"
	         "}\n",
	         NULL);
	const struct site *gather = site_at(first_launch(&e), 3, SITE_LOAD);
	assert_int_equal(gather->confidence, CONFIDENCE_BOUNDED);
	expect_double(gather->predicted.sectors / gather->predicted.requests, 8, 0.01);
	evaluation_free(&e);
}

/* Which lanes reach a place that such data decides, and what the kernel's next steps compute from it. */
static void
expect_a_branch(const char *blocks, const char *flags)
{
	char source[1024];
	struct evaluation e;
	snprintf(source, sizeof source,
	         "#include <stdlib.h>\n"
	         "__global__ void pick(const int *flag, float *out, int n) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n && flag[i])\n"
	         "    out[i] = 0;\n"
	         "}\n"
	         "int main() {\n"
	         "  const int n = 1 << 24;\n"
	         "  int *host = (int *)malloc(n * sizeof(int)), *flag;\n"
	         "  float *out;\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    host[i] = i %% 8 == 3;\n"
	         "  cudaMalloc(&flag, n * sizeof(int));\n"
	         "  cudaMalloc(&out, n * sizeof(float));\n"
	         "  cudaMemcpy(flag, host, n * sizeof(int), cudaMemcpyHostToDevice);\n"
	         "  pick<<<%s, 256>>>(%s, out, n);\n"
	         "}\n",
	         blocks, flags);
	evaluate(&e, source, NULL);
	const struct site *branch = site_at(first_launch(&e), 4, SITE_BRANCH),
			  *store = site_at(first_launch(&e), 5, SITE_STORE);
	assert_int_equal(branch->confidence, CONFIDENCE_ASSUMED);
	assert_true(branch->basis.is_data_dependent);
	expect_double(branch->predicted.divergent, branch->predicted.requests, 0.5);
	assert_int_equal(store->confidence, CONFIDENCE_ASSUMED);
	expect_double(store->predicted.lanes, 4 * store->predicted.requests, 0.5);
	expect_double(store->predicted.sectors, 4 * store->predicted.requests, 0.5);
	assert_non_null(strstr(store->why, "data decides which lanes execute this"));
	evaluation_free(&e);
}

static void
test_of_a_branch(void **state)
{
	(void)state;
	expect_a_branch("n / 256", "flag");
}

/* A few blocks are all run, but their inputs are not known any better. */
static void
test_of_a_grid_that_is_run_whole(void **state)
{
	(void)state;
	expect_a_branch("64", "flag + n / 2");
}

/* The results of a launch are only an example if it may not be made, or with other numbers. */
static void
test_of_a_launch_that_is_not_settled(void **state)
{
	static const struct {
		const char *name;
		enum confidence confidence;
	} cases[] = {
		{"fill<<<1, 32>>>(index, 2);", CONFIDENCE_EXACT},
		{"if (m == 5) fill<<<1, 32>>>(index, 2);", CONFIDENCE_BOUNDED},
		{"if (m == 5) printf(\"5\"); else fill<<<1, 32>>>(index, 2);", CONFIDENCE_BOUNDED},
		{"fill<<<1, 32>>>(index, m);", CONFIDENCE_BOUNDED},
		{"fill<<<m, 32>>>(index, 2);", CONFIDENCE_BOUNDED},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct evaluation e;
		char source[1024];
		snprintf(source, sizeof source,
		         "#include <cstdio>\n"
		         "__global__ void fill(int *to, int m) { to[threadIdx.x] = threadIdx.x * m; }\n"
		         "__global__ void use(float *out, const int *at) {\n"
		         "  out[at[threadIdx.x]] = 1; }\n"
		         "int main() {\n"
		         "  int m, *index; float *out; scanf(\"%%d\", &m);\n"
		         "  cudaMalloc(&index, 4096); cudaMalloc(&out, 1 << 20); cudaMemset(index, 0, 4096);\n"
		         "  %s\n"
		         "  use<<<1, 32>>>(out, index); }\n",
		         cases[i].name);
		evaluate(&e, source, NULL);
		for (size_t k = 0; k < e.facts.kernel_count; k++)
			if (!strcmp(e.facts.kernels[k].name, "use"))
				assert_int_equal(site_at(&e.facts.kernels[k].launches[0], 4, SITE_STORE)->confidence,
				                 cases[i].confidence);
		evaluation_free(&e);
	}
}

/* Numbers drawn after a loop too long to run are unknown, but their kind is known, whichever generator draws them: the
 * process's, one of C++, or the program's own. The same holds for a seed that is only known at run time. */
static void
test_of_a_generator_that_was_lost(void **state)
{
	static const struct {
		const char *begin, *fill, *draw;
	} cases[] = {
		{"srand(3);", "rand()", "rand() % n"},
		{"srand(time(NULL));", "0", "rand() % n"},
		{"srand48(3);", "drand48() * 8", "lrand48() % n"},
		{"std::default_random_engine g(3);", "g()", "std::uniform_int_distribution<int>(0, n - 1)(g)"},
		{"std::mt19937 g(3);", "g()", "std::uniform_int_distribution<int>(0, n - 1)(g)"},
		{"std::random_device r; std::mt19937 g(r());", "0", "g() % n"},
		{"std::random_device r; std::minstd_rand g(r());", "0", "g() % n"},
		{"unsigned long long seed = 3;", "next(&seed)", "next(&seed) % n"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct evaluation e;
		char source[2048];
		snprintf(
			source, sizeof source,
			"#include <stdlib.h>\n#include <time.h>\n#include <random>\n"
			"__global__ void gather(const int *index, const char *mark, float *out) {\n"
			"  int i = blockIdx.x * blockDim.x + threadIdx.x, at = index[i];\n"
			"  out[i] = mark[i] +\n"
			"    out[at]; }\n"
			"unsigned next(unsigned long long *seed) {\n"
			"  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL; return *seed >> 33; }\n"
			"int main() {\n"
			"  const int n = 1 << 24, few = 1 << 12;\n"
			"  char *long_one = (char *)malloc(n), *mark; int *index = (int *)malloc(few * sizeof(int)), *places; float *out;\n"
			"  %s\n"
			"  for (int i = 0; i < n; i++) long_one[i] = %s;\n"
			"  for (int i = 0; i < few; i++) index[i] = %s;\n"
			"  cudaMalloc(&mark, n); cudaMalloc(&places, few * sizeof(int)); cudaMalloc(&out, n * sizeof(float));\n"
			"  cudaMemcpy(mark, long_one, n, cudaMemcpyHostToDevice);\n"
			"  cudaMemcpy(places, index, few * sizeof(int), cudaMemcpyHostToDevice);\n"
			"  gather<<<few / 256, 256>>>(places, mark, out);\n"
			"}\n",
			cases[i].begin, cases[i].fill, cases[i].draw);
		evaluate(&e, source, NULL);
		const struct site *gather = site_at(first_launch(&e), 7, SITE_LOAD);
		assert_int_equal(gather->confidence, CONFIDENCE_BOUNDED);
		expect_double(gather->predicted.sectors, 32 * gather->predicted.requests,
		              0.05 * 32 * gather->predicted.requests);
		evaluation_free(&e);
	}
}

/* A count, its prefix sums, and data sorted by them, all known only by example, and copies of unknown size. */
static void
test_of_what_examples_lead_to(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <stdlib.h>\n"
	         "__global__ void gather(const int *begin, const int *corner, float *out) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x, at = begin[i], to = corner[i];\n"
	         "  out[at] = 0;\n"
	         "  out[to] = 1; }\n"
	         "int main() {\n"
	         "  const int n = 1 << 22;\n"
	         "  int *list = (int *)malloc(4 * n * sizeof(int)), *count = (int *)calloc(n, sizeof(int));\n"
	         "  int *begin = (int *)malloc((n + 1) * sizeof(int)), *places, *corners; float *out;\n"
	         "  for (int i = 0; i < 4 * n; i++) list[i] = i / 4;\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    for (int k = 0; k < 4; k++) ++count[list[4 * i + k]];\n"
	         "  begin[0] = 0;\n"
	         "  for (int i = 0; i < n; i++) begin[i + 1] = begin[i] + count[i];\n"
	         "  int *corner = (int *)malloc(begin[n] * sizeof(int));\n"
	         "  for (int i = 0; i < n; i++)\n"
	         "    for (int k = 0; k < 4; k++) corner[begin[list[4 * i + k]] + k] = 2 * (4 * i + k);\n"
	         "  cudaMalloc(&places, n * sizeof(int)); cudaMalloc(&out, 8 * n * sizeof(float));\n"
	         "  cudaMalloc(&corners, begin[n] * sizeof(int));\n"
	         "  cudaMemcpy(corners, corner, begin[n] * sizeof(int), cudaMemcpyHostToDevice);\n"
	         "  cudaMemcpy(places, begin, n * sizeof(int), cudaMemcpyHostToDevice);\n"
	         "  gather<<<n / 256, 256>>>(places, corners, out);\n"
	         "}\n",
	         NULL);
	const struct site *store = site_at(first_launch(&e), 4, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_BOUNDED);
	expect_double(store->predicted.sectors, 16 * store->predicted.requests, 0.05 * 16 * store->predicted.requests);
	store = site_at(first_launch(&e), 5, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_BOUNDED);
	expect_double(store->predicted.sectors, 8 * store->predicted.requests, 0.05 * 8 * store->predicted.requests);
	evaluation_free(&e);
}

/* Data that was sorted by such numbers has an order that the numbers did not have before. */
static void
test_of_data_that_was_sorted(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <stdlib.h>\n#include <time.h>\n#include <algorithm>\n"
	         "struct key { int value, place; bool operator<(const key &o) const { return value < o.value; } };\n"
	         "__global__ void gather(const key *keys, float *out) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x, at = keys[i].place;\n"
	         "  out[at] = 0; }\n"
	         "int main() {\n"
	         "  const int n = 1 << 12;\n"
	         "  key *host = (key *)malloc(n * sizeof(key)), *keys; float *out;\n"
	         "  srand(time(NULL));\n"
	         "  for (int i = 0; i < n; i++) { host[i].value = rand(); host[i].place = i; }\n"
	         "  std::sort(host, host + n);\n"
	         "  cudaMalloc(&keys, n * sizeof(key)); cudaMalloc(&out, n * sizeof(float));\n"
	         "  cudaMemcpy(keys, host, n * sizeof(key), cudaMemcpyHostToDevice);\n"
	         "  gather<<<n / 256, 256>>>(keys, out);\n"
	         "}\n",
	         NULL);
	assert_int_equal(site_at(first_launch(&e), 7, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

/* Blocks that are run again with sample data leave no results that later kernels take as known. */
static void
test_of_what_a_run_by_example_leaves(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <stdlib.h>\n"
	         "__global__ void bump(const int *flag, int *a, int *out) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  a[i] = a[i] + 1;\n"
	         "  if (flag[i])\n"
	         "    out[i] = 1;\n"
	         "}\n"
	         "__global__ void use(const int *a, float *out) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  out[a[i] * i] = 1;\n"
	         "}\n"
	         "int main() {\n"
	         "  const int n = 1 << 24;\n"
	         "  int *host = (int *)malloc(n * sizeof(int)), *flag, *at, *count; float *out;\n"
	         "  for (int i = 0; i < n; i++) host[i] = rand() % 100;\n"
	         "  cudaMalloc(&flag, n * sizeof(int)); cudaMalloc(&at, n * sizeof(int)); cudaMalloc(&count, n);\n"
	         "  cudaMalloc(&out, n * sizeof(float));\n"
	         "  cudaMemcpy(flag, host, n * sizeof(int), cudaMemcpyHostToDevice);\n"
	         "  cudaMemset(count, 0, n);\n"
	         "  bump<<<4, 256>>>(flag + n / 2, count, at);\n"
	         "  use<<<4, 256>>>(count, out);\n"
	         "}\n",
	         NULL);
	assert_int_not_equal(site_at(launch_of_kernel(&e, "use"), 10, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* Whether lanes reach an access is certain if its guard only depends on indices: examples only affect the addresses. */
static void
test_of_a_grid_that_ends_within_a_block(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <algorithm>\n#include <numeric>\n#include <random>\n#include <vector>\n"
	         "__global__ void gather(const float *from, const int *at, float *to, int n) {\n"
	         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n) {\n"
	         "    const int j = at[i];\n"
	         "    to[i] = from[j]; } }\n"
	         "int main() {\n"
	         "  const int n = 100000; std::vector<int> order(n); std::mt19937 draw(3);\n"
	         "  std::iota(order.begin(), order.end(), 0);\n"
	         "  std::shuffle(order.begin(), order.end(), draw);\n"
	         "  int *at; float *from, *to;\n"
	         "  cudaMalloc(&at, n * 4); cudaMalloc(&from, n * 4); cudaMalloc(&to, n * 4);\n"
	         "  cudaMemcpy(at, order.data(), n * 4, cudaMemcpyHostToDevice);\n"
	         "  gather<<<(n + 255) / 256, 256>>>(from, at, to, n);\n"
	         "}\n",
	         NULL);
	const struct site *index = site_at(first_launch(&e), 8, SITE_LOAD),
			  *gather = site_at(first_launch(&e), 9, SITE_LOAD);
	assert_non_null(strstr(gather->why, "computed part"));
	expect_double(index->predicted.requests, 3125, 1e-9);
	expect_double(gather->predicted.requests, 3125, 1e-9);
	expect_double(gather->predicted.lanes, 100000, 1e-9);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_of_a_long_loop),
		cmocka_unit_test(test_of_few_numbers),
		cmocka_unit_test(test_of_data_that_was_overwritten),
		cmocka_unit_test(test_of_an_earlier_kernel),
		cmocka_unit_test(test_of_a_branch),
		cmocka_unit_test(test_of_a_grid_that_is_run_whole),
		cmocka_unit_test(test_of_a_launch_that_is_not_settled),
		cmocka_unit_test(test_of_what_a_run_by_example_leaves),
		cmocka_unit_test(test_of_a_generator_that_was_lost),
		cmocka_unit_test(test_of_what_examples_lead_to),
		cmocka_unit_test(test_of_data_that_was_sorted),
		cmocka_unit_test(test_of_a_grid_that_ends_within_a_block),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
