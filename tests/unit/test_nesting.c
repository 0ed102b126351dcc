#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/text/nesting.h"

enum { MANY = 30000 };

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

/* How many places were taken out of it, the first at *first. */
static size_t
cut(char *text, size_t length, struct nesting_cut *first)
{
	struct nesting_cuts cuts = {0};
	nesting_cut(text, length, &cuts);
	if (cuts.count)
		*first = cuts.items[0];
	free(cuts.items);
	return cuts.count;
}

static void
what_would_recurse_is_taken_out(void **state)
{
	(void)state;
	static const char *const pieces[] = {
		"(", "[", "{", "f(", "!", "- ", "~", "(int)", "*", "if (a) ", "a = ", "a ? b : ", "/* c */ (", "(\n",
		"if (a) b = c; else ", "if (a) { b; c; } else ",
	};
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		char *text = repeat("int x;\n", pieces[i], "1;\nint y;");
		const size_t length = strlen(text);
		struct nesting_cut at;
		assert_int_equal(cut(text, length, &at), 1);
		assert_true(at.line >= 2);
		assert_int_equal(strlen(text), length);
		assert_int_equal(cut(text, length, &at), 0);
		free(text);
	}
}

static void
what_stands_around_stays(void **state)
{
	(void)state;
	char *text = repeat("f(a);\n  g(", "!", "a, (b); ') \n#endif\n;', c); h();");
	struct nesting_cut at = {0};
	assert_int_equal(cut(text, strlen(text), &at), 1);
	assert_int_equal(at.line, 2);
	assert_int_equal(text[at.offset], ' ');
	assert_int_equal(text[at.offset - 1], '!');
	assert_int_equal(at.column, at.offset - strlen("f(a);\n") + 1);
	assert_non_null(strstr(text, "  , (b); ')"));
	free(text);
	text = repeat("{ ", "(", "b; \"t;\" \n#if 1\n c } d; } e;");
	assert_int_equal(cut(text, strlen(text), &at), 1);
	assert_non_null(strstr(text, "(      "));
	assert_non_null(strstr(text, "\n#if 1\n"));
	assert_null(strstr(text, "t;"));
	free(text);
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
		{"", "if (a) { b(); } c();", ""},
		{"if (a) b(); else c(); ", "if (a) b(); else if (c) d(); else e(); ", ""},
		{"", ") } ] ", ""},
		{"", "\xff\xfe ;", ""},
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *text = repeat(texts[i][0], texts[i][1], texts[i][2]);
		struct nesting_cut at;
		if (cut(text, strlen(text), &at))
			fail_msg("cut at line %u: %s", (unsigned)at.line, texts[i][1]);
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
		struct nesting_cut at;
		assert_int_equal(cut(text, length, &at), 0);
		free(text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_would_recurse_is_taken_out),
		cmocka_unit_test(what_stands_around_stays),
		cmocka_unit_test(what_is_only_long_is_accepted),
		cmocka_unit_test(texts_that_end_too_soon_are_read_to_their_end_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
