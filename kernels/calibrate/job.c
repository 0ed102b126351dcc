#include "kernels/calibrate/job.h"

#include <inttypes.h>
#include <string.h>

/* Short, because each degree is measured again in every round, and the spread between rounds is what counts. A sequence
 * needs more runs: its times include whatever else the processor does. */
static json_t *
timing_json(bool is_sequence)
{
	return json_pack("{s:f, s:i, s:i, s:f, s:f}", "warmup_ms", 2.0, "min_runs", is_sequence ? 21 : 5, "max_runs",
	                 is_sequence ? 101 : 31, "seconds", is_sequence ? 0.1 : 0.04, "tolerance", 0.003);
}

const char *
job_kernel_id(struct arena *arena, const struct effect *effect, enum form form, int64_t degree)
{
	return arena_printf(arena, "%s/%s/%" PRId64, effect->name, form == FORM_IDEAL ? "ideal" : "penalised",
	                    experiment_stand_in(arena, effect, form, degree));
}

/* Contents are random, because memory may be faster with zeros. */
static json_t *
buffers_json(const struct plan *plan)
{
	json_t *list = json_array();
	for (size_t i = 0; i < plan->buffer_count; i++) {
		const struct plan_buffer *buffer = &plan->buffers[i];
		const bool counts = plan->cycles && !strcmp(buffer->name, plan->cycles);
		json_array_append_new(list, json_pack("{s:s, s:I, s:{s:s}, s:I}", "id", buffer->name, "bytes",
		                                      (json_int_t)buffer->bytes, "fill", "kind", "random-float",
		                                      "read_back", (json_int_t)(counts ? sizeof(uint64_t) : 0)));
	}
	return list;
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
argument_json(const struct plan_argument *argument)
{
	if (argument->buffer)
		return json_pack("{s:s}", "buffer", argument->buffer);
	if (argument->texture)
		return json_pack("{s:O}", "texture", argument->texture);
	return json_pack("{s:s, s:I}", "type", "u32", "value", (json_int_t)argument->scalar);
}

static json_t *
arguments_json(const struct plan *plan)
{
	json_t *list = json_array();
	for (size_t i = 0; i < plan->argument_count; i++)
		json_array_append_new(list, argument_json(&plan->arguments[i]));
	return list;
}

static json_t *
operation_json(const struct plan_operation *operation)
{
	json_t *json = json_pack("{s:s, s:I, s:I}", "do", operation->what, "offset", (json_int_t)operation->offset,
	                         "stream", (json_int_t)operation->stream);
	if (operation->buffer)
		json_object_update_new(json, json_pack("{s:s, s:I}", "buffer", operation->buffer, "bytes",
		                                       (json_int_t)operation->bytes));
	return json;
}

static json_t *
sequence_json(const struct plan *plan)
{
	json_t *operations = json_array();
	for (size_t i = 0; i < plan->operation_count; i++)
		json_array_append_new(operations, operation_json(&plan->operations[i]));
	return json_pack("{s:s, s:o}", "host_memory", plan->host_memory, "operations", operations);
}

/* A kernel that counts its own cycles is only run, not timed. */
static json_t *
launch_json(const struct plan *plan)
{
	json_t *launch = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "id", "launch", "grid",
	                           dimensions_json(plan->grid, plan->grid_count), "block",
	                           dimensions_json(plan->block, plan->block_count), "arguments", arguments_json(plan),
	                           "measure", plan->cycles ? json_array() : json_pack("[s]", "time"), "timing",
	                           timing_json(plan->host_memory != NULL));
	if (plan->warps)
		json_object_set_new(launch, "most_warps", json_integer(plan->warps));
	if (plan->host_memory)
		json_object_set_new(launch, "sequence", sequence_json(plan));
	return launch;
}

/* Adds nothing if another degree's kernel also serves this degree. */
static bool
add_kernel(json_t *kernels, struct arena *arena, const struct effect *effect, enum form form, int64_t degree,
           const char **error)
{
	struct plan plan;
	if (!experiment_plan(arena, effect, form, degree, &plan, error))
		return false;
	if (experiment_stand_in(arena, effect, form, degree) == degree)
		json_array_append_new(kernels, json_pack("{s:s, s:s, s:s, s:o, s:[o]}", "id",
		                                         job_kernel_id(arena, effect, form, degree), "source",
		                                         effect->source, "name_expression", plan.kernel, "buffers",
		                                         buffers_json(&plan), "launches", launch_json(&plan)));
	return true;
}

/* Alternates whether the ideal form is before or after the penalised one. */
static bool
add_effect(json_t *kernels, struct arena *arena, const struct effect *effect, unsigned round, const char **error)
{
	for (size_t i = 0; i < effect->degree_count; i++)
		for (unsigned turn = 0; turn < FORM_COUNT; turn++)
			if (!add_kernel(kernels, arena, effect, (turn + round) % FORM_COUNT, effect->degrees[i], error))
				return false;
	return true;
}

static json_t *
sources_json(const struct experiments *experiments)
{
	json_t *list = json_array();
	for (size_t i = 0; i < experiments->source_count; i++) {
		const struct experiment_source *source = &experiments->sources[i];
		json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "id", source->name, "name", source->name,
		                                      "text", source->text));
	}
	return list;
}

json_t *
job_build(struct experiments *experiments, unsigned round, double seconds, const char **error)
{
	json_t *kernels = json_array();
	for (size_t i = 0; i < experiments->effect_count; i++)
		if (!add_effect(kernels, &experiments->arena, &experiments->effects[i], round, error)) {
			json_decref(kernels);
			return NULL;
		}
	return json_pack("{s:i, s:f, s:o, s:o}", "schema_version", 1, "seconds", seconds, "sources",
	                 sources_json(experiments), "kernels", kernels);
}
