/* Which accesses another one does for, where the compiler makes one of several: they have to move with it. */
#include "evaluate.h"

/* Those that the accesses in a line do for, by their lines and columns, with a + where only another round of a loop does. */
static void
check_spared(const char *source, unsigned line, const char *expected)
{
	struct evaluation e;
	char told[200] = "";
	evaluate(&e, source, "k<<<1, 32>>>(65536, 65536, 8)");
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		for (size_t k = 0; site->place.line == line && k < site->spared_count; k++) {
			const struct spared_access *spared = &site->spared[k];
			const size_t used = strlen(told);
			snprintf(told + used, sizeof told - used, "%s%u:%u%s", used ? " " : "", spared->place.line, spared->place.column,
			         spared->carried ? "+" : "");
		}
	}
	assert_string_equal(told, expected);
	evaluation_free(&e);
}

static void
loads_of_one_value_are_one(void **state)
{
	(void)state;
	check_spared("__global__ void k(const float *a, float *b, int n) {\n"
	             "int i = threadIdx.x; const float *p = a + i * n;\n"
	             "b[i] = a[i * n] * a[i * n]\n"
	             "     + *p;\n"
	             "}\n", 3, "4:8 3:19");
	check_spared("__global__ void k(const float *a, float *b, int n) {\n"
	             "int i = threadIdx.x; float s = 0;\n"
	             "for (int c = 0; c < n; c++)\n"
	             "if (a[i * n + c] > 1)\n"
	             "s += a[i * n + c];\n"
	             "b[i] = s; }\n", 4, "5:6");
	/* A store in between parts them. */
	check_spared("__global__ void k(const float *a, float *b, int n) {\n"
	             "int i = threadIdx.x;\n"
	             "float v = a[i * n];\n"
	             "b[i] = v;\n"
	             "b[i + 32] = a[i * n]; }\n", 3, "");
}

static void
what_a_round_loads_for_the_next_is_carried(void **state)
{
	(void)state;
	check_spared("__global__ void k(const float *a, float *b, int n) {\n"
	             "int i = threadIdx.x; float s = 0; a += i * n;\n"
	             "for (int c = 0; c < n; c++)\n"
	             "s += a[c]\n"
	             "   * a[c + 1];\n"
	             "b[i] = s; }\n", 5, "4:6+");
}

static void
stores_do_for_loads_and_for_stores_before_them(void **state)
{
	(void)state;
	check_spared("__global__ void k(float *a, float *b, int n) {\n"
	             "int i = threadIdx.x;\n"
	             "a[i * n] = 1;\n"
	             "float v = a[i * n];\n"
	             "a[i * n] = v * i; }\n", 5, "3:1 4:11");
	check_spared("__global__ void k(float *a, float *b, int n) {\n"
	             "int i = threadIdx.x;\n"
	             "b[i] = i;\n"
	             "a[i * n] = b[i]; }\n", 3, "4:12");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loads_of_one_value_are_one),
		cmocka_unit_test(what_a_round_loads_for_the_next_is_carried),
		cmocka_unit_test(stores_do_for_loads_and_for_stores_before_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
