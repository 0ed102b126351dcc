#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/nesting.h"

enum { MANY = 50000 };

/* `before`, then `piece` very often, then `after`. */
static char *
repeat(const char *before, const char *piece, const char *after)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	fputs(before, out);
	for (int i = 0; i < MANY; i++)
		fputs(piece, out);
	fputs(after, out);
	fclose(out);
	return text;
}

static void
what_would_recurse_is_refused(void **state)
{
	(void)state;
	static const char *const pieces[] = {
		"(", "[", "{", "f(", "!", "- ", "~", "(int)", "*", "if (a) ", "a = ", "a ? b : ", "/* c */ (", "(\n",
	};
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		char *text = repeat("int x;\n", pieces[i], "1;");
		uint32_t line = 0;
		assert_true(nesting_is_excessive(text, strlen(text), &line));
		assert_true(line >= 2);
		free(text);
	}
}

static void
what_is_only_long_is_accepted(void **state)
{
	(void)state;
	static const char *const texts[][3] = {
		{"", "f(a[i], {1}); ", ""},
		{"int a[] = {", "-1, ", "};"},
		{"", "#define A (x\n", ""},
		{"", "#define A (x \\\n ( \n", ""},
		{"", "// ((((\n", ""},
		{"/* ", "((((\n", "*/"},
		{"const char *s = \"", "((((", "\";"},
		{"const char *s = ", "\"((\\\"((\" ", ";"},
		{"const char *s = R\"x(", "((( \" )\" ", ")x\";"},
		{"", "c = '('; ", ""},
		{"", "n = 1'000'000; ", ""},
		{"", "if (a) { b(); } else ", "c();"},
		{"", ") } ] ", ""},
		{"", "\xff\xfe ;", ""},
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *text = repeat(texts[i][0], texts[i][1], texts[i][2]);
		uint32_t line = 0;
		if (nesting_is_excessive(text, strlen(text), &line))
			fail_msg("refused at line %u: %s", (unsigned)line, texts[i][1]);
		free(text);
	}
}

static void
texts_that_end_too_soon_are_read_to_their_end_only(void **state)
{
	(void)state;
	static const char *const texts[] = {"", "\"", "'", "\"\\", "/*", "/", "//", "R\"", "R\"x", "R\"x(", "#", "#\\", "(", "\\"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		/* Without a closing 0, so that a read behind the end is seen. */
		const size_t length = strlen(texts[i]);
		char *text = malloc(length ? length : 1);
		memcpy(text, texts[i], length);
		uint32_t line;
		assert_false(nesting_is_excessive(text, length, &line));
		free(text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_would_recurse_is_refused),
		cmocka_unit_test(what_is_only_long_is_accepted),
		cmocka_unit_test(texts_that_end_too_soon_are_read_to_their_end_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
