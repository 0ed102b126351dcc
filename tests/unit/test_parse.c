#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/parse.h"

enum { FILES = 4, ELEMENTS = 500000 };

/* A file for which the parser needs about 80 MB. */
static char *
large_source(size_t *length)
{
	char *text;
	FILE *file = open_memstream(&text, length);
	fputs("int values[] = {", file);
	for (int i = 0; i < ELEMENTS; i++)
		fputs("1,", file);
	fputs("};\n__global__ void set(int *out)\n{\n\tout[threadIdx.x] = 1;\n}\n", file);
	fclose(file);
	return text;
}

/* All at a time. */
static void
parse_large_files(struct ir_unit *units, double most_bytes)
{
	size_t length;
	char *text = large_source(&length);
	struct parse_job jobs[FILES];
	for (size_t i = 0; i < FILES; i++) {
		const struct frontend_options options = {
			.arch = "sm_90",
			.contents = text,
			.contents_length = length,
			.most_bytes = most_bytes,
		};
		jobs[i] = (struct parse_job){.path = "large.cu", .options = options, .unit = &units[i]};
	}
	parse_all(jobs, FILES, FILES);
	free(text);
}

static void
free_units(struct ir_unit *units)
{
	for (size_t i = 0; i < FILES; i++)
		ir_unit_free(&units[i]);
}

static void
memory_is_a_file_s_own(void **state)
{
	(void)state;
#ifdef __SANITIZE_ADDRESS__
	skip();
#endif
	struct ir_unit units[FILES];
	parse_large_files(units, 160e6);
	for (size_t i = 0; i < FILES; i++) {
		assert_false(units[i].failed);
		assert_false(units[i].out_of_memory);
		assert_int_equal(units[i].func_count, 1);
	}
	free_units(units);
}

static void
a_file_that_takes_too_much_fails(void **state)
{
	(void)state;
	struct ir_unit units[FILES];
	parse_large_files(units, 40e6);
	for (size_t i = 0; i < FILES; i++) {
		assert_true(units[i].failed);
		assert_true(units[i].out_of_memory);
		assert_int_equal(units[i].problem_count, 1);
		assert_non_null(strstr(units[i].problems[0].message, "memory"));
	}
	free_units(units);
}

/* ---- processor time ---- */

static const double most_seconds = 1.5;

/* A program with two kernels, one a template's instance, and so many assertions for which the parser computes. Returns
 * the parser's processor time in seconds. */
static double
parse_slowly(struct ir_unit *unit, int assertions)
{
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	fputs("constexpr long spin(long n) { long s = 0; for (long i = 0; i < 20000 + n; i++) s += i & 3; return s; }\n"
	      "template <typename T> __global__ void scale(T *a) { a[2 * threadIdx.x] *= 2; }\n"
	      "template __global__ void scale<float>(float *);\n"
	      "__global__ void plain(float *a) { a[2 * threadIdx.x] += 1; }\n",
	      file);
	for (int i = 0; i < assertions; i++)
		fprintf(file, "static_assert(spin(%d) > 0, \"\");\n", i);
	fclose(file);
	const struct frontend_options options = {
		.arch = "sm_90", .contents = text, .contents_length = length, .most_seconds = most_seconds};
	const double ms = frontend_parse(unit, "slow.cu", &options);
	free(text);
	return ms / 1000;
}

static size_t
kernel_count(const struct ir_unit *unit)
{
	size_t count = 0;
	for (size_t i = 0; i < unit->func_count; i++)
		count += unit->funcs[i]->is_kernel;
	return count;
}

/* So many that one parse takes this long. */
static int
assertions_for(double seconds)
{
	enum { FEW = 5 };
	struct ir_unit none, few;
	const double start = parse_slowly(&none, 0), both = parse_slowly(&few, FEW);
	assert_int_equal(kernel_count(&none), 2);
	assert_int_equal(none.problem_count, 0);
	ir_unit_free(&none);
	ir_unit_free(&few);
	return (int)(seconds * 2 * FEW / (both - start)); /* a short file is parsed twice */
}

static void
a_slow_file_is_not_parsed_again(void **state)
{
	(void)state;
	struct ir_unit unit;
	parse_slowly(&unit, assertions_for(most_seconds / 2));
	assert_false(unit.failed);
	assert_int_equal(kernel_count(&unit), 1);
	assert_int_equal(unit.problem_count, 1);
	assert_int_equal(unit.problems[0].loc.line, 2);
	assert_non_null(strstr(unit.problems[0].message, "instances of this template"));
	ir_unit_free(&unit);
}

static void
a_file_that_takes_too_long_fails(void **state)
{
	(void)state;
	struct ir_unit unit;
	parse_slowly(&unit, assertions_for(4 * most_seconds));
	assert_true(unit.failed);
	assert_int_equal(unit.problem_count, 1);
	assert_non_null(strstr(unit.problems[0].message, "did not end within 1.5 seconds"));
	ir_unit_free(&unit);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_a_file_s_own),
		cmocka_unit_test(a_file_that_takes_too_much_fails),
		cmocka_unit_test(a_slow_file_is_not_parsed_again),
		cmocka_unit_test(a_file_that_takes_too_long_fails),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
