#include "codegen/source/device_source.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/source/apart.h"
#include "support/allocate.h"
#include "support/pragma_macro.h"
#include "support/utf8.h"

/* ---- sources ----------------------------------------------------------------------------------------------------- */

static json_t *
ranges_json(const struct range *ranges, size_t count)
{
	json_t *json = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(json,
		                      json_pack("[I, I]", (json_int_t)ranges[i].begin, (json_int_t)ranges[i].end));
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

struct annotation_macros *
device_source_macros(const struct device_source *source)
{
	const struct bundle *bundle = &source->bundle;
	struct annotation_macros *macros = annotation_macros_new();
	for (size_t i = 0; i < bundle->count; i++)
		annotation_macros_collect(macros, bundle->files[i].text, bundle->files[i].length);
	return macros;
}

/* Blanks the host code in every file of the bundle. */
static void
strip_bundle(struct device_source *source)
{
	const struct bundle *bundle = &source->bundle;
	source->stripped = memory_zeroed(bundle->count, sizeof *source->stripped);
	struct annotation_macros *macros = device_source_macros(source);
	for (size_t i = 0; i < bundle->count; i++)
		strip_host_code(&source->stripped[i], bundle->files[i].text, bundle->files[i].length, macros);
	annotation_macros_free(macros);
}

/* NVRTC, which has a single pass, rejects the `#` of such a macro. */
static void
join_pragmas(struct device_source *source)
{
	static const char joining[] = "__GLP(...)=_Pragma(#__VA_ARGS__)";
	struct string_list *defines = &source->flags.defines;
	bool has_pragmas = false;
	for (size_t i = 0; i < source->bundle.count; i++) {
		const struct bundle_file *file = &source->bundle.files[i];
		has_pragmas |= pragma_macro_in(file->text, file->length);
		pragma_macro_join(file->text, file->length);
	}
	if (has_pragmas)
		memory_push(defines->items, defines->count, defines->capacity, joining);
}

void
device_source_read(struct device_source *source, const struct compile_command *command, struct arena *arena)
{
	*source = (struct device_source){0};
	const size_t of_directory = command->directory_flags;
	nvrtc_flags_add(&source->flags, command->flags, of_directory, command->directory, arena);
	if (command->flag_count > of_directory)
		nvrtc_flags_add(&source->flags, command->flags + of_directory, command->flag_count - of_directory, NULL,
		                arena);
	bundle_collect(&source->bundle, command->path, command->text, command->length, &source->flags);
	join_pragmas(source);
	strip_bundle(source);
}

void
device_source_free(struct device_source *source)
{
	for (size_t i = 0; i < source->bundle.count; i++)
		stripped_free(&source->stripped[i]);
	free(source->stripped);
	bundle_free(&source->bundle);
	nvrtc_flags_free(&source->flags);
}

json_t *
device_source_json(const struct device_source *source, const char *id)
{
	const struct bundle *bundle = &source->bundle;
	const struct stripped *stripped = source->stripped;
	const struct nvrtc_flags *flags = &source->flags;
	json_t *headers = json_array();
	for (size_t i = 1; i < bundle->count; i++)
		json_array_append_new(headers,
		                      json_pack("{s:s, s:s%, s:o, s:o}", "name", bundle->files[i].name, "text",
		                                stripped[i].text, stripped[i].length, "droppable",
		                                ranges_json(stripped[i].droppable, stripped[i].droppable_count),
		                                "kernels", ranges_json(stripped[i].kernels, stripped[i].kernel_count)));
	json_t *options = strings_json(&flags->options);
	for (size_t i = 0; i < flags->includes.count; i++) {
		char *name = utf8_copy(flags->includes.items[i], strlen(flags->includes.items[i]));
		json_array_append_new(options, json_sprintf("--pre-include=%s", name));
		free(name);
	}
	return json_pack("{s:s, s:s, s:s%, s:o, s:o, s:o, s:o, s:o}", "id", id, "name", bundle->files[0].name, "text",
	                 stripped[0].text, stripped[0].length, "options", options, "defines",
	                 strings_json(&flags->defines), "headers", headers, "droppable",
	                 ranges_json(stripped[0].droppable, stripped[0].droppable_count), "kernels",
	                 ranges_json(stripped[0].kernels, stripped[0].kernel_count));
}

static void
separate_lines(json_t *file, const struct stripped *stripped)
{
	size_t count;
	struct range *parts = apart_find(stripped->text, stripped->length, &count);
	if (count)
		json_object_set_new(file, "apart", ranges_json(parts, count));
	free(parts);
}

void
device_source_separate(const struct device_source *source, json_t *json)
{
	const json_t *headers = json_object_get(json, "headers");
	separate_lines(json, &source->stripped[0]);
	for (size_t i = 1; i < source->bundle.count; i++)
		separate_lines(json_array_get(headers, i - 1), &source->stripped[i]);
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* The name as C++ spells it at the end of the file, where an unnamed namespace is omitted. */
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
name_expression(const struct kernel_name *kernel, struct arena *arena)
{
	const char *name = kernel->qualified_name && *kernel->qualified_name ? kernel->qualified_name : kernel->name;
	if (kernel->template_arg_count == 0)
		return without_unnamed_namespaces(name, arena);
	const char *arguments = "";
	for (size_t i = 0; i < kernel->template_arg_count; i++)
		arguments = arena_printf(arena, "%s%s%s", arguments, i ? ", " : "", kernel->template_args[i]);
	return without_unnamed_namespaces(arena_printf(arena, "%s<%s>", name, arguments), arena);
}

const char *
kernel_name_objection(const struct kernel_name *kernel, struct arena *arena)
{
	static const struct {
		const char *spelling, *what;
	} nameless[] = {
		{"(lambda at ", "a lambda's type"},
		{"{lambda(", "a lambda's type"},
		{"(unnamed ", "an unnamed type"},
		{"(anonymous ", "an unnamed type"},
	};
	const char *name = name_expression(kernel, arena);
	for (size_t i = 0; i < sizeof nameless / sizeof *nameless; i++) {
		const char *found = strstr(name, nameless[i].spelling);
		if (found)
			return arena_printf(
				arena,
				"it cannot be compiled on its own: its template argument %.*s is %s, which no "
				"other code can name; a function object with a name can be measured",
				(int)strcspn(found, ")") + 1, found, nameless[i].what);
	}
	return NULL;
}

/* The name with its type, which distinguishes overloads and templates of one name; NULL: the type has no name. */
static const char *
typed_name(const struct kernel_name *kernel, struct arena *arena)
{
	static const char result[] = "void ";
	const char *type = without_unnamed_namespaces(kernel->signature ? kernel->signature : "", arena);
	if (strncmp(type, result, sizeof result - 1) != 0 || strstr(type, "(lambda ") || strstr(type, "(unnamed ") ||
	    strstr(type, "(anonymous "))
		return NULL;
	return arena_printf(arena, "(void (*)%s)%s", type + sizeof result - 1, name_expression(kernel, arena));
}

/* The mangled name, without the suffix that identifies the file of an internal function. */
static const char *
link_name(const struct kernel_name *kernel, struct arena *arena)
{
	return kernel->link_name ? arena_strndup(arena, kernel->link_name, strcspn(kernel->link_name, "@")) : "";
}

json_t *
device_kernel_json(const struct device_source *source, const struct bundle_file *file, uint32_t line, uint32_t column,
                   const struct kernel_name *kernel, struct arena *arena)
{
	const struct bundle_file *files = source->bundle.files;
	json_t *json = json_pack("{s:s}", "name_expression", name_expression(kernel, arena));
	const char *mangled = link_name(kernel, arena), *typed = typed_name(kernel, arena);
	if (*mangled)
		json_object_set_new(json, "link_name", json_string(mangled));
	/* All other kernels have a mangled name on which compilers agree. */
	if (typed && (kernel->template_arg_count > 0 || (kernel->link_name && strchr(kernel->link_name, '@'))))
		json_object_set_new(json, "typed_name", json_string(typed));
	const struct range *extent = stripped_kernel_at(&source->stripped[file - files], line, column);
	if (extent)
		json_object_set_new(json, "extent",
		                    json_pack("[I, I]", (json_int_t)extent->begin, (json_int_t)extent->end));
	if (extent && file != files)
		json_object_set_new(json, "header", json_string(file->name));
	return json;
}
