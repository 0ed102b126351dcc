/* --gpu native: the list of the kernel's driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/native.h"

static char folder[] = "/tmp/gpulint-native-XXXXXX";
static const char *const gpus[] = {"0000:1b:00.0", "0000:43:00.0"};

static int
set_up(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static const char *
path_of(const char *gpu, const char *file)
{
	static char path[128];
	snprintf(path, sizeof path, "%s/%s%s", folder, gpu, file);
	return path;
}

static int
tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
		unlink(path_of(gpus[i], "/information"));
		rmdir(path_of(gpus[i], ""));
	}
	return rmdir(folder);
}

static void
list(const char *gpu, const char *model)
{
	mkdir(path_of(gpu, ""), 0700);
	FILE *file = fopen(path_of(gpu, "/information"), "w");
	assert_non_null(file);
	fprintf(file, "%s%s\nIRQ:   \t\t 171\nGPU UUID: \t GPU-0\n", model ? "Model: \t\t " : "", model ? model : "");
	fclose(file);
}

static void
models(void **state)
{
	(void)state;
	struct arena arena = {0};
	assert_null(native_model(&arena, "/nowhere"));
	assert_null(native_model(&arena, folder));
	list(gpus[0], NULL);
	assert_null(native_model(&arena, folder));
	list(gpus[0], "NVIDIA H200");
	assert_string_equal(native_model(&arena, folder), "NVIDIA H200");
	assert_ptr_equal(gpu_find(native_model(&arena, folder)), gpu_find("H200"));
	list(gpus[1], "NVIDIA H200");
	assert_string_equal(native_model(&arena, folder), "NVIDIA H200");
	/* With several kinds, gpulint-run must say which one is used. */
	list(gpus[1], "NVIDIA T400 4GB");
	assert_null(native_model(&arena, folder));
	arena_free(&arena);
}

static void
asks_for_it(void **state)
{
	(void)state;
	assert_true(native_is_wanted("native") && native_is_wanted("Native"));
	assert_false(native_is_wanted("H200") || native_is_wanted(NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(models), cmocka_unit_test(asks_for_it)};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
