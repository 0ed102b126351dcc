#include "runtime_check/job_build.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/source/blank.h"
#include "runtime_check/given_inputs.h"
#include "runtime_check/job_launch.h"
#include "support/memory.h"
#include "support/utf8.h"

/* ---- sources ------------------------------------------------------------------------------------------------------- */

static json_t *
ranges_json(const struct range *ranges, size_t count)
{
	json_t *json = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(json, json_pack("[I, I]", (json_int_t)ranges[i].begin, (json_int_t)ranges[i].end));
	return json;
}

static json_t *
strings_json(const struct string_list *list)
{
	json_t *json = json_array();
	for (size_t i = 0; i < list->count; i++) {
		char *text = utf8_copy(list->items[i], strlen(list->items[i]));
		json_array_append_new(json, json_string(text));
		free(text);
	}
	return json;
}

/* Blanks every file of the bundle; `blanked` has as many. */
static void
blank_bundle(struct blanked *blanked, const struct bundle *bundle)
{
	struct annotation_macros *macros = annotation_macros_new();
	for (size_t i = 0; i < bundle->count; i++)
		annotation_macros_collect(macros, bundle->files[i].text, bundle->files[i].length);
	for (size_t i = 0; i < bundle->count; i++)
		blank_host_code(&blanked[i], bundle->files[i].text, bundle->files[i].length, macros);
	annotation_macros_free(macros);
}

static json_t *
source_json(const char *id, const struct bundle *bundle, const struct blanked *blanked, const struct nvrtc_flags *flags)
{
	json_t *headers = json_array();
	for (size_t i = 1; i < bundle->count; i++)
		json_array_append_new(headers, json_pack("{s:s, s:s%, s:o, s:o}", "name", bundle->files[i].name, "text",
		                                         blanked[i].text, blanked[i].length, "droppable",
		                                         ranges_json(blanked[i].droppable, blanked[i].droppable_count), "kernels",
		                                         ranges_json(blanked[i].kernels, blanked[i].kernel_count)));
	json_t *options = strings_json(&flags->options);
	for (size_t i = 0; i < flags->includes.count; i++) {
		char *name = utf8_copy(flags->includes.items[i], strlen(flags->includes.items[i]));
		json_array_append_new(options, json_sprintf("--pre-include=%s", name));
		free(name);
	}
	return json_pack("{s:s, s:s, s:s%, s:o, s:o, s:o, s:o, s:o}", "id", id, "name", bundle->files[0].name, "text",
	                 blanked[0].text, blanked[0].length, "options", options, "defines", strings_json(&flags->defines),
	                 "headers", headers, "droppable",
	                 ranges_json(blanked[0].droppable, blanked[0].droppable_count), "kernels",
	                 ranges_json(blanked[0].kernels, blanked[0].kernel_count));
}

/* ---- kernels ------------------------------------------------------------------------------------------------------- */

/* As C++ names it at the end of the file: an unnamed namespace has no name there, and needs none. */
static char *
without_unnamed_namespaces(const char *text, struct arena *arena)
{
	static const char unnamed[] = "(anonymous namespace)::";
	char *name = arena_strdup(arena, text);
	for (char *at; (at = strstr(name, unnamed));)
		memmove(at, at + sizeof unnamed - 1, strlen(at + sizeof unnamed - 1) + 1);
	return name;
}

static const char *
name_expression(const struct kernel *kernel, struct arena *arena)
{
	const char *name = kernel->qualified_name && *kernel->qualified_name ? kernel->qualified_name : kernel->name;
	if (kernel->template_arg_count == 0)
		return without_unnamed_namespaces(name, arena);
	const char *arguments = "";
	for (size_t i = 0; i < kernel->template_arg_count; i++)
		arguments = arena_printf(arena, "%s%s%s", arguments, i ? ", " : "", kernel->template_args[i]);
	return without_unnamed_namespaces(arena_printf(arena, "%s<%s>", name, arguments), arena);
}

/* The compiler is asked for a kernel by name, and the host code that has the lambda is not compiled. NULL: it can be
 * asked for this one. */
static const char *
why_unnameable(const struct kernel *kernel, struct arena *arena)
{
	static const struct { const char *spelling, *what; } nameless[] = {
		{"(lambda at ", "a lambda's type"}, {"(unnamed ", "an unnamed type"}, {"(anonymous ", "an unnamed type"},
	};
	const char *name = name_expression(kernel, arena);
	for (size_t i = 0; i < sizeof nameless / sizeof *nameless; i++) {
		const char *found = strstr(name, nameless[i].spelling);
		if (found)
			return arena_printf(arena, "it cannot be compiled on its own: its template argument %.*s is %s, which no "
			                    "other code can name; a function object with a name can be measured",
			                    (int)strcspn(found, ")") + 1, found, nameless[i].what);
	}
	return NULL;
}

/* The same by its type, which tells overloads and templates of one name apart; NULL: its type has no name. */
static const char *
typed_name(const struct kernel *kernel, struct arena *arena)
{
	static const char result[] = "void ";
	const char *type = without_unnamed_namespaces(kernel->signature ? kernel->signature : "", arena);
	if (strncmp(type, result, sizeof result - 1) != 0 || strstr(type, "(lambda ") || strstr(type, "(unnamed ") ||
	    strstr(type, "(anonymous "))
		return NULL;
	return arena_printf(arena, "(void (*)%s)%s", type + sizeof result - 1, name_expression(kernel, arena));
}

/* Mangled, without what says whose it is that no other file sees. */
static const char *
link_name(const struct kernel *kernel, struct arena *arena)
{
	return kernel->link_name ? arena_strndup(arena, kernel->link_name, strcspn(kernel->link_name, "@")) : "";
}

static json_t *
kernel_json(const struct kernel *kernel, size_t number, const char *source, struct arena *arena)
{
	json_t *json = json_pack("{s:o, s:s, s:s}", "id", json_sprintf("%zu %s", number, kernel->name), "source", source,
	                         "name_expression", name_expression(kernel, arena));
	const char *mangled = link_name(kernel, arena), *typed = typed_name(kernel, arena);
	if (*mangled)
		json_object_set_new(json, "link_name", json_string(mangled));
	/* All others have a mangled name that every compiler gives them. */
	if (typed && (kernel->template_arg_count > 0 || (kernel->link_name && strchr(kernel->link_name, '@'))))
		json_object_set_new(json, "typed_name", json_string(typed));
	return json;
}

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

/* ---- the whole ----------------------------------------------------------------------------------------------------- */

/* The file of the bundle that defines the kernel, if no earlier bundle did: a header of the toolkit's only has the name of one
 * that the program may have. */
static const struct bundle_file *
file_of(const struct bundle *bundle, const struct planned_kernel *planned)
{
	return planned->bundle || planned->kernel->is_library ? NULL : bundle_find(bundle, planned->kernel->place.file);
}

/* Adds the kernels that this bundle defines and no earlier one did. */
static void
plan_kernels(struct plan *plan, const struct bundle *bundle, const struct blanked *blanked, const char *source,
             json_t *kernels, struct arena *arena)
{
	for (size_t i = 0; i < plan->kernel_count; i++) {
		struct planned_kernel *planned = &plan->kernels[i];
		const struct bundle_file *file = file_of(bundle, planned);
		if (!file)
			continue;
		planned->bundle = bundle;
		planned->skipped = why_unnameable(planned->kernel, arena);
		if (planned->skipped)
			continue;
		planned->index = json_array_size(kernels);
		json_t *json = kernel_json(planned->kernel, i, source, arena);
		const struct place *place = &planned->kernel->place;
		const struct range *extent = blanked_kernel_at(&blanked[file - bundle->files], place->line, place->column);
		if (extent)
			json_object_set_new(json, "extent",
			                    json_pack("[I, I]", (json_int_t)extent->begin, (json_int_t)extent->end));
		if (extent && file != &bundle->files[0])
			json_object_set_new(json, "header", json_string(file->name));
		plan_launches(plan, planned, json, arena);
		json_array_append_new(kernels, json);
	}
}

static void
plan_source(struct plan *plan, const struct verify_source *source, json_t *sources, json_t *kernels, struct arena *arena)
{
	struct nvrtc_flags flags = {0};
	const size_t of_directory = source->directory_flags;
	nvrtc_flags_add(&flags, source->flags, of_directory, source->directory, arena);
	if (source->flag_count > of_directory)
		nvrtc_flags_add(&flags, source->flags + of_directory, source->flag_count - of_directory, NULL, arena);
	struct bundle *bundle = &plan->bundles[plan->bundle_count++];
	bundle_collect(bundle, source->path, source->text, source->length, &flags);
	struct blanked *blanked = memory_zeroed(bundle->count, sizeof *blanked);
	blank_bundle(blanked, bundle);
	char id[32];
	snprintf(id, sizeof id, "%zu", plan->bundle_count - 1);
	const size_t before = json_array_size(kernels);
	plan_kernels(plan, bundle, blanked, id, kernels, arena);
	if (json_array_size(kernels) > before)
		json_array_append_new(sources, source_json(id, bundle, blanked, &flags));
	for (size_t i = 0; i < bundle->count; i++)
		blanked_free(&blanked[i]);
	free(blanked);
	nvrtc_flags_free(&flags);
}

void
plan_build(struct plan *plan, struct facts *facts, const struct verify_source *sources, size_t source_count,
           const struct verify_options *options)
{
	*plan = (struct plan){.kernel_count = facts->kernel_count, .options = options};
	given_inputs_place(options, facts);
	plan->bundles = memory_zeroed(source_count, sizeof *plan->bundles);
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
	plan->document = json_pack("{s:i, s:s, s:f, s:o, s:o}", "schema_version", 1, "arch",
	                           facts->sm ? facts->sm : "sm_90", "seconds", options->seconds, "sources", texts,
	                           "kernels", kernels);
}

void
plan_free(struct plan *plan)
{
	json_decref(plan->document);
	for (size_t i = 0; i < plan->kernel_count; i++)
		free(plan->kernels[i].launches);
	for (size_t i = 0; i < plan->bundle_count; i++)
		bundle_free(&plan->bundles[i]);
	free(plan->kernels);
	free(plan->bundles);
}
