#include "kernels/calibrate/job.h"

#include <inttypes.h>
#include <string.h>

/* Short: a degree is measured again in every round, and the spread between rounds is what counts. */
static json_t *
timing_json(void)
{
	return json_pack("{s:f, s:i, s:i, s:f, s:f}", "warmup_ms", 5.0, "min_runs", 7, "max_runs", 31, "seconds", 0.04,
	                 "tolerance", 0.003);
}

const char *
form_text(enum form form)
{
	return form == FORM_IDEAL ? "ideal" : "penalised";
}

/* Degrees may want a buffer in different sizes: its size is part of its name. */
static const char *
buffer_id(struct arena *arena, const struct plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->buffer_count; i++)
		if (!strcmp(plan->buffers[i].name, name))
			return arena_printf(arena, "%s-%" PRId64, name, plan->buffers[i].bytes);
	return name;
}

/* Adds the plan's buffers to the kernel's, each once. Contents are random: memory may be faster on zeros. */
static void
add_buffers(struct arena *arena, const struct plan *plan, json_t *buffers)
{
	for (size_t i = 0; i < plan->buffer_count; i++) {
		const char *id = buffer_id(arena, plan, plan->buffers[i].name);
		size_t index;
		json_t *known;
		bool found = false;
		json_array_foreach(buffers, index, known)
			found = found || !strcmp(json_string_value(json_object_get(known, "id")), id);
		if (!found)
			json_array_append_new(buffers, json_pack("{s:s, s:I, s:{s:s}}", "id", id, "bytes",
			                                         (json_int_t)plan->buffers[i].bytes, "fill", "kind",
			                                         "random-float"));
	}
}

static json_t *
dimensions_json(const int64_t *dimensions, size_t count)
{
	json_t *list = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_integer(dimensions[i]));
	return list;
}

static json_t *
arguments_json(struct arena *arena, const struct plan *plan)
{
	json_t *list = json_array();
	for (size_t i = 0; i < plan->argument_count; i++) {
		const struct plan_argument *argument = &plan->arguments[i];
		json_array_append_new(list, argument->buffer
		    ? json_pack("{s:s}", "buffer", buffer_id(arena, plan, argument->buffer))
		    : json_pack("{s:s, s:I}", "type", "u32", "value", (json_int_t)argument->scalar));
	}
	return list;
}

static json_t *
launch_json(struct arena *arena, const struct plan *plan, int64_t degree)
{
	return json_pack("{s:s, s:o, s:o, s:I, s:o, s:[s], s:o}", "id", arena_printf(arena, "%" PRId64, degree),
	                 "grid", dimensions_json(plan->grid, plan->grid_count),
	                 "block", dimensions_json(plan->block, plan->block_count),
	                 "dynamic_shared", (json_int_t)plan->dynamic_shared, "arguments", arguments_json(arena, plan),
	                 "measure", "time", "timing", timing_json());
}

static bool
add_kernel(json_t *kernels, struct arena *arena, const struct effect *effect, enum form form, const char **error)
{
	json_t *buffers = json_array(), *launches = json_array();
	const char *name = NULL;

	for (size_t i = 0; i < effect->degree_count; i++) {
		struct plan plan;
		if (!experiment_plan(arena, effect, form, effect->degrees[i], &plan, error)) {
			json_decref(buffers);
			json_decref(launches);
			return false;
		}
		name = plan.kernel;
		add_buffers(arena, &plan, buffers);
		json_array_append_new(launches, launch_json(arena, &plan, effect->degrees[i]));
	}
	json_array_append_new(kernels, json_pack("{s:s, s:s, s:s, s:o, s:o}", "id",
	                                         arena_printf(arena, "%s/%s", effect->name, form_text(form)), "source",
	                                         effect->source, "name_expression", name, "buffers", buffers,
	                                         "launches", launches));
	return true;
}

static json_t *
sources_json(const struct experiments *experiments)
{
	json_t *list = json_array();
	for (size_t i = 0; i < experiments->source_count; i++) {
		const struct experiment_source *source = &experiments->sources[i];
		json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "id", source->name, "name", source->name, "text",
		                                      source->text));
	}
	return list;
}

json_t *
job_build(struct experiments *experiments, unsigned round, double seconds, const char **error)
{
	json_t *kernels = json_array();

	for (size_t i = 0; i < experiments->effect_count; i++) {
		const struct effect *effect = &experiments->effects[i];
		for (unsigned turn = 0; turn < FORM_COUNT; turn++)
			if (!add_kernel(kernels, &experiments->arena, effect, (turn + round) % FORM_COUNT, error)) {
				json_decref(kernels);
				return NULL;
			}
	}
	return json_pack("{s:i, s:f, s:o, s:o}", "schema_version", 1, "seconds", seconds, "sources", sources_json(experiments),
	                 "kernels", kernels);
}
