/* Reading measured curves: the form, interpolation, where profiles are looked for, and files that are wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <math.h>

#include "kernels/profile.h"

#define HEAD "{\"schema_version\": 1, \"kind\": \"calibrated\", \"date\": \"2026-01-01\","
#define DEVICE "\"device\": {\"name\": \"NVIDIA Test\", \"sm\": \"sm_90\"},"
#define POINT "{\"degree\": 1, \"ratio\": 1, \"low\": 1, \"high\": 1}"

static const char good[] = HEAD DEVICE "\"curves\": [{\"effect\": \"read-stride\", \"unit\": \"elements\", \"points\": ["
	"{\"degree\": 8, \"ratio\": 4.0, \"low\": 3.5, \"high\": 4.5},"      /* out of order on purpose */
	"{\"degree\": 1, \"ratio\": 1.0, \"low\": 0.9, \"high\": 1.1},"
	"{\"degree\": 2, \"ratio\": 2.0, \"low\": 1.8, \"high\": 2.2, \"us\": 200, \"ideal_us\": 100, \"ideal_gbs\": 3000}]},"
	"{\"effect\": \"misaligned-read\", \"points\": [{\"degree\": 0, \"ratio\": 1, \"low\": 1, \"high\": 1},"
	"{\"degree\": 4, \"ratio\": 1.2, \"low\": 1.1, \"high\": 1.3, \"cycles\": 55, \"ideal_cycles\": 44}]}]}";

/* A folder of its own for each test, and the paths in it. */
struct scratch {
	char folder[64], path[128];
};

static void
write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static int
set_up(void **state)
{
	struct scratch *scratch = calloc(1, sizeof *scratch);
	assert_non_null(scratch);
	strcpy(scratch->folder, "/tmp/gpulint-profile-XXXXXX");
	assert_non_null(mkdtemp(scratch->folder));
	snprintf(scratch->path, sizeof scratch->path, "%s/p.json", scratch->folder);
	*state = scratch;
	return 0;
}

static int
tear_down(void **state)
{
	struct scratch *scratch = *state;
	char path[192];
	static const char *const made[] = {
		"p.json", "gpulint/profiles/test-1.json", "gpulint/profiles", "gpulint", "",
	};
	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		snprintf(path, sizeof path, "%s/%s", scratch->folder, made[i]);
		remove(path);
	}
	free(scratch);
	return 0;
}

static void
near(double value, double wanted)
{
	if (!(fabs(value - wanted) < 1e-9))
		fail_msg("%.12g is not %.12g", value, wanted);
}

static void
reads_points(void **state)
{
	struct scratch *scratch = *state;
	char *error = NULL;

	write_text(scratch->path, good);
	struct profile *profile = profile_read(scratch->path, &error);
	assert_non_null(profile);
	assert_null(error);
	assert_string_equal(profile_kind(profile), "calibrated");
	assert_string_equal(profile_gpu(profile), "NVIDIA Test");

	near(profile_point(profile, "read-stride", 2).us, 200);
	near(profile_point(profile, "read-stride", 2).ideal_us, 100);
	near(profile_point(profile, "read-stride", 2).useful_bytes, 3e8);
	near(profile_point(profile, "misaligned-read", 4).us, 55);
	assert_true(isnan(profile_point(profile, "misaligned-read", 4).useful_bytes));
	assert_true(isnan(profile_point(profile, "read-stride", 1).us));
	assert_true(isnan(profile_point(profile, "read-stride", 3).us));
	assert_true(isnan(profile_point(profile, "no-such-effect", 2).us));
	assert_true(isnan(profile_point(NULL, "read-stride", 2).us));
	profile_free(profile);
}

static void
refuses_what_is_wrong(void **state)
{
	struct scratch *scratch = *state;
	static const struct {
		const char *text, *complaint;
	} cases[] = {
		{"", "line"},
		{"\xff\xfe\x01", "line"},
		{"[]", "schema_version"},
		{"{\"schema_version\": 2}", "schema_version is 2"},
		{HEAD "\"curves\": []}", "name"},
		{"{\"schema_version\": 1, \"kind\": \"guessed\"," DEVICE "\"curves\": []}", "guessed"},
		{HEAD DEVICE "\"curves\": 3}", "curves"},
		{HEAD DEVICE "\"curves\": [3]}", "effect"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\"}]}", "no points"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [7]}]}", "degree"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": 1, \"ratio\": \"2\"}]}]}", "ratio"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": -1}]}]}", "degree"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": 1, \"ratio\": 3, \"low\": 1, \"high\": 2}]}]}",
		 "between"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [" POINT "]}]", "line"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *error = NULL;
		write_text(scratch->path, cases[i].text);
		assert_null(profile_read(scratch->path, &error));
		assert_non_null(error);
		if (!strstr(error, cases[i].complaint) || !strstr(error, "p.json"))
			fail_msg("case %zu: \"%s\" does not speak of \"%s\"", i, error, cases[i].complaint);
		free(error);
		assert_null(profile_read(scratch->path, NULL));
	}
	char *error = NULL;
	assert_null(profile_read("/nowhere/at/all.json", &error));
	assert_non_null(error);
	free(error);
}

/* What the user calibrated comes first; a file that cannot be read hides nothing. */
static void
looks_in_the_cache(void **state)
{
	struct scratch *scratch = *state;
	char path[192];

	setenv("XDG_CACHE_HOME", scratch->folder, 1);
	struct profile *shipped = profile_load("Test 1", "sm_1");
	assert_null(shipped);

	snprintf(path, sizeof path, "%s/gpulint", scratch->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/gpulint/profiles", scratch->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/gpulint/profiles/test-1.json", scratch->folder);
	write_text(path, good);
	struct profile *profile = profile_load("Test 1", "sm_1");
	assert_non_null(profile);
	assert_string_equal(profile_kind(profile), "calibrated");
	profile_free(profile);

	write_text(path, "{");
	assert_null(profile_load("Test 1", "sm_1"));
	unsetenv("XDG_CACHE_HOME");
}

/* The profile that travels with the program, also for another GPU of its architecture. */
static void
shipped_profile(void **state)
{
	struct scratch *scratch = *state;
	static const char *const gpus[] = {"H200", "H100"};

	setenv("XDG_CACHE_HOME", scratch->folder, 1);
	for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
		struct profile *profile = profile_load(gpus[i], "sm_90");
		assert_non_null(profile);
		assert_string_equal(profile_kind(profile), "shipped");
		assert_string_equal(profile_gpu(profile), "NVIDIA H200");
		assert_true(profile_point(profile, "read-stride", 32).us > 2 * profile_point(profile, "read-stride", 1).us);
		profile_free(profile);
	}
	unsetenv("XDG_CACHE_HOME");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(reads_points, set_up, tear_down),
		cmocka_unit_test_setup_teardown(refuses_what_is_wrong, set_up, tear_down),
		cmocka_unit_test_setup_teardown(looks_in_the_cache, set_up, tear_down),
		cmocka_unit_test_setup_teardown(shipped_profile, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
