#include "kernels/profile.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/allocate.h"
#include "support/arena.h"
#include "support/cache_folder.h"
#include "support/embedded.h"

enum { SCHEMA_VERSION = 1 };

struct point {
	double degree;
	struct profile_point measured;
};

struct curve {
	const char *effect;
	struct point *points;
	size_t point_count;
};

struct profile {
	struct arena arena; /* of all members below */
	const char *kind, *gpu, *sm;
	struct profile_device device;
	struct curve *curves;
	size_t curve_count;
};

/* The state of reading: the result, the part of the document, and the first error. */
struct reading {
	struct profile *profile;
	const char *effect; /* of the curve; NULL: outside of a curve */
	size_t point;       /* index in the curve, from 1; 0: outside of a point */
	const char *error;
};

static const char *
context_of(const struct reading *reading)
{
	struct arena *arena = &reading->profile->arena;
	if (!reading->effect)
		return "";
	if (!reading->point)
		return arena_printf(arena, "the curve of %s: ", reading->effect);
	return arena_printf(arena, "the curve of %s, point %zu: ", reading->effect, reading->point);
}

__attribute__((format(printf, 2, 3))) static bool
refuse(struct reading *reading, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (!reading->error) {
		const char *what = arena_vprintf(&reading->profile->arena, format, args);
		reading->error = arena_printf(&reading->profile->arena, "%s%s", context_of(reading), what);
	}
	va_end(args);
	return false;
}

static bool
read_text(struct reading *reading, json_t *object, const char *key, const char **text)
{
	const char *value = json_string_value(json_object_get(object, key));
	if (!value || !*value)
		return refuse(reading, "\"%s\" is missing or not text", key);
	*text = arena_strdup(&reading->profile->arena, value);
	return true;
}

/* Valid numbers: 0, or from `least` to `most`. */
struct bounds {
	const char *key;
	double least, most;
	bool is_count;
};

/* The limits are far beyond any device, and any measured time, rate or ratio, so that sums and quotients of these stay
 * finite. */
static const struct bounds of_device[] = {
	{"multiprocessors", 1, 1e6, true},
	{"l2_bytes", 1, 1e15, false},
	{"clock_mhz", 1, 1e6, false},
};
static const struct bounds of_measured = {NULL, 1e-30, 1e30, false};

static const struct bounds *
bounds_of(const char *key)
{
	for (size_t i = 0; i < sizeof of_device / sizeof *of_device; i++)
		if (!strcmp(of_device[i].key, key))
			return &of_device[i];
	return &of_measured;
}

static bool
read_number(struct reading *reading, json_t *object, const char *key, double *number)
{
	const struct bounds *bounds = bounds_of(key);
	json_t *value = json_object_get(object, key);
	if (!json_is_number(value))
		return refuse(reading, "\"%s\" is missing or not a number", key);
	*number = json_number_value(value);
	if (*number != 0 && !(*number >= bounds->least && *number <= bounds->most))
		return refuse(reading, "\"%s\" is %g, and must be from %g to %g, or 0", key, *number, bounds->least,
		              bounds->most);
	return !bounds->is_count || *number == floor(*number) ||
	       refuse(reading, "\"%s\" is %g, and must be an integer", key, *number);
}

/* A missing member leaves *number unchanged. */
static bool
read_optional(struct reading *reading, json_t *object, const char *key, double *number)
{
	return !json_object_get(object, key) || read_number(reading, object, key, number);
}

/* For steps, times are cycles under other names. Figures that only newer curves have are NAN if missing. */
static bool
read_measured(struct reading *reading, json_t *json, struct profile_point *measured)
{
	const bool cycles = json_object_get(json, "cycles") != NULL;
	double us = NAN, ideal_us = NAN, ideal_gbs = NAN, operations = NAN;
	if (!read_optional(reading, json, cycles ? "cycles" : "us", &us) ||
	    !read_optional(reading, json, cycles ? "ideal_cycles" : "ideal_us", &ideal_us) ||
	    !read_optional(reading, json, "ideal_gbs", &ideal_gbs) ||
	    !read_optional(reading, json, "operations", &operations))
		return false;
	*measured = (struct profile_point){us, ideal_us, 1e3 * ideal_gbs * ideal_us, operations};
	return true;
}

/* Figures that the driver did not report are 0. */
static bool
read_device(struct reading *reading, json_t *json, struct profile_device *device)
{
	double clock_mhz = 0;
	if (!read_optional(reading, json, "multiprocessors", &device->multiprocessors) ||
	    !read_optional(reading, json, "l2_bytes", &device->l2_bytes) ||
	    !read_optional(reading, json, "clock_mhz", &clock_mhz))
		return false;
	device->clock_ghz = clock_mhz / 1e3;
	return true;
}

static bool
read_point(struct reading *reading, json_t *json, struct point *point)
{
	double ratio = 0, low = 0, high = 0;
	return read_number(reading, json, "degree", &point->degree) && read_number(reading, json, "ratio", &ratio) &&
	       read_number(reading, json, "low", &low) && read_number(reading, json, "high", &high) &&
	       ((low <= ratio && ratio <= high) ||
	        refuse(reading, "at degree %g the ratio is not between low and high", point->degree)) &&
	       read_measured(reading, json, &point->measured);
}

static bool
read_curve(struct reading *reading, json_t *json, struct curve *curve)
{
	json_t *points = json_object_get(json, "points"), *point;
	size_t i;

	if (!read_text(reading, json, "effect", &curve->effect))
		return false;
	reading->effect = curve->effect;
	if (!json_array_size(points))
		return refuse(reading, "there are no points");
	curve->point_count = json_array_size(points);
	curve->points = arena_new_array(&reading->profile->arena, struct point, curve->point_count);
	json_array_foreach (points, i, point) {
		reading->point = i + 1;
		if (!read_point(reading, point, &curve->points[i]))
			return false;
	}
	reading->effect = NULL;
	reading->point = 0;
	return true;
}

static bool
read_document(struct reading *reading, json_t *json)
{
	struct profile *profile = reading->profile;
	json_t *device = json_object_get(json, "device"), *curves = json_object_get(json, "curves"), *curve;
	size_t i;

	const json_int_t version = json_integer_value(json_object_get(json, "schema_version"));
	if (version != SCHEMA_VERSION)
		return refuse(reading, "schema_version is %" JSON_INTEGER_FORMAT ", not %d", version, SCHEMA_VERSION);
	if (!read_text(reading, json, "kind", &profile->kind) || !read_text(reading, device, "name", &profile->gpu) ||
	    !read_text(reading, device, "sm", &profile->sm))
		return false;
	if (strcmp(profile->kind, "shipped") && strcmp(profile->kind, "calibrated"))
		return refuse(reading, "kind is \"%s\", not shipped or calibrated", profile->kind);
	if (!read_device(reading, device, &profile->device))
		return false;
	if (!json_array_size(curves))
		return refuse(reading, "\"curves\" is missing, empty or not an array");
	profile->curve_count = json_array_size(curves);
	profile->curves = arena_new_array(&profile->arena, struct curve, profile->curve_count);
	json_array_foreach (curves, i, curve)
		if (!read_curve(reading, curve, &profile->curves[i]))
			return false;
	return true;
}

/* Takes ownership of json, which may be NULL; then `problem` has the reason. */
static struct profile *
make_profile(const char *path, json_t *json, const json_error_t *problem, char **error)
{
	struct reading reading = {.profile = memory_zeroed(1, sizeof(struct profile))};

	if (!json)
		refuse(&reading, problem->line > 0 ? "%s (line %d)" : "%s", problem->text, problem->line);
	else
		read_document(&reading, json);
	json_decref(json);
	if (!reading.error)
		return reading.profile;

	if (error)
		*error = memory_strdup(arena_printf(&reading.profile->arena, "%s: %s", path, reading.error));
	profile_free(reading.profile);
	return NULL;
}

/* A pipe or a device may have no end, or no writer. */
static bool
is_readable(const char *path, json_error_t *problem)
{
	enum { LARGEST = 1 << 26 };
	struct stat status;
	const char *wrong = stat(path, &status)        ? strerror(errno)
	                    : !S_ISREG(status.st_mode) ? "not a regular file"
	                    : status.st_size > LARGEST ? "too large for a profile"
	                                               : NULL;
	if (wrong)
		snprintf(problem->text, sizeof problem->text, "%s", wrong);
	return !wrong;
}

struct profile *
profile_read(const char *path, char **error)
{
	json_error_t problem = {.line = -1};
	json_t *json = is_readable(path, &problem) ? json_load_file(path, JSON_REJECT_DUPLICATES, &problem) : NULL;
	return make_profile(path, json, &problem, error);
}

struct profile *
profile_of_json(json_t *json)
{
	return make_profile("", json_incref(json), NULL, NULL);
}

static struct profile *
read_embedded(const struct embedded_file *file)
{
	json_error_t problem;
	json_t *json = json_loadb(file->text, file->length, 0, &problem);
	return make_profile(file->name, json, &problem, NULL);
}

/* "RTX 4090" is in rtx-4090.json. */
static char *
file_name(struct arena *arena, const char *gpu)
{
	char *name = arena_printf(arena, "%s.json", gpu);
	for (char *at = name; *at; at++)
		*at = isalnum((unsigned char)*at) || *at == '.' ? (char)tolower((unsigned char)*at) : '-';
	return name;
}

const char *
profile_path(struct arena *arena, const char *gpu)
{
	const char *folder = cache_folder(arena, "profiles");
	return folder ? arena_printf(arena, "%s/%s", folder, file_name(arena, gpu)) : NULL;
}

struct profile *
profile_shipped(const char *gpu)
{
	struct arena arena = {0};
	const struct embedded_file *file = embedded_find(embedded_profiles, file_name(&arena, gpu));
	arena_free(&arena);
	return file ? read_embedded(file) : NULL;
}

struct profile *
profile_shipped_at(size_t index)
{
	const struct embedded_file *file = embedded_profiles;
	for (size_t i = 0; i < index && file->name; i++)
		file++;
	return file->name ? read_embedded(file) : NULL;
}

void
profile_free(struct profile *profile)
{
	if (!profile)
		return;
	arena_free(&profile->arena);
	free(profile);
}

const char *
profile_kind(const struct profile *profile)
{
	return profile->kind;
}

const char *
profile_gpu(const struct profile *profile)
{
	return profile->gpu;
}

const char *
profile_sm(const struct profile *profile)
{
	return profile->sm;
}

struct profile_device
profile_device(const struct profile *profile)
{
	return profile->device;
}

static const struct curve *
find_curve(const struct profile *profile, const char *effect)
{
	for (size_t i = 0; profile && i < profile->curve_count; i++)
		if (!strcmp(profile->curves[i].effect, effect))
			return &profile->curves[i];
	return NULL;
}

struct profile_point
profile_point(const struct profile *profile, const char *effect, double degree)
{
	const struct curve *curve = find_curve(profile, effect);
	for (size_t i = 0; curve && i < curve->point_count; i++)
		if (curve->points[i].degree == degree)
			return curve->points[i].measured;
	return (struct profile_point){NAN, NAN, NAN, NAN};
}
