#include "runtime_check/job_build.h"

#include <stdlib.h>

#include "runtime_check/given_inputs.h"
#include "runtime_check/job_launch.h"
#include "support/allocate.h"

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static void
plan_launches(struct plan *plan, struct planned_kernel *planned, json_t *json, struct arena *arena)
{
	struct kernel_inputs inputs = {json_array(), json_array()};
	json_t *launches = json_array();
	for (size_t i = 0; i < planned->kernel->launch_count; i++) {
		struct planned_launch *launch = &planned->launches[i];
		json_t *launch_json = job_launch(plan, planned, i, &inputs, arena);
		launch->index = json_array_size(launches);
		if (launch_json)
			json_array_append_new(launches, launch_json);
	}
	json_object_set_new(json, "buffers", inputs.buffers);
	json_object_set_new(json, "variables", inputs.variables);
	json_object_set_new(json, "launches", launches);
}

static struct kernel_name
name_of(const struct kernel *kernel)
{
	return (struct kernel_name){kernel->name,      kernel->qualified_name, kernel->link_name,
	                            kernel->signature, kernel->template_args,  kernel->template_arg_count};
}

/* ---- entry points ------------------------------------------------------------------------------------------------ */

/* The bundle's file that defines the kernel, unless an earlier bundle defines it. A header of the toolkit only contains
 * a name that the program may also use. */
static const struct bundle_file *
file_of(const struct bundle *bundle, const struct planned_kernel *planned)
{
	return planned->bundle || planned->kernel->is_library ? NULL : bundle_find(bundle, planned->kernel->place.file);
}

/* Adds the kernels that this source is the first to define. */
static void
plan_kernels(struct plan *plan, const struct device_source *source, const char *id, json_t *kernels,
             struct arena *arena)
{
	for (size_t i = 0; i < plan->kernel_count; i++) {
		struct planned_kernel *planned = &plan->kernels[i];
		const struct bundle_file *file = file_of(&source->bundle, planned);
		if (!file)
			continue;
		const struct kernel_name name = name_of(planned->kernel);
		planned->bundle = &source->bundle;
		planned->skipped = kernel_name_objection(&name, arena);
		if (planned->skipped)
			continue;
		planned->index = json_array_size(kernels);
		const struct place *place = &planned->kernel->place;
		json_t *json = device_kernel_json(source, file, place->line, place->column, &name, arena);
		json_object_set_new(json, "id", json_sprintf("%zu %s", i, name.name));
		json_object_set_new(json, "source", json_string(id));
		plan_launches(plan, planned, json, arena);
		json_array_append_new(kernels, json);
	}
}

static void
plan_source(struct plan *plan, const struct compile_command *file, json_t *sources, json_t *kernels,
            struct arena *arena)
{
	struct device_source *source = &plan->sources[plan->source_count];
	device_source_read(source, file, arena);
	const char *id = arena_printf(arena, "%zu", plan->source_count++);
	const size_t before = json_array_size(kernels);
	plan_kernels(plan, source, id, kernels, arena);
	if (json_array_size(kernels) > before)
		json_array_append_new(sources, device_source_json(source, id));
}

void
plan_build(struct plan *plan, struct facts *facts, const struct compile_command *sources, size_t source_count,
           const struct verify_options *options)
{
	*plan = (struct plan){.kernel_count = facts->kernel_count, .options = options};
	given_inputs_bind(options, facts);
	plan->sources = memory_zeroed(source_count, sizeof *plan->sources);
	plan->kernels = memory_zeroed(facts->kernel_count, sizeof *plan->kernels);
	for (size_t i = 0; i < facts->kernel_count; i++) {
		struct kernel *kernel = &facts->kernels[i];
		plan->kernels[i].kernel = kernel;
		plan->kernels[i].launches = memory_zeroed(kernel->launch_count, sizeof *plan->kernels[i].launches);
		for (size_t j = 0; j < kernel->launch_count; j++)
			plan->kernels[i].launches[j].launch = &kernel->launches[j];
	}
	json_t *kernels = json_array(), *texts = json_array();
	for (size_t i = 0; i < source_count; i++)
		plan_source(plan, &sources[i], texts, kernels, &facts->arena);
	plan->document =
		json_pack("{s:i, s:s, s:f, s:o, s:o}", "schema_version", 1, "arch", facts->sm ? facts->sm : "sm_90",
	                  "seconds", options->seconds, "sources", texts, "kernels", kernels);
}

void
plan_free(struct plan *plan)
{
	json_decref(plan->document);
	for (size_t i = 0; i < plan->kernel_count; i++)
		free(plan->kernels[i].launches);
	for (size_t i = 0; i < plan->source_count; i++)
		device_source_free(&plan->sources[i]);
	free(plan->kernels);
	free(plan->sources);
}
