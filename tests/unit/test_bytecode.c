/* Loops that run as bytecode must leave the same results as when interpreted. */
#include "evaluate.h"
#include "bytecode_programs.h"

static void
evaluate_either_way(struct evaluation *e, const char *source, bool walks)
{
	evaluate_with(e, source, (struct eval_options){.walks_host_loops = walks});
}

static void
test_random_programs(void **state)
{
	enum { PROGRAMS = 8, ITERATIONS = 12 };
	(void)state;
	unsigned known = 0;
	for (unsigned seed = 1; seed <= PROGRAMS; seed++) {
		struct evaluation walked, compiled;
		char *source = program_make(seed, ITERATIONS);
		evaluate_either_way(&walked, source, true);
		evaluate_either_way(&compiled, source, false);
		const struct launch *a = first_launch(&walked), *b = first_launch(&compiled);
		assert_int_equal(a->data.argument_count, b->data.argument_count);
		for (size_t i = 0; i < a->data.argument_count; i++) {
			if (!strcmp(a->data.arguments[i].text, "unknown"))
				continue;
			if (strcmp(a->data.arguments[i].text, b->data.arguments[i].text))
				print_error("seed %u, %s: walked %s, compiled %s\n", seed, a->data.arguments[i].name,
				            a->data.arguments[i].text, b->data.arguments[i].text);
			assert_string_equal(a->data.arguments[i].text, b->data.arguments[i].text);
			known++;
		}
		evaluation_free(&walked);
		evaluation_free(&compiled);
		free(source);
	}
	/* Most of them must have known results. */
	assert_true(known > PROGRAMS * PROGRAM_LOOPS / 2);
}

/* A gather through an index that host code computes: its cost shows whether the index is known. */
static void
expect_gather(const char *host, double requests, double sectors)
{
	char source[4096];
	snprintf(source, sizeof source,
	         "#include <algorithm>\n#include <cstdlib>\n#include <numeric>\n#include <random>\n#include <vector>\n"
	         "__global__ void k(const int *index, float *x, int n)\n"
	         "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n) x[index[i]] = 1; }\n"
	         "int mystery(int);\n"
	         "int main()\n"
	         "{ const int n = 32768; int *index = (int *)malloc(n * sizeof(int)), *d; float *x;\n"
	         "  %s\n"
	         "  cudaMalloc(&d, n * sizeof(int)); cudaMalloc(&x, n * sizeof(float));\n"
	         "  cudaMemcpy(d, index, n * sizeof(int), cudaMemcpyHostToDevice);\n"
	         "  k<<<n / 256, 256>>>(d, x, n); }\n",
	         host);
	struct evaluation e;
	evaluate(&e, source, NULL);
	const struct site *site = site_at(first_launch(&e), 8, SITE_STORE);
	expect_double(site->predicted.requests, requests, 1e-6 * requests);
	if (sectors > 0)
		expect_double(per_request(site), sectors, 1e-6);
	else
		assert_int_equal(site->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

static void
test_fill_loops(void **state)
{
	(void)state;
	expect_gather("for (int i = 0; i < n; i++) index[i] = i * 5 % n;", 1024, 20);
	expect_gather(
		"for (int i = 0; i < n / 32; i++) for (int j = 0; j < 32; j++) index[i * 32 + j] = (31 - j) * 2 + i;",
		1024, 8.75);
	expect_gather("std::vector<int> v; for (int i = 0; i < n; i++) v.push_back(i ^ 1);\n"
	              "for (int i = 0; i < n; i++) index[i] = v[i];",
	              1024, 4);
	expect_gather("std::vector<int> v(n); std::iota(v.begin(), v.end(), 0); std::reverse(v.begin(), v.end());\n"
	              "std::copy(v.begin(), v.end(), index);",
	              1024, 4);
	expect_gather("int **rows = new int *[n / 8]; for (int i = 0; i < n / 8; i++) rows[i] = new int[8];\n"
	              "for (int i = 0; i < n; i++) rows[i / 8][i % 8] = i & ~7;\n"
	              "for (int i = 0; i < n; i++) index[i] = rows[i / 8][i & 7];",
	              1024, 4);
	expect_gather("auto even = [&](int i) { return i & ~1; }; for (int i = 0; i < n; i++) index[i] = even(i);",
	              1024, 4);
}

/* A running sum, a generator of the program's own, and the C library's: interpreting gives equal results. */
static void
test_data_that_depend_on_each_other(void **state)
{
	(void)state;
	expect_gather("index[0] = 0; for (int i = 1; i < n; i++) index[i] = (index[i - 1] + 8) % n;", 1024, 32);
	expect_gather(
		"unsigned s = 7; for (int i = 0; i < n; i++) { s = s * 1664525u + 1013904223u; index[i] = s % 8; }",
		1024, 1);
	expect_gather("for (int i = 0; i < n; i++) index[i] = rand() % 8;", 1024, 1);
	expect_gather("std::mt19937 g(3); for (int i = 0; i < n; i++) index[i] = g() & 7;", 1024, 1);
	expect_gather(
		"std::mt19937 g(3); std::uniform_int_distribution<int> u(64, 71); for (int i = 0; i < n; i++) index[i] = u(g);",
		1024, 1);
	expect_gather("auto power = [](auto &self, int k) -> int { return k ? 2 * self(self, k - 1) : 1; };\n"
	              "for (int i = 0; i < n; i++) index[i] = power(power, i % 4);",
	              1024, 2);
	expect_gather("for (int i = 0; i < n; i++) index[i] = i;\n"
	              "for (int i = 0; i + 1 < n; i += 2) std::swap(index[i], index[i + 1]);",
	              1024, 4);
}

static void
test_what_is_not_known(void **state)
{
	(void)state;
	/* The loop's own data, its condition, the address of a store, and work of only some iterations. */
	expect_gather("for (int i = 0; i < n; i++) index[i] = mystery(i);", 1024, 0);
	expect_gather("int m = mystery(0); for (int i = 0; i < n; i++) index[i] = i + (i % 3) * m;", 1024, 0);
	expect_gather(
		"int m = mystery(0); for (int i = 0; i < n; i++) index[i] = i; for (int i = 0; i < m; i++) index[i] = 3;",
		1024, 0);
	expect_gather("int m = mystery(0); for (int i = 0; i < n; i++) index[i] = i;\n"
	              "for (int i = 0; i < n; i++) if (i == 20000) index[m] = i % 7;",
	              1024, 0);
	expect_gather("srand(mystery(0)); for (int i = 0; i < n; i++) index[i] = rand() % n + mystery(i);", 1024, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fill_loops),
		cmocka_unit_test(test_data_that_depend_on_each_other),
		cmocka_unit_test(test_what_is_not_known),
		cmocka_unit_test(test_random_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
