/* Reading measured curves: the format, interpolation, search paths, and invalid files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>

#include "kernels/profiles.h"
#include "kernels/rates.h"
#include "kernels/scaled_rates.h"
#include "support/embedded.h"

#define HEAD "{\"schema_version\": 1, \"kind\": \"calibrated\", \"date\": \"2026-01-01\","
#define DEVICE "\"device\": {\"name\": \"NVIDIA Test\", \"sm\": \"sm_90\"},"
#define POINT "{\"degree\": 1, \"ratio\": 1, \"low\": 1, \"high\": 1}"

static const char good[] = HEAD DEVICE
	"\"curves\": [{\"effect\": \"read-stride\", \"unit\": \"elements\", \"points\": ["
	"{\"degree\": 8, \"ratio\": 4.0, \"low\": 3.5, \"high\": 4.5}," /* out of order on purpose */
	"{\"degree\": 1, \"ratio\": 1.0, \"low\": 0.9, \"high\": 1.1},"
	"{\"degree\": 2, \"ratio\": 2.0, \"low\": 1.8, \"high\": 2.2, \"us\": 200, \"ideal_us\": 100, \"ideal_gbs\": 3000, \"operations\": 4096}]},"
	"{\"effect\": \"misaligned-read\", \"points\": [{\"degree\": 0, \"ratio\": 1, \"low\": 1, \"high\": 1},"
	"{\"degree\": 4, \"ratio\": 1.2, \"low\": 1.1, \"high\": 1.3, \"cycles\": 55, \"ideal_cycles\": 44}]}]}";

/* Each test's own folder, and the paths in it. */
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
		"p.json",
		"gpulint/profiles/test-1.json",
		"gpulint/profiles/l4.json",
		"gpulint/profiles/h100.json",
		"gpulint/profiles",
		"gpulint",
		"",
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
	near(profile_point(profile, "read-stride", 2).operations, 4096);
	near(profile_point(profile, "misaligned-read", 4).us, 55);
	assert_true(isnan(profile_point(profile, "misaligned-read", 4).useful_bytes));
	assert_true(isnan(profile_point(profile, "misaligned-read", 4).operations));
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
		{HEAD DEVICE "\"curves\": []}", "curves"},
		{HEAD DEVICE "\"curves\": [3]}", "effect"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\"}]}", "the curve of e: there are no points"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [7]}]}", "degree"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": 1, \"ratio\": \"2\"}]}]}",
	         "ratio"},
		{HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": -1}]}]}", "degree"},
		{HEAD DEVICE
	         "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": 1, \"ratio\": 3, \"low\": 1, \"high\": 2}]}]}",
	         "between"},
		{HEAD DEVICE
	         "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": 1, \"ratio\": 1, \"low\": 1, \"high\": 1, \"us\": \"x\"}]}]}",
	         "\"us\""},
		{HEAD DEVICE
	         "\"curves\": [{\"effect\": \"e\", \"points\": [{\"degree\": 1, \"ratio\": 1, \"low\": 1, \"high\": 1, \"cycles\": 4,"
	         " \"ideal_cycles\": -4}]}]}",
	         "\"ideal_cycles\""},
		{HEAD "\"device\": {\"name\": \"n\", \"sm\": \"sm_90\", \"l2_bytes\": []}, \"curves\": [{}]}",
	         "\"l2_bytes\""},
		{HEAD "\"device\": {\"name\": \"n\", \"sm\": \"sm_90\", \"multiprocessors\": 1.5}, \"curves\": [{}]}",
	         "must be an integer"},
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

/* A profile with one number set to this value. low, ratio and high are equal, so that they stay in order. */
static json_t *
profile_with(const char *key, bool is_of_device, double value)
{
	json_t *document = json_loads(
		HEAD DEVICE "\"curves\": [{\"effect\": \"e\", \"points\": [" POINT ", " POINT "]}]}", 0, NULL);
	json_t *curve = json_array_get(json_object_get(document, "curves"), 0),
	       *point = json_array_get(json_object_get(curve, "points"), 1);
	json_object_set_new(is_of_device ? json_object_get(document, "device") : point, key, json_real(value));
	if (!strcmp(key, "ideal_cycles"))
		json_object_set_new(point, "cycles", json_real(1)); /* required for the member to be read */
	if (!strcmp(key, "ratio")) {
		json_object_set(point, "low", json_object_get(point, key));
		json_object_set(point, "high", json_object_get(point, key));
	}
	return document;
}

/* Valid numbers are 0, and from the minimum to the maximum; all others are rejected with their place. */
static void
numbers_have_bounds(void **state)
{
	struct scratch *scratch = *state;
	static const struct {
		const char *key;
		bool is_of_device;
		double least, most;
	} numbers[] = {
		{"multiprocessors", true, 1, 1e6},    {"l2_bytes", true, 1, 1e15},
		{"clock_mhz", true, 1, 1e6},          {"degree", false, 1e-30, 1e30},
		{"ratio", false, 1e-30, 1e30},        {"us", false, 1e-30, 1e30},
		{"ideal_us", false, 1e-30, 1e30},     {"cycles", false, 1e-30, 1e30},
		{"ideal_cycles", false, 1e-30, 1e30}, {"ideal_gbs", false, 1e-30, 1e30},
		{"operations", false, 1e-30, 1e30},
	};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const double least = numbers[i].least, most = numbers[i].most;
		/* three of which are valid */
		const double values[] = {0, least, most, least / 2, most * 1.1, 1e40, -1};
		const char *place = numbers[i].is_of_device ? "p.json: \"" : "p.json: the curve of e, point 2: \"";
		for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
			char *error = NULL;
			json_t *document = profile_with(numbers[i].key, numbers[i].is_of_device, values[k]);
			assert_int_equal(json_dump_file(document, scratch->path, 0), 0);
			struct profile *profile = profile_read(scratch->path, &error);
			if (!profile != (k >= 3))
				fail_msg("%s of %g: %s", numbers[i].key, values[k], profile ? "taken" : error);
			if (error && !strstr(error, place))
				fail_msg("\"%s\" does not say %s", error, place);
			profile_free(profile);
			json_decref(document);
			free(error);
		}
	}
}

/* Writes the shipped profile as if a user had calibrated another GPU of that architecture. */
static void
write_calibrated(const struct scratch *scratch, const char *file, const char *gpu)
{
	const struct embedded_file *shipped = embedded_find(embedded_profiles, "h200.json");
	assert_non_null(shipped);
	json_t *profile = json_loadb(shipped->text, shipped->length, 0, NULL),
	       *device = json_object_get(profile, "device");
	assert_non_null(profile);
	json_object_set_new(profile, "kind", json_string("calibrated"));
	json_object_set_new(device, "name", json_string(gpu));
	json_object_set_new(device, "clock_mhz", json_real(1500));
	char path[192];
	snprintf(path, sizeof path, "%s/gpulint", scratch->folder);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/gpulint/profiles", scratch->folder);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/gpulint/profiles/%s", scratch->folder, file);
	assert_int_equal(json_dump_file(profile, path, 0), 0);
	json_decref(profile);
}

static void
expect_profile(const char *gpu, const char *kind, const char *measured)
{
	char *passed_over;
	struct profile *profile = profile_load(gpu, "sm_90", &passed_over);
	assert_non_null(profile);
	assert_string_equal(profile_kind(profile), kind);
	assert_string_equal(profile_gpu(profile), measured);
	assert_null(passed_over);
	profile_free(profile);
}

/* A calibrated profile comes first. A GPU without a data sheet represents others of its architecture before the shipped
 * profile does, with the figures from its driver. */
static void
looks_in_the_cache(void **state)
{
	struct scratch *scratch = *state;
	setenv("XDG_CACHE_HOME", scratch->folder, 1);
	expect_profile("H200", "shipped", "NVIDIA H200");
	expect_profile("H100 PCIe", "shipped", "NVIDIA H100 80GB HBM3");

	write_calibrated(scratch, "test-1.json", "NVIDIA Test 1");
	expect_profile("H200", "shipped", "NVIDIA H200");
	expect_profile("H100 PCIe", "calibrated", "NVIDIA Test 1");
	expect_profile("Test 1", "calibrated", "NVIDIA Test 1");

	char *passed_over;
	struct rates rates;
	struct profile *profile = profile_load("Test 1", "sm_90", &passed_over);
	assert_true(rates_of_profile(profile, &rates));
	assert_float_equal(rates.instructions, 132 * 4 * 1500, 1e-6);
	/* All GPUs have the same fences. */
	assert_true(rates.fence.least > 0 && rates.fence.least < rates.fence.likely &&
	            rates.fence.likely < rates.fence.most);
	assert_true(rates.system_fence.least > rates.fence.most && rates.system_fence.most > rates.system_fence.likely);
	profile_free(profile);
	unsetenv("XDG_CACHE_HOME");
}

/* For a GPU without a profile, the nearest measured GPU with a data sheet is used: first one of its architecture,
 * whether calibrated or shipped, then one with the same kind of memory. A file at the GPU's own path comes first, and
 * is scaled if it is of another GPU. */
static void
finds_the_nearest(void **state)
{
	struct scratch *scratch = *state;
	setenv("XDG_CACHE_HOME", scratch->folder, 1);
	expect_profile("A100", "shipped", "NVIDIA H100 80GB HBM3");
	expect_profile("B200", "shipped", "NVIDIA H200");
	expect_profile("RTX 4090", "shipped", "NVIDIA H100 80GB HBM3");
	write_calibrated(scratch, "l4.json", "NVIDIA L4");
	expect_profile("A100", "shipped", "NVIDIA H100 80GB HBM3");
	expect_profile("RTX 4090", "calibrated", "NVIDIA L4");
	expect_profile("T4", "calibrated", "NVIDIA L4");
	write_calibrated(scratch, "h100.json", "NVIDIA H200");
	expect_profile("H100", "calibrated", "NVIDIA H200");

	char *passed_over;
	struct rates own, scaled;
	struct profile *profile = profile_load("H100", "sm_90", &passed_over);
	assert_true(rates_are_scaled(profile, gpu_find("H100")) && !rates_are_scaled(profile, gpu_find("H200")));
	assert_true(rates_of_gpu(profile, gpu_find("H200"), &own) && rates_of_gpu(profile, gpu_find("H100"), &scaled));
	assert_true(scaled.bytes < 0.8 * own.bytes);
	profile_free(profile);
	unsetenv("XDG_CACHE_HOME");
}

/* An unusable profile hides no other one, and the user is informed. */
static void
passes_over_what_is_of_no_use(void **state)
{
	struct scratch *scratch = *state;
	char path[192];
	static const char *const useless[] = {good, "{"};
	setenv("XDG_CACHE_HOME", scratch->folder, 1);
	write_calibrated(scratch, "test-1.json", "NVIDIA Test 1");
	snprintf(path, sizeof path, "%s/gpulint/profiles/test-1.json", scratch->folder);
	for (size_t i = 0; i < sizeof useless / sizeof *useless; i++) {
		char *passed_over;
		write_text(path, useless[i]);
		struct profile *profile = profile_load("Test 1", "sm_90", &passed_over);
		assert_string_equal(profile_kind(profile), "shipped");
		assert_non_null(passed_over);
		assert_non_null(strstr(passed_over, i ? "test-1.json" : "lacks curves"));
		profile_free(profile);
		free(passed_over);
	}
	unsetenv("XDG_CACHE_HOME");
}

/* The shipped profiles, one of which also serves other GPUs of its architecture. */
static void
shipped_profile(void **state)
{
	struct scratch *scratch = *state;
	static const struct {
		const char *gpu, *measured;
	} cases[] = {
		{"H200", "NVIDIA H200"},
		{"H100", "NVIDIA H100 80GB HBM3"},
		{"GH200", "NVIDIA H100 80GB HBM3"},
	};

	setenv("XDG_CACHE_HOME", scratch->folder, 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *passed_over;
		struct profile *profile = profile_load(cases[i].gpu, "sm_90", &passed_over);
		assert_non_null(profile);
		assert_string_equal(profile_kind(profile), "shipped");
		assert_string_equal(profile_gpu(profile), cases[i].measured);
		assert_true(profile_point(profile, "read-stride", 32).us >
		            2 * profile_point(profile, "read-stride", 1).us);
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
		cmocka_unit_test_setup_teardown(numbers_have_bounds, set_up, tear_down),
		cmocka_unit_test_setup_teardown(looks_in_the_cache, set_up, tear_down),
		cmocka_unit_test_setup_teardown(finds_the_nearest, set_up, tear_down),
		cmocka_unit_test_setup_teardown(passes_over_what_is_of_no_use, set_up, tear_down),
		cmocka_unit_test_setup_teardown(shipped_profile, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
