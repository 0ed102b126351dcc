#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/compile_database.h"
#include "cli/options.h"
#include "cli/program.h"
#include "cli/report/words.h"

static void
assert_words(const struct words *words, const char *const *expected)
{
	size_t count = 0;
	while (expected[count])
		count++;
	assert_int_equal(words->count, count);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(words->items[i], expected[i]);
}

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NOTHING ((const char *const[]){NULL})

static void
words_are_split_as_a_shell_does(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *words[5];
	} cases[] = {
		{"", {NULL}},
		{"  \t\n ", {NULL}},
		{"one", {"one"}},
		{" one  two ", {"one", "two"}},
		{"'a b' \"c d\"", {"a b", "c d"}},
		{"a'b'\"c\"d", {"abcd"}},
		{"'' \"\"", {"", ""}},
		{"a\\ b \\' \\\\", {"a b", "'", "\\"}},
		{"'a\\b' \"a\\b\" \"a\\\"b\"", {"a\\b", "a\\b", "a\"b"}},
		{"$HOME *", {"$HOME", "*"}},
		{"end\\", {"end\\"}},
	};
	struct arena arena = {0};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct words words = {0};
		assert_null(words_split(&words, &arena, cases[i].text));
		assert_words(&words, cases[i].words);
	}
	struct words words = {0};
	assert_non_null(words_split(&words, &arena, "an 'open quote"));
	assert_non_null(words_split(&words, &arena, "\"\\\""));
	arena_free(&arena);
}

static void
lists_are_split_at_commas(void **state)
{
	(void)state;
	struct arena arena = {0};
	struct words words = {0};
	words_split_list(&words, &arena, "a,b,,c,");
	words_split_list(&words, &arena, "d");
	assert_words(&words, LIST("a", "b", "c", "d"));
	arena_free(&arena);
}

static bool
read_line(struct options *options, const char *const *arguments)
{
	static char *argv[32];
	int argc = 0;
	argv[argc++] = (char *)"gpulint";
	for (; arguments[argc - 1]; argc++)
		argv[argc] = (char *)arguments[argc - 1];
	argv[argc] = NULL;
	return options_read(options, argc, argv);
}

static void
options_operands_and_flags_are_distinguished(void **state)
{
	(void)state;
	struct options options;
	assert_true(read_line(&options, LIST("dump", "--gpu", "H200", "ir", "a.cu", "-j4", "--argv=1 '2 3'", "--launch",
	                                     "k<<<1, 32>>>()", "--launch", "l<<<2, 64>>>(8)", "b.cu", "--", "-Iinclude",
	                                     "--gpu")));
	assert_words(&options.operands, LIST("dump", "ir", "a.cu", "b.cu"));
	assert_words(&options.flags, LIST("-Iinclude", "--gpu"));
	assert_words(&options.argv, LIST("1", "2 3"));
	assert_words(&options.launches, LIST("k<<<1, 32>>>()", "l<<<2, 64>>>(8)"));
	assert_string_equal(options.gpu, "H200");
	assert_int_equal(options.jobs, 4);
	assert_string_equal(options.format->name, "text");
	options_free(&options);

	assert_true(read_line(&options, LIST("-", "--stdin-filename", "x.cu", "--format", "json", "--color=never")));
	assert_words(&options.operands, LIST("-"));
	assert_words(&options.flags, NOTHING);
	assert_string_equal(options.format->name, "json");
	assert_int_equal(options.color, COLOR_NEVER);
	options_free(&options);
}

static void
options_that_make_no_sense_are_refused(void **state)
{
	(void)state;
	static const char *const lines[][4] = {
		{"--nonsense"},
		{"-Z"},
		{"--gpu"},
		{"--format", "xml"},
		{"--color", "sometimes"},
		{"-j", "0"},
		{"-j", "-1"},
		{"-j", "2x"},
		{"-j", "99999999999999999999"},
		{"--argv", "'open"},
		{"--help=yes"},
	};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct options options;
		assert_false(read_line(&options, lines[i]));
		options_free(&options);
	}
}

/* ---- compile_commands.json ---- */

struct folder {
	char path[64];
	char file[128];
};

static void
write_database(struct folder *folder, const char *json)
{
	strcpy(folder->path, "/tmp/gpulint-test-XXXXXX");
	assert_non_null(mkdtemp(folder->path));
	snprintf(folder->file, sizeof folder->file, "%s/compile_commands.json", folder->path);
	FILE *file = fopen(folder->file, "w");
	assert_non_null(file);
	fputs(json, file);
	fclose(file);
}

static void
remove_database(const struct folder *folder)
{
	remove(folder->file);
	rmdir(folder->path);
}

static const char project[] =
	"[{\"directory\": \"/p/build\", \"file\": \"../src/a.cu\", \"command\":"
	"  \"nvcc -DA -I'/p/in clude' -c ../src/a.cu -o a.o\"},"
	" {\"directory\": \"/p/build\", \"file\": \"/p/build/b.cu\", \"arguments\":"
	"  [\"nvcc\", \"-DB\", \"-o\", \"b.o\", \"-c\", \"/p/build/b.cu\"]},"
	" {\"directory\": \"/p\", \"file\": \"/p/build/deep/c.cu\", \"arguments\": [\"nvcc\", \"-DC\"]}]";

static void
database_gives_the_nearest_entrys_flags(void **state)
{
	(void)state;
	static const struct {
		const char *file, *flag, *directory;
		bool is_listed;
	} cases[] = {
		{"/p/build/b.cu", "-DB", "/p/build", true},         {"/p/build/b.cuh", "-DB", "/p/build", false},
		{"/p/build/other.cuh", "-DB", "/p/build", false},   {"/p/build/deep/c.cu", "-DC", "/p", true},
		{"/p/build/deep/deeper/d.cuh", "-DC", "/p", false},
	};
	struct folder folder;
	struct arena arena = {0};
	const char *error = NULL;
	write_database(&folder, project);
	struct compile_database *database = compile_database_read(folder.path, &arena, &error);
	assert_non_null(database);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct database_flags flags;
		assert_int_equal(compile_database_find(database, &arena, cases[i].file, &flags), cases[i].is_listed);
		assert_words(&flags.words, LIST(cases[i].flag));
		assert_string_equal(flags.directory, cases[i].directory);
	}
	compile_database_free(database);
	arena_free(&arena);
	remove_database(&folder);
}

static void
database_splits_commands_and_drops_the_source_and_the_output(void **state)
{
	(void)state;
	struct folder folder;
	struct arena arena = {0};
	const char *error = NULL;
	struct database_flags flags;
	write_database(&folder, project);
	struct compile_database *database = compile_database_read(folder.file, &arena, &error);
	assert_non_null(database);
	compile_database_find(database, &arena, "/p/build/../src/a.cu", &flags);
	assert_words(&flags.words, LIST("-DA", "-I/p/in clude"));
	compile_database_free(database);
	arena_free(&arena);
	remove_database(&folder);
}

static void
database_passes_over_what_is_no_entry(void **state)
{
	(void)state;
	struct folder folder;
	struct arena arena = {0};
	const char *error = NULL;
	struct database_flags flags;
	write_database(&folder, "[\n5,\n{\"directory\": \"/p\", \"file\": \"a.cu\", \"command\": \"nvcc 'open\"},\n"
	                        "{\"directory\": \"/p\", \"file\": \"a.cu\", \"command\": \"nvcc -DA\"}]\n");
	struct compile_database *database = compile_database_read(folder.path, &arena, &error);
	assert_non_null(database);
	assert_true(compile_database_find(database, &arena, "/p/a.cu", &flags));
	assert_words(&flags.words, LIST("-DA"));
	assert_int_equal(flags.line, 4);
	assert_int_equal(flags.number, 3);
	compile_database_free(database);
	arena_free(&arena);
	remove_database(&folder);
}

static void
databases_that_are_none_are_refused_with_a_reason(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"",
		"{}",
		"[",
		"[]",
		"[1]",
		"[{\"directory\": \"/\", \"file\": \"a.cu\"}]",
		"[{\"directory\": 1, \"file\": \"a.cu\", \"command\": \"nvcc\"}]",
		"[{\"directory\": \"/\", \"file\": \"a.cu\", \"arguments\": \"nvcc\"}]",
		"[{\"directory\": \"/\", \"file\": \"a.cu\", \"arguments\": [\"nvcc\", 5]}]",
	};
	struct arena arena = {0};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct folder folder;
		const char *error = NULL;
		write_database(&folder, texts[i]);
		assert_null(compile_database_read(folder.path, &arena, &error));
		assert_non_null(strstr(error, "compile_commands.json"));
		remove_database(&folder);
	}
	const char *error = NULL;
	assert_null(compile_database_read("/dev/null", &arena, &error));
	assert_string_equal(error, "/dev/null: not a regular file");
	assert_null(compile_database_read("/nonexistent", &arena, &error));
	assert_string_equal(error, "/nonexistent: No such file or directory");
	arena_free(&arena);
}

/* ---- programs ---- */

static const struct ir_stmt body = {.kind = IR_STMT_BLOCK};

static void
several_mains_are_several_programs(void **state)
{
	(void)state;
	struct ir_func main_func = {.name = "main", .qualified_name = "main", .link_name = "main", .body = &body};
	struct ir_func helper = {
		.name = "helper", .qualified_name = "helper", .link_name = "_Z6helperv", .body = &body};
	struct ir_func declared = {.name = "helper", .qualified_name = "helper", .link_name = "_Z6helperv"};
	struct ir_func lonely = {
		.name = "lonely", .qualified_name = "lonely", .link_name = "_Z6lonelyv", .body = &body};
	struct ir_unit units[] = {
		{.path = "one.cu", .funcs = (struct ir_func *[]){&main_func}, .func_count = 1},
		{.path = "helper.cu", .funcs = (struct ir_func *[]){&helper}, .func_count = 1},
		{.path = "two.cu",
	         .funcs = (struct ir_func *[]){&main_func},
	         .func_count = 1,
	         .declared = (struct ir_func *[]){&declared},
	         .declared_count = 1},
		{.path = "lonely.cu", .funcs = (struct ir_func *[]){&lonely}, .func_count = 1},
	};
	struct arena arena = {0};
	size_t count;
	const struct program *programs = program_split(&arena, units, 4, &count);
	assert_int_equal(count, 3);
	assert_int_equal(programs[0].unit_count, 1);
	assert_ptr_equal(programs[0].units[0], &units[0]);
	assert_int_equal(programs[1].unit_count, 2);
	assert_ptr_equal(programs[1].units[0], &units[1]);
	assert_ptr_equal(programs[1].units[1], &units[2]);
	assert_int_equal(programs[2].unit_count, 1);
	assert_ptr_equal(programs[2].units[0], &units[3]);

	programs = program_split(&arena, units, 2, &count);
	assert_int_equal(count, 1);
	assert_int_equal(programs[0].unit_count, 2);
	arena_free(&arena);
}

static void
units_that_define_one_kernel_each_for_themselves_are_parted(void **state)
{
	(void)state;
	struct ir_func main_func = {.name = "main", .qualified_name = "main", .link_name = "main", .body = &body};
	struct ir_func here = {.name = "add",
	                       .qualified_name = "add",
	                       .link_name = "_Z3addPf",
	                       .body = &body,
	                       .is_kernel = true,
	                       .loc = {.line = 3}};
	struct ir_func there = here;
	there.loc.line = 7;
	const char *files[][1] = {{"lib.cu"}, {"shared.h"}, {"other.cu"}};
	struct ir_unit units[] = {
		{.path = "lib.cu",
	         .files = files[0],
	         .file_count = 1,
	         .funcs = (struct ir_func *[]){&here},
	         .func_count = 1},
		{.path = "user.cu", .files = files[1], .file_count = 1},
		{.path = "other.cu",
	         .files = files[2],
	         .file_count = 1,
	         .funcs = (struct ir_func *[]){&main_func, &there},
	         .func_count = 2},
	};
	struct arena arena = {0};
	size_t count;
	const struct program *programs = program_split(&arena, units, 3, &count);
	assert_int_equal(count, 2);
	assert_int_equal(programs[0].unit_count, 2);
	assert_ptr_equal(programs[0].units[0], &units[1]);
	assert_ptr_equal(programs[0].units[1], &units[2]);
	assert_int_equal(programs[1].unit_count, 1);
	assert_ptr_equal(programs[1].units[0], &units[0]);

	/* A header that two files include has one kernel. */
	files[0][0] = files[2][0] = "shared.h";
	there.loc.line = here.loc.line;
	programs = program_split(&arena, units, 3, &count);
	assert_int_equal(count, 1);
	assert_int_equal(programs[0].unit_count, 3);
	arena_free(&arena);
}

static void
merging_adds_launches_to_kernels_that_are_there(void **state)
{
	(void)state;
	struct launch launches[2] = {{.place = {.line = 10}}, {.place = {.line = 20}}};
	struct kernel first = {
		.name = "k",
		.link_name = "_Z1kv",
		.place = {.file = "k.cu", .line = 3},
		.launches = &launches[0],
		.launch_count = 1,
	};
	struct kernel again[2] = {first, first};
	again[0].launches = &launches[1];
	again[1].link_name = "_Z1lv";
	struct source_file files[2] = {{.path = "k.cu"}, {.path = "m.cu"}};
	const struct facts parts[2] = {
		{.kernels = &first, .kernel_count = 1, .files = files, .file_count = 1},
		{.kernels = again, .kernel_count = 2, .files = files, .file_count = 2},
	};
	struct facts whole = {0};
	program_merge(&whole, &parts[0]);
	program_merge(&whole, &parts[1]);
	assert_int_equal(whole.file_count, 2);
	assert_int_equal(whole.kernel_count, 2);
	assert_int_equal(whole.kernels[0].launch_count, 2);
	assert_int_equal(whole.kernels[0].launches[1].place.line, 20);
	assert_int_equal(whole.kernels[1].launch_count, 1);
	assert_int_equal(first.launch_count, 1);
	facts_free(&whole);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_split_as_a_shell_does),
		cmocka_unit_test(lists_are_split_at_commas),
		cmocka_unit_test(options_operands_and_flags_are_distinguished),
		cmocka_unit_test(options_that_make_no_sense_are_refused),
		cmocka_unit_test(database_gives_the_nearest_entrys_flags),
		cmocka_unit_test(database_splits_commands_and_drops_the_source_and_the_output),
		cmocka_unit_test(database_passes_over_what_is_no_entry),
		cmocka_unit_test(databases_that_are_none_are_refused_with_a_reason),
		cmocka_unit_test(several_mains_are_several_programs),
		cmocka_unit_test(units_that_define_one_kernel_each_for_themselves_are_parted),
		cmocka_unit_test(merging_adds_launches_to_kernels_that_are_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
