#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/parse.h"

enum { FILES = 4, ELEMENTS = 1000000 };

/* A file for which the parser needs about 160 MB. */
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
	parse_large_files(units, 320e6);
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
	parse_large_files(units, 64e6);
	for (size_t i = 0; i < FILES; i++) {
		assert_true(units[i].failed);
		assert_true(units[i].out_of_memory);
		assert_int_equal(units[i].problem_count, 1);
		assert_non_null(strstr(units[i].problems[0].message, "memory"));
	}
	free_units(units);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_a_file_s_own),
		cmocka_unit_test(a_file_that_takes_too_much_fails),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
