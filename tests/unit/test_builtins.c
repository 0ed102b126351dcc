/* Library calls as modelled by the built-in headers and the evaluator's builtins. */
#include "evaluate.h"

static struct evaluation e;

/* Whether the cost of a store is exact after these statements; its addresses depend on the host's numbers h[0] to
 * h[3]. */
static bool
exact_after(const char *statements)
{
	char source[2048];
	snprintf(source, sizeof source,
	         "#include <cstdlib>\n#include <ctime>\n#include <random>\n"
	         "__global__ void k(const int *p, char *out) { out[(p[threadIdx.x %% 4] & 1023) * threadIdx.x] = 1; }\n"
	         "int main(int argc, char **argv)\n"
	         "{ int h[4] = {0}, *p;\n"
	         "  char *out;\n"
	         "  %s\n"
	         "  cudaMalloc(&p, sizeof h);\n"
	         "  cudaMalloc(&out, 1 << 20);\n"
	         "  cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);\n"
	         "  k<<<1, 32>>>(p, out); }\n",
	         statements);
	evaluate(&e, source, NULL);
	const bool exact = site_at(first_launch(&e), 4, SITE_STORE)->confidence == CONFIDENCE_EXACT;
	evaluation_free(&e);
	return exact;
}

static void
test_random_numbers_are_as_known_as_their_seed(void **state)
{
	(void)state;
	assert_true(exact_after("for (int i = 0; i < 4; i++) h[i] = rand();"));
	assert_true(exact_after("srand(3); for (int i = 0; i < 4; i++) h[i] = (int)(random() % 100);"));
	assert_true(exact_after("srand48(3); for (int i = 0; i < 4; i++) h[i] = (int)(drand48() * 100);"));
	assert_false(exact_after("srand(time(NULL)); for (int i = 0; i < 4; i++) h[i] = rand();"));
	/* Earlier code may have drawn numbers. */
	assert_false(exact_after("if (time(NULL) % 2) rand(); h[0] = rand();"));
	assert_false(exact_after("for (int i = 0; i < time(NULL); i++) rand(); h[0] = rand();"));
	assert_false(exact_after("for (int i = 0; i < 100000000; i++) if (i == 5000) rand(); h[0] = rand();"));
	assert_true(exact_after("if (time(NULL) % 2) rand(); srand(1); h[0] = rand();"));
}

/* The host's sscanf is never called with a format that stores to more places than given, or allocates. */
static void
test_formats_of_hostile_hosts(void **state)
{
	static const char many[] =
		"char *q[20]; int n = sscanf(\"%s\", \"%s\", q, q + 1, q + 2, q + 3, q + 4, q + 5, q + 6, q + 7, q + 8, q + 9,"
		" q + 10, q + 11); h[0] = n;";
	static const char *const repeated[][2] = {{"%1", "%*%%d"}, {"a ", "%s "}, {"1,", "%5d,"}, {"a ", "%ms "}};
	(void)state;
	assert_true(exact_after("h[2] = sscanf(\"1 2\", \"%d%d\", h, h + 1);"));
	for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
		char text[128] = "", format[256] = "", statements[1024];
		for (unsigned k = 0; k < 12; k++) {
			strcat(text, repeated[i][0]);
			strcat(format, repeated[i][1]);
		}
		snprintf(statements, sizeof statements, many, text, format);
		assert_false(exact_after(statements));
	}
}

static void
test_engines_and_distributions_are_libstdcxx(void **state)
{
	(void)state;
	const char *source =
		"#include <algorithm>\n#include <random>\n"
		"__global__ void k(int a, int b, int c, int d, int e, int f) {}\n"
		"static int digits(const int *p)\n"
		"{ int n = 0;\n"
		"  for (int i = 0; i < 6; i++) n = 10 * n + p[i];\n"
		"  return n; }\n"
		"int main()\n"
		"{ std::minstd_rand g(5);\n"
		"  std::uniform_int_distribution<int> narrow(-10, 1000000);\n"
		"  std::uniform_int_distribution<long> wide(0, 1000000000000l);\n"
		"  std::uniform_real_distribution<double> real(0, 1000000);\n"
		"  std::normal_distribution<double> normal(0, 1000000);\n"
		"  int order[6] = {0, 1, 2, 3, 4, 5};\n"
		"  int a = narrow(g), b = (int)(wide(g) % 1000000), c = (int)real(g), d = (int)normal(g);\n"
		"  std::shuffle(order, order + 6, g);\n"
		"  int e = digits(order);\n"
		"  std::random_shuffle(order, order + 6);\n"
		"  k<<<1, 32>>>(a, b, c, d, e, digits(order)); }\n";
	const char *const drawn[] = {"102", "285396", "839778", "-1775172", "531240", "423150"};
	evaluate(&e, source, NULL);
	for (unsigned i = 0; i < 6; i++)
		assert_string_equal(first_launch(&e)->data.arguments[i].text, drawn[i]);
	evaluation_free(&e);
	assert_false(exact_after(
		"std::random_device r; std::mt19937 g(r()); h[0] = std::uniform_int_distribution<int>(0, 99)(g);"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_numbers_are_as_known_as_their_seed),
		cmocka_unit_test(test_formats_of_hostile_hosts),
		cmocka_unit_test(test_engines_and_distributions_are_libstdcxx),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
