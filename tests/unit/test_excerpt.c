/* The sources in a job, if they also define other kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codegen/source/strip.h"
#include "codegen/worker/result.h"
#include "runtime_check/excerpt.h"

static json_t *
ranges(const struct range *items, size_t count)
{
	json_t *json = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(json, json_pack("[I, I]", (json_int_t)items[i].begin, (json_int_t)items[i].end));
	return json;
}

static json_t *
file(const char *name, const char *text)
{
	struct annotation_macros *macros = annotation_macros_new();
	struct stripped stripped;
	annotation_macros_collect(macros, text, strlen(text));
	strip_host_code(&stripped, text, strlen(text), macros);
	json_t *json = json_pack("{s:s, s:s, s:o, s:o}", "name", name, "text", stripped.text, "droppable",
	                         ranges(stripped.droppable, stripped.droppable_count), "kernels",
	                         ranges(stripped.kernels, stripped.kernel_count));
	stripped_free(&stripped);
	annotation_macros_free(macros);
	return json;
}

/* The only source, for the kernel with this name. */
static json_t *
excerpt(const char *text, const char *header, const char *define, json_t *kernel)
{
	json_t *source = file("k.cu", text), *kernels = json_pack("[O]", kernel);
	json_object_set_new(source, "id", json_string("0"));
	if (header)
		json_object_set_new(source, "headers", json_pack("[o]", file("k.h", header)));
	json_object_set_new(source, "defines", json_pack("[s]", define));
	json_t *job = json_pack("{s:[o]}", "sources", source);
	struct excerpts *excerpts = excerpts_new(job);
	json_t *sources = excerpts_take(excerpts, kernels), *own = json_incref(json_array_get(sources, 0));
	excerpts_free(excerpts);
	json_decref(sources);
	json_decref(kernels);
	json_decref(job);
	return own;
}

static json_t *
kernel_named(const char *name)
{
	return json_pack("{s:s, s:s}", "source", "0", "name_expression", name);
}

static void
assert_excerpt(const char *text, const char *header, const char *name, const char *expected,
               const char *expected_header)
{
	json_t *kernel = kernel_named(name), *source = excerpt(text, header, "NDEBUG", kernel);
	assert_string_equal(result_text(source, "text"), expected);
	if (header)
		assert_string_equal(result_text(json_array_get(json_object_get(source, "headers"), 0), "text"),
		                    expected_header);
	json_decref(source);
	json_decref(kernel);
}

static void
other_kernels_leave_their_lines(void **state)
{
	(void)state;
	assert_excerpt(
		"__global__ void a(int *p)\n{\n\t*p = 1;\n}\n__device__ int f() { return 1; }\n__global__ void b(int *p) { *p = f(); }\n",
		NULL, "b", "\n\n\n\n__device__ int f() { return 1; }\n__global__ void b(int *p) { *p = f(); }\n", NULL);
	/* Code keeps its column. */
	assert_excerpt("__global__ void a() {} __global__ void b() {}\n", NULL, "b",
	               "                       __global__ void b() {}\n", NULL);
	/* Preprocessor lines also affect later code and stay; pragmas only affect the removed code. */
	assert_excerpt(
		"__global__ void a(int *p) {\n#define N 4\n#pragma unroll\n\tfor (;;) p[N] = 1;\n}\n__global__ void b(int *p) { p[N] = 1; }\n",
		NULL, "b", "\n#define N 4\n\n\n\n__global__ void b(int *p) { p[N] = 1; }\n", NULL);
	/* Declarations, templates and their instances have the same name. */
	assert_excerpt(
		"__global__ void b();\nnamespace s { template <class T> __global__ void __launch_bounds__(32) a(T); }\n"
		"template <class T> __global__ void s::a(T) {}\ntemplate <> __global__ void s::a<int>(int) {}\n"
		"template __global__ void s::a<float>(float);\n__global__ void b() {}\n",
		NULL, "b",
		"__global__ void b();\nnamespace s {                                                                }\n"
		"\n\n\n__global__ void b() {}\n",
		NULL);
	/* Also in headers. */
	assert_excerpt("#include \"k.h\"\n__global__ void b() {}\n",
	               "#pragma once\n__global__ void a() {}\n__global__ void c() {}\n", "c", "#include \"k.h\"\n\n",
	               "#pragma once\n\n__global__ void c() {}\n");
}

static void
what_is_left_of_host_code_takes_no_room(void **state)
{
	(void)state;
	assert_excerpt("__global__ void a() {}\nint main()\n{\n\ta<<<1, 1>>>();\n}\n"
	               "__device__ const char *s = R\"(\n   \n)\";\n__global__ void b() {}\n",
	               NULL, "b", "\n\n\n\n\n__device__ const char *s = R\"(\n   \n)\";\n__global__ void b() {}\n",
	               NULL);
}

static void
what_is_needed_stays(void **state)
{
	(void)state;
	static const char *const whole[] = {
		/* Because of a kernel that is needed, of device code, of a macro, of an option, */
		"__global__ void a() {}\n__global__ void c() { a<<<1, 1>>>(); }\n__global__ void b() { c<<<1, 1>>>(); }\n",
		"__global__ void a() {}\n__device__ void (*const f)() = a;\n__global__ void b() {}\n",
		"__global__ void a() {}\n#define FIRST a\n__global__ void b() {}\n",
		"__global__ void NDEBUG() {}\n__global__ void b() {}\n",
		/* of a word that a macro pastes, */
		"__global__ void run_a() {}\n#define CALL(x) run_##x<<<1, 1>>>()\n__global__ void b() { CALL(a); }\n",
		"__global__ void k12() {}\n#define NTH(n) k ## n\n__device__ auto f = NTH(12);\n__global__ void b() {}\n",
		/* or because other code may depend on the text. */
		"__global__ void a()\n#if N\n{ }\n#else\n{ ; }\n#endif\n__global__ void b() {}\n",
		"__global__ void a() {\n#include \"body.h\"\n}\n__global__ void b() {}\n",
		"#define KERNEL(n) __global__ void n\nKERNEL(a)() {}\n__global__ void b() {}\n",
	};
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		assert_excerpt(whole[i], NULL, "b", whole[i], NULL);
}

static void
extents_move_along(void **state)
{
	(void)state;
	static const char text[] =
		"struct s {};\n__global__ void a() {\n}\n__device__ int f() { return 1; }\n__global__ void b() { f(); }\n";
	json_t *kernel = kernel_named("b");
	const json_int_t begin = (json_int_t)(strstr(text, "__global__ void b") - text);
	json_object_set_new(kernel, "extent", json_pack("[I, I]", begin, (json_int_t)(strlen(text) - 1)));
	json_t *source = excerpt(text, NULL, "NDEBUG", kernel);
	const char *cut = result_text(source, "text");
	json_t *expected = json_pack("{s:[[i, i], [i, i]], s:[[i, i]], s:[i, i]}", "droppable", 0, 12, 15, 47,
	                             "kernels", 48, 76, "extent", 48, 76);
	assert_string_equal(cut + 48, "__global__ void b() { f(); }\n");
	assert_true(json_equal(json_object_get(source, "droppable"), json_object_get(expected, "droppable")));
	assert_true(json_equal(json_object_get(source, "kernels"), json_object_get(expected, "kernels")));
	assert_true(json_equal(json_object_get(kernel, "extent"), json_object_get(expected, "extent")));
	json_decref(expected);
	json_decref(source);
	json_decref(kernel);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_kernels_leave_their_lines),
		cmocka_unit_test(what_is_left_of_host_code_takes_no_room),
		cmocka_unit_test(what_is_needed_stays),
		cmocka_unit_test(extents_move_along),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
