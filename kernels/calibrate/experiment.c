#include "kernels/calibrate/experiment.h"

#include <string.h>

/* The counted quantity must be what the other members make the worker count. */
static bool
counts_what_it_says(json_t *json)
{
	const char *counted = json_string_value(json_object_get(json, "counted"));
	const char *expected = json_object_get(json, "cycles")     ? "cycles"
	                       : json_object_get(json, "sequence") ? "host time"
	                                                           : "time";
	return counted && !strcmp(counted, expected);
}

static bool
load_effect(struct experiments *experiments, json_t *json, const char *source, const char *path, const char **error)
{
	struct arena *arena = &experiments->arena;
	struct effect *effect = &experiments->effects[experiments->effect_count++];
	json_t *degrees = json_object_get(json, "degrees");
	int64_t *values = arena_new_array(arena, int64_t, json_array_size(degrees));

	*effect = (struct effect){
		.name = json_string_value(json_object_get(json, "effect")),
		.source = source,
		.json = json,
		.degrees = values,
		.degree_count = json_array_size(degrees),
	};
	if (!effect->name || !effect->degree_count || !json_is_string(json_object_get(json, "unit")) ||
	    !json_is_string(json_object_get(json, "description"))) {
		*error = arena_printf(arena, "%s: an effect needs its name, unit, description and degrees", path);
		return false;
	}
	if (!counts_what_it_says(json)) {
		*error = arena_printf(arena, "%s: \"counted\" of %s is not a counted metric", path, effect->name);
		return false;
	}
	for (size_t i = 0; i < effect->degree_count; i++)
		values[i] = json_integer_value(json_array_get(degrees, i));
	return true;
}

static bool
load_file(struct experiments *experiments, const struct embedded_file *files, const struct embedded_file *file,
          const char **error)
{
	struct arena *arena = &experiments->arena;
	json_error_t where;
	json_t *json = json_loadb(file->text, file->length, JSON_REJECT_DUPLICATES, &where);
	if (!json) {
		*error = arena_printf(arena, "%s:%d: %s", file->name, where.line, where.text);
		return false;
	}
	json_array_append_new(experiments->files, json);

	const char *name = json_string_value(json_object_get(json, "source"));
	const struct embedded_file *source = name ? embedded_find(files, name) : NULL;
	if (!source) {
		*error = arena_printf(arena, "%s: its source does not exist", file->name);
		return false;
	}
	experiments->sources[experiments->source_count++] = (struct experiment_source){source->name, source->text};

	json_t *effects = json_object_get(json, "effects");
	const size_t count = experiments->effect_count;
	experiments->effects = arena_copy(arena, experiments->effects, count, count + json_array_size(effects),
	                                  sizeof *experiments->effects);
	for (size_t i = 0; i < json_array_size(effects); i++)
		if (!load_effect(experiments, json_array_get(effects, i), source->name, file->name, error))
			return false;
	return true;
}

static bool
is_experiment(const struct embedded_file *file)
{
	const char *ending = strrchr(file->name, '.');
	return ending && !strcmp(ending, ".json");
}

bool
experiments_load(struct experiments *experiments, const struct embedded_file *files, const char **error)
{
	size_t count = 0;
	while (files[count].name)
		count++;
	*experiments = (struct experiments){.files = json_array()};
	experiments->sources = arena_new_array(&experiments->arena, struct experiment_source, count);
	for (size_t i = 0; i < count; i++)
		if (is_experiment(&files[i]) && !load_file(experiments, files, &files[i], error))
			return false;
	return true;
}

static bool
is_named(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static bool
has_effect(const struct experiments *experiments, const char *name)
{
	for (size_t i = 0; i < experiments->effect_count; i++)
		if (!strcmp(experiments->effects[i].name, name))
			return true;
	return false;
}

static bool
is_used(const struct experiments *experiments, const struct experiment_source *source)
{
	for (size_t i = 0; i < experiments->effect_count; i++)
		if (!strcmp(experiments->effects[i].source, source->name))
			return true;
	return false;
}

const char *
experiments_select(struct experiments *experiments, const char *const *effects, size_t count)
{
	size_t kept_effects = 0, kept_sources = 0;
	for (size_t i = 0; i < count; i++)
		if (!has_effect(experiments, effects[i]))
			return effects[i];
	for (size_t i = 0; i < experiments->effect_count; i++)
		if (is_named(experiments->effects[i].name, effects, count))
			experiments->effects[kept_effects++] = experiments->effects[i];
	experiments->effect_count = kept_effects;
	for (size_t i = 0; i < experiments->source_count; i++)
		if (is_used(experiments, &experiments->sources[i]))
			experiments->sources[kept_sources++] = experiments->sources[i];
	experiments->source_count = kept_sources;
	return NULL;
}

void
experiments_free(struct experiments *experiments)
{
	json_decref(experiments->files);
	arena_free(&experiments->arena);
}
