/* Macros that are defined as pragmas, in the file itself and in headers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "support/pragma_macro.h"

static void
test_texts(void **state)
{
	(void)state;
	static const struct {
		const char *before, *after;
	} texts[] = {
		{"#define UNROLL #pragma unroll\nint a;", "#define UNROLL __GLP(unroll) \nint a;"},
		{" #  define U\t# pragma unroll 4  \r\n", " #  define U\t__GLP(unroll 4)    \r\n"},
		{"#define A #pragma nv\n#define B #pragma unroll", "#define A __GLP(nv) \n#define B __GLP(unroll) "},
		/* Not pragmas, or pragmas that need more than their place. */
		{"#define TEXT(x) #x\n", NULL},
		{"#define PRAGMA #pragmatic\n", NULL},
		{"#define EMPTY #pragma\n#undef EMPTY", NULL},
		{"#define TWO #pragma unroll \\\n 4\n", NULL},
		{"#pragma unroll\n#define", NULL},
		{"#define QUOTED #pragma message \"a\"\n", NULL},
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char text[128];
		strcpy(text, texts[i].before);
		assert_int_equal(pragma_macro_in(text, strlen(text)), texts[i].after != NULL);
		pragma_macro_join(text, strlen(text));
		assert_string_equal(text, texts[i].after ? texts[i].after : texts[i].before);
	}
}

static void
write_file(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");
	assert_non_null(file);
	assert_int_equal(fputs(text, file) >= 0, 1);
	fclose(file);
}

/* The header is requested before it is read, and found under two names; its lines stay. */
static void
test_headers(void **state)
{
	(void)state;
	char folder[] = "/tmp/gpulint-test-XXXXXX", path[64], flag[64];
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	write_file("hints.h", "#pragma once\n#define UNROLL #pragma unroll 4\nstruct hints { int a; };\n");
	assert_int_equal(symlink("hints.h", "same.h"), 0);
	static const char source[] =
		"#if __has_include(\"hints.h\")\n#include \"hints.h\"\n#endif\n#include \"same.h\"\n"
		"#define ALL #pragma unroll\n"
		"__global__ void four(int *p) { UNROLL\n for (int i = 0; i < 8; i++) p[i] = 1; }\n"
		"__global__ void all(int *p) {\n ALL\n for (int i = 0; i < 8; i++) p[i] = 1; }\n";
	write_file("test.cu", source);
	snprintf(path, sizeof path, "%s/test.cu", folder);
	snprintf(flag, sizeof flag, "-I%s", folder);
	const char *flags[] = {flag};
	const struct frontend_options options = {.arch = "sm_90", .flags = flags, .flag_count = 1};
	struct ir_unit unit;
	frontend_parse(&unit, path, &options);
	for (size_t i = 0; i < unit.problem_count; i++)
		print_error("line %u: %s\n", unit.problems[i].loc.line, unit.problems[i].message);
	assert_int_equal(unit.problem_count, 0);
	assert_int_equal(unit.func_count, 2);
	ir_unit_free(&unit);
	unlink("hints.h");
	unlink("same.h");
	unlink("test.cu");
	assert_int_equal(chdir("/"), 0);
	rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_headers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
