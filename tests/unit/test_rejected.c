/* Code that the compiler rejects: what it may have changed is unknown from there on, and everything else stays
 * exact. */
#include "evaluate.h"

static struct evaluation e;

/* Like evaluate, for a program that the compiler rejects. */
static void
evaluate_rejected(const char *source)
{
	const struct frontend_options options = {
		.arch = "sm_90", .contents = source, .contents_length = strlen(source)};
	const struct eval_options how = {.gpu = gpu_find("H200")};
	struct ir_unit *units[] = {&e.unit};
	e = (struct evaluation){0};
	frontend_parse(&e.unit, "test.cu", &options);
	assert_true(e.unit.problem_count > 0);
	eval_program(&e.facts, units, 1, &how, e.launch_errors);
	take_machine_code(&e, source, how.gpu);
}

/* Whether the addresses of a store by `i` are exact after this code. */
static bool
is_exact_behind(const char *code)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__device__ int twice(int x) { return x + MISSING; } "
	         "__device__ int some(int x) { if (x > 3) return MISSING; return x; }\n"
	         "__global__ void k(int *o, int n) { int i = threadIdx.x, j = 1; int *p = o; %s\n"
	         "  o[i] = 3; }\n"
	         "int main() { int *o; cudaMalloc(&o, 1 << 16); k<<<1, 32>>>(o, 2); }\n",
	         code);
	evaluate_rejected(source);
	const bool exact = site_at(first_launch(&e), 3, SITE_STORE)->confidence == CONFIDENCE_EXACT;
	evaluation_free(&e);
	return exact;
}

static void
test_what_is_named_may_be_anything(void **state)
{
	(void)state;
	static const char *const changes[] = {
		"missing(i);",
		"i += MISSING;",
		"i = missing(j) + 1;",
		"missing(&i);",
		"missing >> i;",
		"if (j) i = MISSING;",
		"for (int x : missing) i++;",
		"if (n > 1) missing(i); else j = 1;",
		"switch (n) { case 2: i = MISSING; }",
		"for (int x = 0; x < n; x += MISSING, i++) j++;",
		"Missing m(i);",
		"missing::call(i);",
		"i = twice(i);",
		"int l = MISSING; i += l;",
		"int l[] = {1, MISSING}; i += l[0];",
		"i = some(i);",
		"auto f = [&] { i = MISSING; }; f();",
	};
	for (size_t c = 0; c < sizeof changes / sizeof *changes; c++)
		if (is_exact_behind(changes[c]))
			fail_msg("%s: still exact", changes[c]);
}

static void
test_what_is_not_touched_stays(void **state)
{
	(void)state;
	static const char *const harmless[] = {
		"missing(j);",         "j += MISSING;",       "j = i + MISSING;",
		"j = missing(i + 1);", "p[i * MISSING] = 3;", "missing(3 * i);",
		"if (MISSING) j = 2;", "j = i < MISSING;",    "missing << i;",
	};
	for (size_t c = 0; c < sizeof harmless / sizeof *harmless; c++)
		if (!is_exact_behind(harmless[c]))
			fail_msg("%s: no longer exact", harmless[c]);
}

/* Checks the launch's figures after host code that uses `v`, an array with the kernel's indices, and `n`. */
static void
expect_on_host(const char *code, enum confidence by_data, enum confidence by_number)
{
	char source[2048];
	snprintf(
		source, sizeof source,
		"#include <vector>\n"
		"__global__ void k(int *o, const int *v, int from) {\n o[v[threadIdx.x]] = 1;\n o[threadIdx.x + from] = 1; }\n"
		"int stored = 0;\n"
		"struct options { int n = 0; options &parse(int, char **); void read() { n = MISSING; } };\n"
		"int main(int argc, char **argv) {\n"
		"  options opt; int n = 0, *d, *o; std::vector<int> v(32);\n"
		"  cudaMalloc(&o, 1 << 16); cudaMalloc(&d, 128);\n"
		"  for (int i = 0; i < 32; i++) v[i] = i;\n"
		"  %s\n"
		"  cudaMemcpy(d, v.data(), 128, cudaMemcpyHostToDevice);\n"
		"  k<<<1, 32>>>(o, d, n + opt.n + stored); }\n",
		code);
	evaluate_rejected(source);
	const struct site *data = site_at(first_launch(&e), 3, SITE_STORE),
			  *number = site_at(first_launch(&e), 4, SITE_STORE);
	if ((data->confidence == CONFIDENCE_EXACT) != (by_data == CONFIDENCE_EXACT) ||
	    (number->confidence == CONFIDENCE_EXACT) != (by_number == CONFIDENCE_EXACT))
		fail_msg("%s: %s, %s", code, data->why, number->why);
	evaluation_free(&e);
}

static void
test_host_code(void **state)
{
	(void)state;
	expect_on_host("missing();", CONFIDENCE_EXACT, CONFIDENCE_EXACT);
	expect_on_host("permute(v.data(), 32);", CONFIDENCE_ASSUMED, CONFIDENCE_EXACT);
	expect_on_host("permute(v);", CONFIDENCE_ASSUMED, CONFIDENCE_EXACT);
	expect_on_host("v[MISSING] = 3;", CONFIDENCE_ASSUMED, CONFIDENCE_EXACT);
	expect_on_host("read_options(&n);", CONFIDENCE_EXACT, CONFIDENCE_ASSUMED);
	expect_on_host("n += MISSING;", CONFIDENCE_EXACT, CONFIDENCE_ASSUMED);
	expect_on_host("stored = MISSING;", CONFIDENCE_EXACT, CONFIDENCE_ASSUMED);
	expect_on_host("opt.parse(argc, argv).check();", CONFIDENCE_EXACT, CONFIDENCE_ASSUMED);
	expect_on_host("opt.read();", CONFIDENCE_EXACT, CONFIDENCE_ASSUMED);
	expect_on_host("CHECK(cudaDeviceSynchronize());", CONFIDENCE_EXACT, CONFIDENCE_EXACT);
}

/* Calls in the arguments of an unknown call are still evaluated. */
static void
test_arguments_are_run(void **state)
{
	(void)state;
	evaluate_rejected(
		"#include \"check.h\"\n"
		"__global__ void k(int *o) { o[threadIdx.x] = 1; }\n"
		"int main() { int *o = nullptr; CHECK(cudaMalloc(&o, 4096)); k<<<1, 32>>>(o); CHECK(cudaDeviceSynchronize()); }\n");
	/* The missing header alone keeps the figure from being exact. */
	const struct site *store = site_at(first_launch(&e), 2, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_ASSUMED);
	assert_string_equal(store->why, "'check.h' was not found, and does not change this code");
	assert_int_equal(first_launch(&e)->data.argument_count, 1);
	evaluation_free(&e);
}

static void
test_reason_is_the_place(void **state)
{
	(void)state;
	evaluate_rejected("__global__ void k(int *o) { int i = threadIdx.x;\n"
	                  "  missing(i);\n"
	                  "  o[i] = 1; }\n"
	                  "int main() { int *o; cudaMalloc(&o, 4096); k<<<1, 32>>>(o); }\n");
	const char *why = site_at(first_launch(&e), 3, SITE_STORE)->why;
	assert_non_null(strstr(why, "the value of the code at line 2 is unknown: the compiler rejects it"));
	evaluation_free(&e);
}

static void
test_the_same_for_each_instance(void **state)
{
	(void)state;
	evaluate_rejected("template <int N> __device__ int r() { return r<N + 1>(); }\n"
	                  "__global__ void k(int *a) { a[threadIdx.x] = r<0>(); }\n");
	for (size_t i = 0; i < e.unit.problem_count; i++)
		for (size_t k = 0; k < i; k++)
			assert_false(ir_same_begin(&e.unit.problems[i].loc, &e.unit.problems[k].loc) &&
			             !strcmp(e.unit.problems[i].message, e.unit.problems[k].message));
	assert_true(e.unit.problem_count > 0);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_named_may_be_anything),
		cmocka_unit_test(test_what_is_not_touched_stays),
		cmocka_unit_test(test_host_code),
		cmocka_unit_test(test_arguments_are_run),
		cmocka_unit_test(test_reason_is_the_place),
		cmocka_unit_test(test_the_same_for_each_instance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
