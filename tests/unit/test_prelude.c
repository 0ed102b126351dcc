/* The cached prelude. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/frontend.h"

/* The test's own folder, which is the cache. */
static int
make_place(void **state)
{
	static char folder[] = "/tmp/gpulint-prelude-XXXXXX";
	strcpy(strrchr(folder, '-'), "-XXXXXX");
	assert_non_null(mkdtemp(folder));
	setenv("XDG_CACHE_HOME", folder, 1);
	*state = folder;
	return 0;
}

static int
remove_place(void **state)
{
	char command[96];
	snprintf(command, sizeof command, "rm -rf %s", (const char *)*state);
	return system(command);
}

/* Whether the kernel is found, whose file number depends on the prelude. */
static bool
parses(const char *const *flags, size_t flag_count)
{
	static const char text[] = "__global__ void k(int *out)\n{\n\tout[threadIdx.x] = INT_MAX;\n}\n";
	const struct frontend_options options = {.arch = "sm_90",
	                                         .flags = flags,
	                                         .flag_count = flag_count,
	                                         .contents = text,
	                                         .contents_length = sizeof text - 1};
	struct ir_unit unit;
	frontend_parse(&unit, "k.cu", &options);
	const bool is_seen = !unit.failed && !unit.problem_count && unit.func_count == 1 && unit.funcs[0]->is_kernel;
	ir_unit_free(&unit);
	return is_seen;
}

/* The paths of the cached files; to be freed with globfree. */
static glob_t
kept_files(const char *folder)
{
	char pattern[96];
	glob_t found;
	snprintf(pattern, sizeof pattern, "%s/gpulint/prelude/*", folder);
	const int status = glob(pattern, 0, NULL, &found);
	assert_true(status == 0 || status == GLOB_NOMATCH);
	return found;
}

static size_t
count_kept(const char *folder)
{
	glob_t found = kept_files(folder);
	const size_t count = found.gl_pathc;
	globfree(&found);
	return count;
}

static void
test_kept_once(void **state)
{
	static const char *const places[] = {"-I/tmp", "-include", "stdio.h"}, *const macro[] = {"-DWIDTH=3"};
	assert_true(parses(NULL, 0));
	assert_int_equal(count_kept(*state), 1);
	/* The places of files do not matter. */
	assert_true(parses(places, 3));
	assert_int_equal(count_kept(*state), 1);
	assert_true(parses(macro, 1));
	assert_int_equal(count_kept(*state), 2);
	assert_true(parses(macro, 1));
	assert_int_equal(count_kept(*state), 2);
}

/* The only cached file. */
static off_t
length_kept(const char *folder, char path[96])
{
	glob_t found = kept_files(folder);
	struct stat status;
	assert_int_equal(found.gl_pathc, 1);
	assert_int_equal(stat(found.gl_pathv[0], &status), 0);
	snprintf(path, 96, "%s", found.gl_pathv[0]);
	globfree(&found);
	return status.st_size;
}

/* Overwrites the file from this byte on, and changes its length by `more`. */
static void
spoil(const char *folder, long from, off_t more)
{
	char path[96];
	const off_t length = length_kept(folder, path);
	FILE *file = fopen(path, "r+");
	assert_non_null(file);
	fseek(file, from, SEEK_SET);
	for (long i = from; i < length + more; i++)
		putc('x', file);
	assert_int_equal(fclose(file), 0);
}

/* If the file is unusable, the source is parsed as usual, and the file is removed. */
static void
test_spoilt(void **state)
{
	const long parts[] = {0, 4, 4096, 1 << 20};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		assert_true(parses(NULL, 0));
		spoil(*state, parts[i], 0);
		assert_true(parses(NULL, 0));
		assert_int_equal(count_kept(*state), 0);
	}
}

/* A file of another length is not read, but created again. */
static void
test_of_another_length(void **state)
{
	char path[96];
	assert_true(parses(NULL, 0));
	const off_t length = length_kept(*state, path);
	spoil(*state, 0, 1);
	assert_true(parses(NULL, 0));
	assert_int_equal(length_kept(*state, path), length);
}

static void
test_no_cache(void **state)
{
	(void)state;
	setenv("XDG_CACHE_HOME", "/dev/null/cache", 1);
	assert_true(parses(NULL, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_kept_once, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_spoilt, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_of_another_length, make_place, remove_place),
		cmocka_unit_test_setup_teardown(test_no_cache, make_place, remove_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
