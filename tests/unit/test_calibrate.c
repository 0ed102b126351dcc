/* From experiments to jobs, and from results to a profile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/calibrate/experiment.h"
#include "kernels/calibrate/expression.h"
#include "kernels/calibrate/fit.h"
#include "kernels/calibrate/job.h"
#include "kernels/profile.h"
#include "support/base64.h"

static void
check_value(const char *text, int64_t expected)
{
	const struct binding bindings[] = {{"degree", 7}, {"count", 1000}};
	const char *problem;
	int64_t value;
	assert_true(expression_value(text, bindings, 2, &value, &problem));
	assert_int_equal(value, expected);
}

static void
check_problem(const char *text)
{
	const struct binding binding = {"degree", 7};
	const char *problem;
	int64_t value;
	assert_false(expression_value(text, &binding, 1, &value, &problem));
	assert_true(*problem);
}

static void
test_expressions(void **state)
{
	(void)state;
	check_value("42", 42);
	check_value("(count + 255) / 256", 4);
	check_value("2 + 3 * degree", 23);
	check_value("100 - 10 - 1", 89);
	check_value("count / degree % 5 * degree", 14);
	check_problem("");
	check_problem("1 +");
	check_problem("(1");
	check_problem("degree degree");
	check_problem("degrees");
	check_problem("1 / (degree - 7)");
	check_problem("9223372036854775807 * 2");
	check_problem("9223372036854775808");
}

/* Both forms of every shipped experiment have a launch at every degree, and move equally many useful bytes. */
static void
test_shipped_experiments(void **state)
{
	(void)state;
	struct experiments experiments;
	const char *error;

	assert_true(experiments_load(&experiments, embedded_experiments, &error));
	assert_true(experiments.effect_count > 0);
	for (size_t i = 0; i < experiments.effect_count; i++) {
		const struct effect *effect = &experiments.effects[i];
		for (size_t k = 0; k < effect->degree_count; k++) {
			struct plan penalised, ideal;
			assert_true(k == 0 || effect->degrees[k] > effect->degrees[k - 1]);
			assert_true(experiment_plan(&experiments.arena, effect, FORM_PENALISED, effect->degrees[k],
			                            &penalised, &error));
			assert_true(experiment_plan(&experiments.arena, effect, FORM_IDEAL, effect->degrees[k], &ideal,
			                            &error));
			assert_int_equal(penalised.useful_bytes, ideal.useful_bytes);
			assert_int_equal(penalised.warp_operations, ideal.warp_operations);
			assert_int_equal(penalised.buffer_count, ideal.buffer_count);
		}
	}
	experiments_free(&experiments);
}

/* The shipped profile has the operations of the experiments from which it was measured. */
static void
test_operations_of_the_shipped_profile(void **state)
{
	(void)state;
	struct profile *profile = profile_shipped("h200");
	struct experiments experiments;
	const char *error;
	size_t reported = 0;

	assert_non_null(profile);
	assert_true(experiments_load(&experiments, embedded_experiments, &error));
	for (size_t i = 0; i < experiments.effect_count; i++) {
		const struct effect *effect = &experiments.effects[i];
		for (size_t k = 0; k < effect->degree_count; k++) {
			struct plan plan;
			assert_true(experiment_plan(&experiments.arena, effect, FORM_PENALISED, effect->degrees[k],
			                            &plan, &error));
			const double measured =
				profile_point(profile, effect->name, (double)effect->degrees[k]).operations;
			assert_true(plan.warp_operations ? measured == (double)plan.warp_operations : isnan(measured));
			reported += plan.warp_operations > 0;
		}
	}
	assert_true(reported > 0);
	experiments_free(&experiments);
	profile_free(profile);
}

static void
test_plan_of_a_degree(void **state)
{
	(void)state;
	struct experiments experiments;
	struct plan plan;
	const char *error;

	assert_true(experiments_load(&experiments, embedded_experiments, &error));
	const char *const names[] = {"read-stride", "no-such-effect"};
	assert_string_equal(experiments_select(&experiments, names, 2), "no-such-effect");
	assert_null(experiments_select(&experiments, names, 1));
	assert_int_equal(experiments.source_count, 1);
	assert_int_equal(experiments.effect_count, 1);
	assert_string_equal(experiments.sources[0].name, "stride.cu");

	assert_true(experiment_plan(&experiments.arena, experiments.effects, FORM_PENALISED, 4, &plan, &error));
	assert_string_equal(plan.kernel, "read_with_stride");
	assert_int_equal(plan.grid[0], 128 * 1024 * 1024 / 4 / 256);
	assert_int_equal(plan.grid[1], 4);
	assert_int_equal(plan.block[0], 256);
	assert_int_equal(plan.argument_count, 4);
	assert_string_equal(plan.arguments[1].buffer, "in");
	assert_int_equal(plan.arguments[3].scalar, 4);

	assert_true(experiment_plan(&experiments.arena, experiments.effects, FORM_IDEAL, 4, &plan, &error));
	assert_string_equal(plan.kernel, "copy_in_passes");
	assert_int_equal(plan.argument_count, 3);
	assert_int_equal(plan.grid[1], 4);
	experiments_free(&experiments);
}

static void
test_kernel_of_a_degree(void **state)
{
	(void)state;
	struct experiments experiments;
	struct plan plan;
	const char *error, *const names[] = {"elements-per-thread", "texture-tile"};

	assert_true(experiments_load(&experiments, embedded_experiments, &error));
	assert_null(experiments_select(&experiments, names, 2));
	assert_true(experiment_plan(&experiments.arena, &experiments.effects[0], FORM_PENALISED, 12, &plan, &error));
	assert_string_equal(plan.kernel, "copy_elements<12>");
	assert_true(experiment_plan(&experiments.arena, &experiments.effects[1], FORM_PENALISED, 2, &plan, &error));
	assert_string_equal(json_string_value(json_object_get(plan.arguments[1].texture, "shape")), "2d");
	assert_null(plan.arguments[1].buffer);

	json_t *wrong = json_pack("{s:s}", "kernel", "copy<{degree");
	const struct effect effect = {.name = "wrong", .json = wrong};
	assert_false(experiment_plan(&experiments.arena, &effect, FORM_PENALISED, 2, &plan, &error));
	assert_non_null(strstr(error, "brace"));
	json_decref(wrong);
	experiments_free(&experiments);
}

static void
check_operations(const struct plan *plan, size_t count, const char *expected)
{
	char text[512] = "";
	for (size_t i = 0; i < count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s %s %d+%d in %d; ",
		         plan->operations[i].what, plan->operations[i].buffer ? plan->operations[i].buffer : "-",
		         (int)(plan->operations[i].offset >> 20), (int)(plan->operations[i].bytes >> 20),
		         (int)plan->operations[i].stream);
	assert_string_equal(text, expected);
}

/* 64 MiB in two parts: in the order of the steps, part by part and step by step. */
static void
test_operations_of_a_sequence(void **state)
{
	(void)state;
	static const char *const names[] = {"no-overlap-depth-first", "no-overlap-breadth-first"};
	static const char *const orders[] = {
		"to-device data 0+32 in 0; launch - 0+32 in 0; to-host data 0+32 in 0; to-device data 32+32 in 1; ",
		"to-device data 0+32 in 0; to-device data 32+32 in 1; launch - 0+32 in 0; launch - 32+32 in 1; ",
	};
	struct experiments experiments;
	const char *error;
	assert_true(experiments_load(&experiments, embedded_experiments, &error));
	assert_null(experiments_select(&experiments, names, 2));
	for (size_t i = 0; i < 2; i++) {
		const struct effect *effect = &experiments.effects[i];
		struct plan plan;
		assert_true(experiment_plan(&experiments.arena, effect, FORM_PENALISED, 2, &plan, &error));
		assert_int_equal(plan.operation_count, 3);
		check_operations(&plan, 3, "to-device data 0+64 in 0; launch - 0+64 in 0; to-host data 0+64 in 0; ");
		assert_true(experiment_plan(&experiments.arena, effect, FORM_IDEAL, 2, &plan, &error));
		assert_string_equal(plan.host_memory, "pinned");
		assert_int_equal(plan.operation_count, 6);
		assert_int_equal(plan.grid[0] * 256 * 4, plan.operations[0].bytes);
		check_operations(&plan, 4, orders[i]);
		/* The undivided form is equal for all degrees. */
		assert_int_equal(experiment_stand_in(&experiments.arena, effect, FORM_PENALISED, 64), 1);
		assert_int_equal(experiment_stand_in(&experiments.arena, effect, FORM_IDEAL, 64), 64);
	}
	experiments_free(&experiments);
}

static void
test_sequences_that_are_none(void **state)
{
	(void)state;
	static const struct {
		const char *sequence, *part;
	} cases[] = {
		{"{\"bytes\": \"1\", \"steps\": []}", "host_memory"},
		{"{\"host_memory\": \"pinned\", \"steps\": []}", "an expression is missing"},
		{"{\"host_memory\": \"pinned\", \"bytes\": \"0\", \"steps\": []}", "parts"},
		{"{\"host_memory\": \"pinned\", \"bytes\": \"1\", \"parts\": \"1025\", \"steps\": []}", "parts"},
		{"{\"host_memory\": \"pinned\", \"bytes\": \"1\", \"order\": \"any\", \"steps\": []}", "depth-first"},
		{"{\"host_memory\": \"pinned\", \"bytes\": \"1\", \"steps\": [{}]}", "an action"},
		{"{\"host_memory\": \"pinned\", \"bytes\": \"part\", \"steps\": []}", "part"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena arena = {0};
		struct plan plan;
		const char *error;
		json_t *json = json_pack("{s:s, s:[s], s:[s], s:o}", "kernel", "k", "grid", "1", "block", "1",
		                         "sequence", json_loads(cases[i].sequence, 0, NULL));
		const struct effect effect = {.name = "wrong", .json = json};
		assert_false(experiment_plan(&arena, &effect, FORM_PENALISED, 1, &plan, &error));
		if (!strstr(error, cases[i].part))
			fail_msg("%s: %s", cases[i].part, error);
		json_decref(json);
		arena_free(&arena);
	}
}

/* A round's job contains a transfer as a sequence, and measures only its time. */
static void
test_job_of_a_sequence(void **state)
{
	(void)state;
	struct experiments experiments;
	const char *error, *name = "pageable-to-host";
	assert_true(experiments_load(&experiments, embedded_experiments, &error));
	assert_null(experiments_select(&experiments, &name, 1));
	json_t *job = job_build(&experiments, 0, 30, &error), *kernels = json_object_get(job, "kernels");
	json_t *launch = json_array_get(json_object_get(json_array_get(kernels, 0), "launches"), 0);
	json_t *sequence = json_object_get(launch, "sequence");
	json_t *expected = json_pack("{s:s, s:[{s:s, s:s, s:i, s:i, s:i}]}", "host_memory", "pageable", "operations",
	                             "do", "to-host", "buffer", "data", "offset", 0, "bytes", 1024, "stream", 0);
	assert_int_equal(json_array_size(kernels), 2 * experiments.effects[0].degree_count);
	assert_true(json_equal(sequence, expected));
	assert_string_equal(json_string_value(json_array_get(json_object_get(launch, "measure"), 0)), "time");
	json_decref(expected);
	json_decref(job);
	experiments_free(&experiments);
}

/* An ideal form that is equal for all degrees is run once; one that depends on the degree, for each. */
static void
test_ideal_forms_that_stay(void **state)
{
	(void)state;
	static const char *const names[] = {"divergence", "gather-read"};
	for (size_t i = 0; i < 2; i++) {
		struct experiments experiments;
		const char *error;
		assert_true(experiments_load(&experiments, embedded_experiments, &error));
		assert_null(experiments_select(&experiments, &names[i], 1));
		const struct effect *effect = experiments.effects;
		const int64_t last = effect->degrees[effect->degree_count - 1];
		json_t *job = job_build(&experiments, 0, 30, &error);
		const size_t kernels = json_array_size(json_object_get(job, "kernels"));
		const bool stays = i == 1;
		assert_int_equal(kernels, effect->degree_count + (stays ? 1 : effect->degree_count));
		assert_int_equal(experiment_stand_in(&experiments.arena, effect, FORM_IDEAL, last), stays ? 4 : last);
		assert_int_equal(experiment_stand_in(&experiments.arena, effect, FORM_PENALISED, last), last);
		json_decref(job);
		experiments_free(&experiments);
	}
}

/* A result for the job, in which the ideal form takes `ideal` and the penalised one `penalised` microseconds. */
static json_t *
answer(json_t *job, double penalised, double ideal, int warps)
{
	json_t *kernels = json_array(), *kernel, *launch;
	size_t i, k;

	json_array_foreach (json_object_get(job, "kernels"), i, kernel) {
		const char *id = json_string_value(json_object_get(kernel, "id"));
		const double us = strstr(id, "/ideal") ? ideal : penalised;
		json_t *launches = json_array();
		json_array_foreach (json_object_get(kernel, "launches"), k, launch)
			json_array_append_new(launches,
			                      json_pack("{s:O, s:s, s:s, s:{s:i}, s:{s:f}}", "id",
			                                json_object_get(launch, "id"), "status", "ok", "reason", "",
			                                "occupancy", "warps_per_sm", warps, "time", "median_us", us));
		json_array_append_new(kernels, json_pack("{s:s, s:s, s:s, s:o}", "id", id, "status", "ok", "reason", "",
		                                         "launches", launches));
	}
	return json_pack("{s:s, s:{s:s, s:s}, s:o}", "status", "ok", "device", "name", "GPU", "sm", "sm_90", "kernels",
	                 kernels);
}

static json_t *
fit(const char *effect, const double penalised[3], const double ideal[3], int warps, const char **omitted,
    struct experiments *experiments)
{
	json_t *results = json_array();
	const char *error;

	assert_true(experiments_load(experiments, embedded_experiments, &error));
	assert_null(experiments_select(experiments, &effect, 1));
	for (unsigned round = 0; round < 3; round++) {
		json_t *job = job_build(experiments, round, 30, &error);
		assert_non_null(job);
		json_array_append_new(results, answer(job, penalised[round], ideal[round], warps));
		json_decref(job);
	}
	json_t *profile = fit_profile(experiments, results, "2000-01-01", omitted);
	json_decref(results);
	return profile;
}

static double
figure(json_t *point, const char *name)
{
	return json_number_value(json_object_get(point, name));
}

static void
test_ratios_are_of_one_round(void **state)
{
	(void)state;
	/* The clock halves after the first round: times double, ratios stay 3, 2 and 4. */
	const double penalised[] = {300, 400, 800}, ideal[] = {100, 200, 200};
	struct experiments experiments;
	const char *omitted;
	json_t *profile = fit("gather-read", penalised, ideal, 64, &omitted, &experiments);
	json_t *curve = json_array_get(json_object_get(profile, "curves"), 0);
	json_t *point = json_array_get(json_object_get(curve, "points"), 0);

	assert_null(omitted);
	assert_string_equal(json_string_value(json_object_get(curve, "effect")), "gather-read");
	assert_float_equal(figure(point, "degree"), 4, 0);
	assert_float_equal(figure(point, "ratio"), 3, 1e-9);
	assert_float_equal(figure(point, "low"), 2, 1e-9);
	assert_float_equal(figure(point, "high"), 4, 1e-9);
	assert_float_equal(figure(point, "us"), 400, 1e-9);
	assert_float_equal(figure(point, "ideal_us"), 200, 1e-9);
	json_decref(profile);
	experiments_free(&experiments);
}

/* Small transfers have bandwidths below 1 GB/s. */
static void
test_bandwidth_of_small_transfers(void **state)
{
	(void)state;
	const double times[] = {8.1, 8.1, 8.1};
	struct experiments experiments;
	const char *omitted;
	json_t *profile = fit("pageable-to-device", times, times, 64, &omitted, &experiments);
	json_t *points = json_object_get(json_array_get(json_object_get(profile, "curves"), 0), "points");
	assert_null(omitted);
	assert_float_equal(figure(json_array_get(points, 0), "ideal_gbs"), 0.1264, 1e-9);
	assert_float_equal(figure(json_array_get(points, 18), "ideal_gbs"), 33140, 1e-9);
	json_decref(profile);
	experiments_free(&experiments);
}

static void
test_other_occupancy_is_left_out(void **state)
{
	(void)state;
	const double times[] = {100, 100, 100};
	struct experiments experiments;
	const char *omitted;
	json_t *profile = fit("occupancy", times, times, 64, &omitted, &experiments);
	json_t *points = json_object_get(json_array_get(json_object_get(profile, "curves"), 0), "points");

	/* The ideal form and the highest degree want 64 warps, and no other degree does. */
	assert_int_equal(json_array_size(points), 1);
	assert_float_equal(figure(json_array_get(points, 0), "degree"), 64, 0);
	assert_non_null(omitted);
	assert_non_null(strstr(omitted, "64 warps fit on a multiprocessor, not 8"));
	json_decref(profile);
	experiments_free(&experiments);

	assert_null(fit("occupancy", times, times, 63, &omitted, &experiments));
	experiments_free(&experiments);
}

static void
test_impossible_times_are_left_out(void **state)
{
	(void)state;
	static const double impossible[] = {-5, 0, 1e-300, 1e300};
	const double good[] = {100, 100, 100};
	struct experiments experiments;
	const char *omitted;
	for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
		const double all[] = {impossible[i], impossible[i], impossible[i]};
		assert_null(fit("gather-read", all, good, 64, &omitted, &experiments));
		assert_non_null(strstr(omitted, "which no GPU has"));
		experiments_free(&experiments);
		assert_null(fit("gather-read", good, all, 64, &omitted, &experiments));
		experiments_free(&experiments);
	}
	/* The other rounds are valid. */
	const double some[] = {300, -5, 400};
	json_t *profile = fit("gather-read", some, good, 64, &omitted, &experiments);
	json_t *points = json_object_get(json_array_get(json_object_get(profile, "curves"), 0), "points");
	assert_float_equal(figure(json_array_get(points, 0), "ratio"), 3.5, 1e-9);
	json_decref(profile);
	experiments_free(&experiments);
}

/* 4096 steps of 32 cycles, and of 96 with the effect, as the kernel stored them in its buffer. */
static void
test_cycles_that_a_kernel_counts(void **state)
{
	(void)state;
	struct experiments experiments;
	const char *error, *omitted, *name = "latency-memory";
	json_t *kernels = json_array(), *kernel;
	size_t i;

	assert_true(experiments_load(&experiments, embedded_experiments, &error));
	assert_null(experiments_select(&experiments, &name, 1));
	json_t *job = job_build(&experiments, 0, 30, &error);
	json_array_foreach (json_object_get(job, "kernels"), i, kernel) {
		const char *id = json_string_value(json_object_get(kernel, "id"));
		const uint64_t cycles = 4096 * (strstr(id, "/ideal") ? 32 : 96);
		char *text = base64_encode((const uint8_t *)&cycles, sizeof cycles);
		assert_int_equal(json_array_size(json_object_get(json_array_get(json_object_get(kernel, "launches"), 0),
		                                                 "measure")),
		                 0);
		json_array_append_new(kernels,
		                      json_pack("{s:s, s:s, s:s, s:[{s:s, s:s, s:s, s:n, s:[{s:s, s:s}]}]}", "id", id,
		                                "status", "ok", "reason", "", "launches", "id", "launch", "status",
		                                "ok", "reason", "", "time", "buffers", "id", "cycles", "base64", text));
		free(text);
	}
	json_t *results = json_pack("[{s:s, s:{s:s, s:s}, s:o}]", "status", "ok", "device", "name", "GPU", "sm",
	                            "sm_90", "kernels", kernels);
	json_t *profile = fit_profile(&experiments, results, "2000-01-01", &omitted);
	json_t *curve = json_array_get(json_object_get(profile, "curves"), 0);
	json_t *point = json_array_get(json_object_get(curve, "points"), 0);
	assert_null(omitted);
	assert_float_equal(figure(point, "ratio"), 3, 1e-9);
	assert_float_equal(figure(point, "cycles"), 96, 1e-9);
	assert_float_equal(figure(point, "ideal_cycles"), 32, 1e-9);
	assert_null(json_object_get(point, "us"));
	json_decref(profile);
	json_decref(results);
	json_decref(job);
	experiments_free(&experiments);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_shipped_experiments),
		cmocka_unit_test(test_operations_of_the_shipped_profile),
		cmocka_unit_test(test_plan_of_a_degree),
		cmocka_unit_test(test_kernel_of_a_degree),
		cmocka_unit_test(test_ideal_forms_that_stay),
		cmocka_unit_test(test_operations_of_a_sequence),
		cmocka_unit_test(test_sequences_that_are_none),
		cmocka_unit_test(test_job_of_a_sequence),
		cmocka_unit_test(test_bandwidth_of_small_transfers),
		cmocka_unit_test(test_impossible_times_are_left_out),
		cmocka_unit_test(test_cycles_that_a_kernel_counts),
		cmocka_unit_test(test_ratios_are_of_one_round),
		cmocka_unit_test(test_other_occupancy_is_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
