#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "codegen/source/includes.h"
#include "runtime_check/second_source.h"
#include "runtime_check/transposed_access.h"

/* The guesses for an access of 4 bytes with lanes 256 bytes apart, and the computed form at the end. */
static void
expect_forms(const char *expression, const char *const *texts)
{
	struct arena arena = {0};
	const struct transposed_site site = {expression, 256, 4, 1 << 20, 32, 2};
	size_t count, i = 0;
	const struct transposed_form *forms = transposed_forms(&site, &count, &arena);
	for (; texts[i]; i++) {
		assert_true(i < count);
		assert_string_equal(forms[i].text, texts[i]);
		assert_int_equal(forms[i].audit == NULL, i == count - 1);
	}
	assert_int_equal(count, i);
	arena_free(&arena);
}

#define FORMS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define COMPUTED(expression) "(*::gpulint::transposed<256ull, 32, 1048576ull>(::gpulint_object2, &(" expression ")))"

static void
rows_are_found_in_sums_of_products(void **state)
{
	(void)state;
	expect_forms("a[row * n + k]",
	             FORMS("(*&(a)[((row) & ~31) * (n) + ((row) & 31) + (k) * 32])",
	                   "(*&(a)[((n) & ~31) * (row) + ((n) & 31) + (k) * 32])", COMPUTED("a[row * n + k]")));
	/* If the step is written as a number, only that is a candidate. */
	expect_forms("s.a[k + 64 * (i - 1)]", FORMS("(*&(s.a)[(((i - 1)) & ~31) * (64) + (((i - 1)) & 31) + (k) * 32])",
	                                            COMPUTED("s.a[k + 64 * (i - 1)]")));
	expect_forms("a[(i * 64)]", FORMS("(*&(a)[((i) & ~31) * (64) + ((i) & 31)])", COMPUTED("a[(i * 64)]")));
	expect_forms("a[z * m * n - y * n + x]",
	             FORMS("(*&(a)[((z * m - y) & ~31) * (n) + ((z * m - y) & 31) + (x) * 32])",
	                   "(*&(a)[((z * n) & ~31) * (m) + ((z * n) & 31) + (-y * n + x) * 32])",
	                   "(*&(a)[((m * n) & ~31) * (z) + ((m * n) & 31) + (-y * n + x) * 32])",
	                   COMPUTED("a[z * m * n - y * n + x]")));
}

static void
rows_and_records_are_found_by_their_looks(void **state)
{
	(void)state;
	expect_forms(
		"m[i][j + 1]",
		FORMS("(*&(&(m)[0][0])[((i) & ~31) * (sizeof (m)[0] / sizeof (m)[0][0]) + ((i) & 31) + (j + 1) * 32])",
	              COMPUTED("m[i][j + 1]")));
	expect_forms("p[i].v.x", FORMS("(*::gpulint::member<32>(&(p)[(i) & ~31], &(p)[i], &(p[i].v.x), (i) & 31))",
	                               COMPUTED("p[i].v.x")));
}

/* Each guess contains the index several times. */
static void
calls_are_guessed_only_where_they_are_pure(void **state)
{
	(void)state;
	static const char *const calls[] = {"a[atomicAdd(c, 1) * 64]", "a[next(i) * n]",
	                                    "a[(*f)(i) * n]",          "a[s.take() * n]",
	                                    "a[draw<int>(i) * n]",     "a[std::exchange(i, 0) * n]",
	                                    "a[ROW(i) * n]",           "f(p)[i * n]",
	                                    "a[t[0](i) * n]",          "a[g{}(i) * n]"};
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		struct arena arena = {0};
		const struct transposed_site site = {calls[i], 256, 4, 1 << 20, 32, 0};
		size_t count;
		const struct transposed_form *forms = transposed_forms(&site, &count, &arena);
		if (count != 1 || !forms->is_computed)
			fail_msg("%s is guessed: %s", calls[i], forms->text);
		arena_free(&arena);
	}
	static const char *const pure[] = {"a[min(i, m) * n]",
	                                   "a[(size_t)(i + 1) * n]",
	                                   "a[(unsigned long)(i) * n]",
	                                   "a[size_t(i) * n]",
	                                   "a[static_cast<size_t>(i)][k]",
	                                   "a[std::min<int>(i, m)][k]",
	                                   "a[(i + 1) * n]",
	                                   "a[i * sizeof(int)]"};
	for (size_t i = 0; i < sizeof pure / sizeof *pure; i++) {
		struct arena arena = {0};
		const struct transposed_site site = {pure[i], 256, 4, 1 << 20, 32, 0};
		size_t count;
		transposed_forms(&site, &count, &arena);
		if (count < 2)
			fail_msg("%s is not guessed", pure[i]);
		arena_free(&arena);
	}
}

static void
what_is_no_sum_is_only_computed(void **state)
{
	(void)state;
	static const char *const texts[] = {"a[i << 6]",  "a[c ? i * n : k]", "a[i * n / 2]", "*p",     "p->x",
	                                    "a[i++ * n]", "a[i][j][k]",       "f(i)",         "a[",     "a]",
	                                    "(",          "a[i *]",           "a[- n * i]",   "__ldg(", "__ldg()",
	                                    "__ldg(&)"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct arena arena = {0};
		const struct transposed_site site = {texts[i], 256, 4, 1 << 20, 32, 0};
		size_t count;
		const struct transposed_form *forms = transposed_forms(&site, &count, &arena);
		assert_true(!forms[count - 1].audit && forms[count - 1].is_computed);
		assert_true(count == 1 || strcmp(texts[i], "a[- n * i]") == 0);
		arena_free(&arena);
	}
}

static void
intrinsics_keep_their_name(void **state)
{
	(void)state;
	expect_forms("__ldg(&a[f(i)])",
	             FORMS("__ldg(::gpulint::transposed<256ull, 32, 1048576ull>(::gpulint_object2, &a[f(i)]))"));
	expect_forms("__ldg(&a[i * 64])",
	             FORMS("__ldg(&(a)[((i) & ~31) * (64) + ((i) & 31)])",
	                   "__ldg(::gpulint::transposed<256ull, 32, 1048576ull>(::gpulint_object2, &a[i * 64]))"));
	expect_forms("__ldg(p + i * 64)",
	             FORMS("__ldg(::gpulint::transposed<256ull, 32, 1048576ull>(::gpulint_object2, p + i * 64))"));
	struct arena arena = {0};
	assert_string_equal(shifted_access("a[i + 1]", -4, &arena), "(*::gpulint::shifted<-4>(&(a[i + 1])))");
	assert_string_equal(shifted_access("__ldcg(p)", 8, &arena), "__ldcg(::gpulint::shifted<8>(p))");
	arena_free(&arena);
}

static void
a_second_source_keeps_lines_and_moves_extents(void **state)
{
	(void)state;
	json_t *source = json_pack(
		"{s:s, s:s, s:s, s:[], s:[], s:[{s:s, s:s, s:[[i,i]]}], s:[[i,i], [i,i]], s:[[i,i]]}", "id", "0",
		"name", "k.cu", "text", "one\ntwo three\nfour\n", "options", "defines", "headers", "name", "h.h",
		"text", "five\n", "droppable", 0, 4, "droppable", 0, 3, 8, 18, "kernels", 14, 18);
	struct bundle_file files[] = {{.name = "k.cu", .path = "/k.cu"}, {.name = "h.h", .path = "/h.h"}};
	const struct bundle bundle = {files, 2, 2};
	const struct place place = {"/k.cu", 2, 5, 2, 10}, header = {"/h.h", 1, 1, 1, 5},
			   beyond = {"/k.cu", 2, 5, 2, 11}, lines = {"/k.cu", 1, 1, 2, 4}, other = {"/x.h", 1, 1, 1, 2},
			   last = {"/k.cu", 9, 1, 9, 1};
	struct edit edit = {.text = "number 3"};
	assert_false(second_source_find(source, &bundle, &beyond, &edit));
	assert_false(second_source_find(source, &bundle, &lines, &edit));
	assert_false(second_source_find(source, &bundle, &other, &edit));
	assert_false(second_source_find(source, &bundle, &last, &edit));
	assert_true(second_source_find(source, &bundle, &place, &edit));
	json_t *second = second_source_make(source, "1", &(struct second_source){{&edit, 1}, "TWICE"});
	assert_string_equal(second_source_text(second, 0), "one\ntwo number 3\nfour\n");
	assert_string_equal(second_source_text(source, 0), "one\ntwo three\nfour\n");
	json_t *extents = json_pack("[[i,i], [i,i]]", 0, 3, 8, 21);
	assert_true(json_equal(json_object_get(second, "droppable"), extents));
	json_t *kernels = json_pack("[[i,i]]", 17, 21);
	assert_true(json_equal(json_object_get(second, "kernels"), kernels));
	json_decref(kernels);
	assert_int_equal(json_array_size(json_object_get(second, "headers")), 2);
	assert_int_equal(json_array_size(json_object_get(source, "headers")), 1);
	assert_string_equal(json_string_value(json_array_get(json_object_get(second, "defines"), 0)), "TWICE");
	json_decref(second);
	assert_true(second_source_find(source, &bundle, &header, &edit));
	second = second_source_make(source, "2", &(struct second_source){{&edit, 1}, NULL});
	assert_string_equal(second_source_text(second, 1), "number 3\n");
	json_t *kernel = json_pack("{s:[i,i], s:s}", "extent", 0, 5, "header", "h.h"),
	       *moved = json_pack("[i,i]", 0, 9);
	json_t *extent = second_source_extent(source, kernel, (struct edits){&edit, 1});
	assert_true(json_equal(extent, moved));
	json_object_del(kernel, "header");
	json_decref(extent);
	extent = second_source_extent(source, kernel, (struct edits){&edit, 1});
	assert_true(json_equal(extent, json_object_get(kernel, "extent")));
	json_decref(extent);
	json_decref(moved);
	json_decref(kernel);
	assert_string_equal(second_source_text(second, 0), second_source_text(source, 0));
	assert_int_equal(json_array_size(json_object_get(second, "defines")), 0);
	assert_int_equal(json_array_size(json_object_get(second, "options")), 1);
	assert_int_equal(json_array_size(json_object_get(source, "options")), 0);
	json_decref(second);
	json_decref(extents);
	json_decref(source);
}

static void
macros_are_known_wherever_they_are_defined(void **state)
{
	(void)state;
	json_t *source = json_pack("{s:s, s:[s, s], s:[{s:s}]}", "text",
	                           "#define AT(p, i) p[i]\n // define NONE\n#  define\tTAIL [0]\nint LD;\n"
	                           "#define LDX\n",
	                           "defines", "GIVEN", "VALUE=a[0]", "headers", "text", "\n #define IN(x) x\n");
	static const char *const macros[] = {"AT(p, i)", "p TAIL",       "GIVEN[i]",      "VALUE",
	                                     "IN(a[i])", "a[i] IN((b))", "AT(p, (i + 1))"};
	for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
		if (!second_source_is_of_macro(source, macros[i]))
			fail_msg("%s is of a macro", macros[i]);
	static const char *const plain[] = {"a[i]", "a[AT(p, i)]", "LD[i]", "NONE(i)",    "*p",
	                                    "p->x", "f(TAIL)",     "",      "(a)[VALUE]", "VALUES"};
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (second_source_is_of_macro(source, plain[i]))
			fail_msg("%s is of no macro", plain[i]);
	json_decref(source);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_found_in_sums_of_products),
		cmocka_unit_test(rows_and_records_are_found_by_their_looks),
		cmocka_unit_test(calls_are_guessed_only_where_they_are_pure),
		cmocka_unit_test(what_is_no_sum_is_only_computed),
		cmocka_unit_test(intrinsics_keep_their_name),
		cmocka_unit_test(macros_are_known_wherever_they_are_defined),
		cmocka_unit_test(a_second_source_keeps_lines_and_moves_extents),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
