#include "kernels/calibrate/fit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/calibrate/job.h"
#include "support/base64.h"

struct series {
	double *values; /* one for each round that has the figure */
	size_t count;
};

static int
compare(const void *left, const void *right)
{
	const double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

/* Sorts the values. */
static double
median(struct series *series)
{
	const size_t half = series->count / 2;
	qsort(series->values, series->count, sizeof *series->values, compare);
	return series->count % 2 ? series->values[half] : (series->values[half - 1] + series->values[half]) / 2;
}

/* Rounded to 1 / parts, since more digits than the measurement's precision are of no use. */
static json_t *
rounded(double value, double parts)
{
	return json_real(round(value * parts) / parts);
}

/* In 10^9 bytes/s: four digits, and no fraction for larger values. */
static json_t *
bandwidth(double value)
{
	return rounded(value, fmax(1, pow(10, 3 - floor(log10(value)))));
}

static json_t *
find_by_id(json_t *list, const char *id)
{
	size_t index;
	json_t *item;
	json_array_foreach (list, index, item) {
		const char *its = json_string_value(json_object_get(item, "id"));
		if (its && !strcmp(its, id))
			return item;
	}
	return NULL;
}

/* Why a launch has no time. The kernel's status, if not ok, says more than that the launch was not run. */
static const char *
failure(struct arena *arena, json_t *kernel, json_t *launch)
{
	const char *compiled = json_string_value(json_object_get(kernel, "status"));
	json_t *failed = launch && compiled && !strcmp(compiled, "ok") ? launch : kernel;
	const char *status = json_string_value(json_object_get(failed, "status"));
	const char *reason = json_string_value(json_object_get(failed, "reason"));
	return arena_printf(arena, "%s: %s", status ? status : "not in the result", reason ? reason : "");
}

/* Clock cycles of a step, as the kernel stored them; NAN: it did not. */
static double
counted_cycles(json_t *launch, const struct plan *plan)
{
	const char *text = json_string_value(
		json_object_get(find_by_id(json_object_get(launch, "buffers"), plan->cycles), "base64"));
	uint8_t *bytes;
	size_t count;
	if (!text || !base64_decode(text, &bytes, &count))
		return NAN;
	uint64_t cycles = 0;
	if (count == sizeof cycles)
		memcpy(&cycles, bytes, sizeof cycles);
	free(bytes);
	return cycles ? (double)cycles / (double)plan->steps : NAN;
}

/* The launch's measured microseconds, or its counted cycles; NAN: none. */
static double
launch_figure(json_t *launch, const struct plan *plan)
{
	json_t *time = json_object_get(json_object_get(launch, "time"), "median_us");
	if (plan->cycles)
		return counted_cycles(launch, plan);
	return json_is_number(time) ? json_number_value(time) : NAN;
}

/* Microseconds of a launch, or cycles of a step. An empty launch takes a microsecond or more, and a step a good part of
 * a cycle. No worker waits for a quarter of an hour. */
static bool
is_possible(double figure)
{
	return figure >= 0.1 && figure <= 1e9;
}

/* The figure of this form at this degree; NAN: none, and *why has the reason. */
static double
form_figure(struct experiments *experiments, json_t *result, const struct effect *effect, enum form form,
            int64_t degree, const char **why)
{
	struct arena *arena = &experiments->arena;
	json_t *kernel = find_by_id(json_object_get(result, "kernels"), job_kernel_id(arena, effect, form, degree));
	json_t *launch = json_array_get(json_object_get(kernel, "launches"), 0);
	struct plan plan;

	if (!experiment_plan(arena, effect, form, degree, &plan, why))
		return NAN;
	const double figure = launch_figure(launch, &plan);
	if (isnan(figure)) {
		*why = failure(arena, kernel, launch);
		return NAN;
	}
	if (!is_possible(figure)) {
		*why = arena_printf(arena, "%g %s, which no GPU has", figure,
		                    plan.cycles ? "cycles a step" : "microseconds");
		return NAN;
	}
	const json_int_t warps =
		json_integer_value(json_object_get(json_object_get(launch, "occupancy"), "warps_per_sm"));
	if (plan.warps && warps != plan.warps) {
		*why = arena_printf(arena, "%" JSON_INTEGER_FORMAT " warps fit on a multiprocessor, not %" PRId64,
		                    warps, plan.warps);
		return NAN;
	}
	return figure;
}

/* The point of the curve; NULL: none, and *why has the reason. */
static json_t *
fit_point(struct experiments *experiments, json_t *results, const struct effect *effect, int64_t degree,
          const char **why)
{
	const size_t rounds = json_array_size(results);
	struct series ratios = {arena_new_array(&experiments->arena, double, rounds), 0}, figures = ratios,
		      ideals = ratios;
	figures.values = arena_new_array(&experiments->arena, double, rounds);
	ideals.values = arena_new_array(&experiments->arena, double, rounds);

	for (size_t i = 0; i < rounds; i++) {
		json_t *result = json_array_get(results, i);
		const double figure = form_figure(experiments, result, effect, FORM_PENALISED, degree, why);
		const double ideal = form_figure(experiments, result, effect, FORM_IDEAL, degree, why);
		if (isnan(figure) || isnan(ideal))
			continue;
		figures.values[figures.count++] = figure;
		ideals.values[ideals.count++] = ideal;
		ratios.values[ratios.count++] = figure / ideal;
	}
	if (ratios.count == 0)
		return NULL;

	struct plan plan;
	if (!experiment_plan(&experiments->arena, effect, FORM_IDEAL, degree, &plan, why))
		return NULL;
	const double ratio = median(&ratios), ideal = median(&ideals);
	json_t *point =
		json_pack("{s:I, s:o, s:o, s:o, s:o, s:o}", "degree", (json_int_t)degree, "ratio", rounded(ratio, 1000),
	                  "low", rounded(ratios.values[0], 1000), "high",
	                  rounded(ratios.values[ratios.count - 1], 1000), plan.cycles ? "cycles" : "us",
	                  rounded(median(&figures), 10), plan.cycles ? "ideal_cycles" : "ideal_us", rounded(ideal, 10));
	if (plan.useful_bytes)
		json_object_set_new(point, "ideal_gbs", bandwidth((double)plan.useful_bytes / ideal / 1e3));
	if (plan.warp_operations)
		json_object_set_new(point, "operations", json_integer(plan.warp_operations));
	return point;
}

static json_t *
fit_curve(struct experiments *experiments, json_t *results, const struct effect *effect, const char **omitted)
{
	struct arena *arena = &experiments->arena;
	json_t *points = json_array();
	const char *last = NULL; /* the reason at the previous degree, if that was left out */

	for (size_t i = 0; i < effect->degree_count; i++) {
		const int64_t degree = effect->degrees[i];
		const char *why = "no round";
		json_t *point = fit_point(experiments, results, effect, degree, &why);
		if (point)
			json_array_append_new(points, point);
		else if (last && !strcmp(last, why))
			*omitted = arena_printf(arena, "%s, %" PRId64, *omitted, degree);
		else
			*omitted = arena_printf(arena, "%s\n%s: %s, at %" PRId64,
			                        *omitted ? *omitted : "left out:", effect->name, why, degree);
		last = point ? NULL : why;
	}
	if (json_array_size(points) == 0) {
		json_decref(points);
		return NULL;
	}
	json_t *share = json_object_get(effect->json, "share");
	return json_pack("{s:s, s:O, s:O, s:O, s:O?, s:o}", "effect", effect->name, "unit",
	                 json_object_get(effect->json, "unit"), "element_bytes",
	                 json_object_get(effect->json, "element_bytes"), "description",
	                 json_object_get(effect->json, "description"), "share", share, "points", points);
}

static json_t *
method_json(size_t rounds, json_t *first)
{
	json_t *compiler = json_object_get(json_object_get(first, "compiler"), "version");
	return json_pack("{s:i, s:s, s:s, s:O?}", "rounds", (int)rounds, "ratio",
	                 "median over the rounds of the penalised form's time over the ideal form's of the same round",
	                 "low and high", "least and greatest of the rounds", "nvrtc", compiler);
}

json_t *
fit_profile(struct experiments *experiments, json_t *results, const char *date, const char **omitted)
{
	json_t *curves = json_array(), *first = json_array_get(results, 0);

	*omitted = NULL;
	for (size_t i = 0; i < experiments->effect_count; i++) {
		json_t *curve = fit_curve(experiments, results, &experiments->effects[i], omitted);
		if (curve)
			json_array_append_new(curves, curve);
	}
	if (json_array_size(curves) == 0) {
		json_decref(curves);
		return NULL;
	}
	json_t *found = json_object_get(first, "device");
	json_t *device = json_object();
	static const char *const reported[] = {"name",           "sm",       "multiprocessors", "clock_mhz", "driver",
	                                       "driver_version", "l2_bytes", "memory_bytes"};
	for (size_t i = 0; i < sizeof reported / sizeof *reported; i++)
		json_object_set(device, reported[i], json_object_get(found, reported[i]));
	return json_pack("{s:i, s:o, s:s, s:s, s:o, s:o}", "schema_version", 1, "device", device, "date", date, "kind",
	                 "calibrated", "method", method_json(json_array_size(results), first), "curves", curves);
}
