/* Double precision by a literal: what it is called follows from the source's text. */
#include "evaluate.h"

#include "model/compiled/precision.h"

static const char program[] = "__global__ void k(float *p) {\n"
			      "  p[threadIdx.x] = p[threadIdx.x] * 0.1;\n"
			      "}\n";

static const char *
read_line(void *text, const char *path, uint32_t line, size_t *length)
{
	(void)path;
	const char *at = text;
	for (uint32_t i = 1; i < line && at; i++)
		at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
	*length = at ? strlen(at) : 0;
	return at;
}

/* The uses that are found if the file has this text. */
static struct kernel
find_with(const struct ir_unit *unit, const char *text, struct arena *arena)
{
	const struct source_reader sources = {read_line, (void *)(uintptr_t)text};
	struct kernel kernel = {.name = "k"};
	for (size_t i = 0; i < unit->func_count; i++)
		if (!strcmp(unit->funcs[i]->name, "k"))
			precision_find(&kernel, unit->funcs[i], &sources, arena);
	return kernel;
}

static void
a_literal_is_quoted(void **state)
{
	(void)state;
	struct arena arena = {0};
	struct ir_unit unit;
	parse_program(&unit, program);
	const struct kernel kernel = find_with(&unit, program, &arena);
	assert_int_equal(kernel.double_use_count, 1);
	assert_string_equal(kernel.double_uses[0].text, "0.1");
	assert_string_equal(kernel.double_uses[0].replacement, "0.1f");
	assert_int_equal(kernel.double_uses[0].place.line, 2);
	ir_unit_free(&unit);
	arena_free(&arena);
}

/* Lines that have become shorter, or are gone, since the file was parsed. */
static void
a_file_that_has_changed_has_no_text(void **state)
{
	static const char *const texts[] = {"\n", "\n0.1\n0.1;\n", "", "// one line"};
	(void)state;
	struct arena arena = {0};
	struct ir_unit unit;
	parse_program(&unit, program);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_int_equal(find_with(&unit, texts[i], &arena).double_use_count, 0);
	ir_unit_free(&unit);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_literal_is_quoted),
		cmocka_unit_test(a_file_that_has_changed_has_no_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
