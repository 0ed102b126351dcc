/* Reasons for unknown or assumed figures, as texts: who computed the data, and what happened to it. */
#include "evaluate.h"

static struct evaluation e;

/* Checks why the addresses of k's lanes are unknown. Its indices are in `h` in host code, and in `d` in device code. */
static void
expect_of_index(const char *made_by, const char *why)
{
	char source[2048];
	snprintf(source, sizeof source,
	         "#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n#include <fstream>\n#include <vector>\n"
	         "__global__ void k(float *a, const int *d) { a[d[threadIdx.x]] = 1; }\n"
	         "int main(int argc, char **argv) {\n"
	         "  const int n = 1 << 16; int *h = (int *)malloc(4 * n), *d; float *a;\n"
	         "  cudaMalloc(&a, 4 * n); cudaMalloc(&d, 4 * n);\n"
	         "  %s\n"
	         "  k<<<1, 32>>>(a, d); }\n",
	         made_by);
	evaluate(&e, source, NULL);
	assert_string_equal(site_at(first_launch(&e), 6, SITE_STORE)->why, why);
	evaluation_free(&e);
}

/* For a record that is copied whole, the reason is the line of the copy, not that of the allocation. */
static void
test_record_that_is_copied(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct node { int next; float key; };\n"
	         "__global__ void k(float *o, const node *t) {\n"
	         "  node a = t[threadIdx.x];\n"
	         "  o[a.next] = a.key; }\n"
	         "int main() { float *o; node *t; cudaMalloc(&o, 4096); cudaMalloc(&t, 65536); k<<<1, 32>>>(o, t); }\n",
	         NULL);
	assert_non_null(strstr(site_at(first_launch(&e), 4, SITE_STORE)->why,
	                       "'t' holds data that no code in these files sets (loaded at line 3)"));
	evaluation_free(&e);
}

static void
test_division_by_zero(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *a, int n) { a[threadIdx.x / n] = 1; }\n"
	         "int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 32>>>(a, 0); }\n",
	         NULL);
	assert_string_equal(
		site_at(first_launch(&e), 1, SITE_STORE)->why,
		"the division at line 1 is by zero; the figure is for lanes spread evenly over the possible addresses");
	evaluation_free(&e);
}

/* Host code's name of a buffer may be that of another parameter in the kernel, perhaps of a number. */
static void
test_names_that_the_kernel_has(void **state)
{
	(void)state;
	static const char host[] = "int main() { int *m, *n; cudaMalloc(&m, 1 << 20); cudaMalloc(&n, 1 << 20);"
				   "  cudaMemset(m, 0, 1 << 20); k<<<1, 64>>>(m, n, 500); }\n";
	static const struct {
		const char *does, *why;
	} stores[] = {
		{"\n b[d[i]] = 1;", "'d' holds data that no code in these files sets (loaded at line 3)"},
		{"\n b[i + 262130] = 1;", "it accesses memory beyond the end of 'b' (1048576 bytes)"},
	};
	for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++) {
		char source[1024];
		snprintf(source, sizeof source,
		         "__global__ void k(int *b, const int *d, int m)\n{ int i = threadIdx.x; %s }\n%s",
		         stores[i].does, host);
		evaluate(&e, source, NULL);
		assert_string_equal(site_at(first_launch(&e), 3, SITE_STORE)->why, stores[i].why);
		evaluation_free(&e);
	}
}

static void
test_data_that_nothing_makes(void **state)
{
	(void)state;
	static const char nothing[] = "'d' holds data that no code in these files sets (loaded at line 6)";
	expect_of_index("", nothing);
	expect_of_index("cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice);", nothing);
}

static void
test_data_that_is_read(void **state)
{
	(void)state;
	expect_of_index("fread(h, 4, n, fopen(\"x\", \"rb\")); cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice);",
	                "it comes from the program's input at line 10");
	expect_of_index("std::ifstream in(\"x\"); for (int i = 0; i < n; i++) in >> h[i]; "
	                "cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice);",
	                "it comes from the program's input at line 10");
	expect_of_index(
		"std::ifstream in(\"x\"); in.read((char *)h, 4 * n); cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice);",
		"it comes from the program's input at line 10");
	/* Their number is unknown, their use is not modelled, or both. */
	static const char *const loops[] = {
		"std::ifstream in(\"x\"); std::vector<int> v; int x; while (in >> x) v.push_back(x); h = v.data();",
		"std::ifstream in(\"x\"); std::string s; int i = 0; while (std::getline(in, s)) h[i++] = std::stoi(s);",
		"FILE *f = fopen(\"x\", \"r\"); int i = 0; while (fscanf(f, \"%d\", h + i) == 1) i++;",
		"FILE *f = fopen(\"x\", \"r\"); for (int i = 0; i < n; i++) h[i] = fgetc(f) - 'a';",
		"std::ifstream in(\"x\"); for (int i = 0, x; i < n; i++) { in >> x; if (!in) break; h[i] = x; }",
		"int *r = (int *)malloc(4 * n); fread(r, 4, n, stdin); for (int i = 0; i + 1 < n; i++) h[i + 1] = h[i] + r[i];",
	};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char code[512];
		snprintf(code, sizeof code, "%s cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice);", loops[i]);
		expect_of_index(code, "it changes in the loop at line 10, which reads the program's input");
	}
}

static void
test_data_that_is_not_followed(void **state)
{
	(void)state;
	expect_of_index("for (int r = 0; r < 1000000; r++) for (int i = 0; i < n; i++) h[i] = (h[i] * 7 + r * i) % n;"
	                "cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice);",
	                "it changes in the loop at line 10, and not all iterations of that loop were evaluated");
	/* Both size and contents of the copy are unknown. */
	expect_of_index("int m = atoi(argv[1]); for (int i = 0; i < m; i++) h[i] = i ^ 5; "
	                "cudaMemcpy(d, h, 4 * m, cudaMemcpyHostToDevice);",
	                "it comes from the program's arguments (see --argv) at line 7");
	/* The second size is one of these numbers. */
	expect_of_index("for (int i = 0; i < 16; i++) h[i] = i; cudaMemcpy(d, h, 4 * n, cudaMemcpyHostToDevice);",
	                "the values stored to 'd' were not computed (loaded at line 6)");
}

/* A copy to a part of an array is the reason for that part only. */
static void
test_data_that_is_copied_over(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cstdio>\n#include <cstdlib>\n"
	         "__global__ void w(int *d) { int i = blockIdx.x * 256 + threadIdx.x; d[i] = d[i] * 5 % 4096; }\n"
	         "__global__ void k(float *a, const int *d) {\n"
	         "  a[d[threadIdx.x]] = 1;\n"
	         "  a[d[threadIdx.x + 4096]] = 1; }\n"
	         "int main() { const int n = 1 << 20; int *h = (int *)malloc(4 * n), *d; float *a;\n"
	         "  cudaMalloc(&a, 4 * n); cudaMalloc(&d, 4 * n);\n"
	         "  w<<<n / 256, 256>>>(d); fread(h, 4, n, fopen(\"x\", \"rb\"));\n"
	         "  cudaMemcpy(d, h, 4096, cudaMemcpyHostToDevice); k<<<1, 32>>>(a, d); }\n",
	         NULL);
	const struct launch *launch = NULL;
	for (size_t i = 0; i < e.facts.kernel_count; i++)
		launch = strcmp(e.facts.kernels[i].name, "k") ? launch : &e.facts.kernels[i].launches[0];
	assert_string_equal(site_at(launch, 5, SITE_STORE)->why, "it comes from the program's input at line 9");
	assert_string_equal(site_at(launch, 6, SITE_STORE)->why, "kernel 'w' may have written it");
	evaluation_free(&e);
}

static void
test_several_steps(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(float *p, const float *a) {\n"
	         "  float s = a[threadIdx.x * 16];\n"
	         "  for (int d = 8; d <= 64; d *= 2)\n"
	         "    s += a[threadIdx.x * d];\n"
	         "  p[threadIdx.x] = s; }\n",
	         "k<<<1, 64>>>(65536, 65536)");
	assert_string_equal(site_at(first_launch(&e), 2, SITE_LOAD)->reason, "lanes step by 64 bytes");
	assert_string_equal(site_at(first_launch(&e), 4, SITE_LOAD)->reason,
	                    "lanes step by 32 bytes, by other amounts in other requests");
	evaluation_free(&e);
}

static void
test_buffers_have_the_names_that_they_are_passed_by(void **state)
{
	(void)state;
	static const char *const names[] = {
		"x (4096 bytes)", "many (4096 bytes)", "b (4096 bytes)", "p (4096 bytes)", "null", "unknown"};
	evaluate(
		&e,
		"template <class T> T *make(size_t n) { T *p; cudaMalloc(&p, n * sizeof(T)); return p; }\n"
		"struct buffer { float *p; buffer() : p(make<float>(1024)) {} float *get() const { return p; } };\n"
		"int from_elsewhere();\n"
		"__global__ void k(float *x, float *m, float *g, float *p, float *n, int lag) { x[threadIdx.x] = *p; }\n"
		"int main() { float *x = make<float>(1024), *many[2] = {0, make<float>(1024)}; buffer b, c;\n"
		"  k<<<1, 32>>>(x + 1, many[1], b.get(), c.p, 0, from_elsewhere()); }\n",
		NULL);
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		assert_string_equal(launch->data.arguments[i].text, names[i]);
		assert_int_equal(launch->data.arguments[i].is_unknown, i == 5);
	}
	evaluation_free(&e);
}

/* A function object has no name for the memory, which is named by another variable that is passed it, if any. */
static void
test_memory_is_not_called_like_what_hands_it_out(void **state)
{
	(void)state;
	static const char *const names[] = {"memory (4096 bytes)", "slab (4096 bytes)", "slab (4096 bytes)"};
	evaluate(&e,
	         "struct carver { char *at; char *operator()(size_t n) { char *here = at; at += n; return here; } };\n"
	         "__global__ void k(char *x, int n) { x[threadIdx.x * n] = 1; }\n"
	         "int main() { char *slab; cudaMalloc(&slab, 4096); size_t taken = 0; carver carve = {slab};\n"
	         "  auto take = [&](size_t n) { char *here = slab + taken; taken += n; return here; };\n"
	         "  k<<<1, 32>>>(take(64), 1); k<<<1, 32>>>(slab, 2); k<<<1, 32>>>(carve(64), 3); }\n",
	         NULL);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_string_equal(e.facts.kernels[0].launches[i].data.arguments[0].text, names[i]);
	evaluation_free(&e);
}

/* A function that the program calls may call another runtime function, which the reason does not name. */
static void
test_reasons_name_what_the_program_calls(void **state)
{
	(void)state;
	evaluate(&e,
	         "__constant__ cudaPitchedPtr volume;\n"
	         "__global__ void k() {\n"
	         "  ((float *)((char *)volume.ptr + blockIdx.x * volume.pitch))[threadIdx.x] = 1; }\n"
	         "int main() { cudaPitchedPtr p; cudaMalloc3D(&p, make_cudaExtent(400, 8, 8));\n"
	         "  cudaMemcpyToSymbol(volume, &p, sizeof p); k<<<64, 100>>>(); }\n",
	         NULL);
	const char *why = site_at(first_launch(&e), 3, SITE_STORE)->why;
	assert_non_null(strstr(why, "'cudaMalloc3D' at line 4"));
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_record_that_is_copied),
		cmocka_unit_test(test_division_by_zero),
		cmocka_unit_test(test_names_that_the_kernel_has),
		cmocka_unit_test(test_memory_is_not_called_like_what_hands_it_out),
		cmocka_unit_test(test_data_that_nothing_makes),
		cmocka_unit_test(test_data_that_is_read),
		cmocka_unit_test(test_data_that_is_not_followed),
		cmocka_unit_test(test_data_that_is_copied_over),
		cmocka_unit_test(test_several_steps),
		cmocka_unit_test(test_buffers_have_the_names_that_they_are_passed_by),
		cmocka_unit_test(test_reasons_name_what_the_program_calls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
