#include "runtime_check/counterfactual_job.h"

#include <stdint.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "runtime_check/excerpt.h"
#include "runtime_check/second_header.h"

/* ---- the measured job -------------------------------------------------------------------------------------------- */

static json_t *
planned_kernel(const struct making *making)
{
	return json_array_get(json_object_get(making->plan->document, "kernels"), making->own->kernel->index);
}

json_t *
making_launch(const struct making *making)
{
	return json_array_get(json_object_get(planned_kernel(making), "launches"), making->own->launch->index);
}

json_t *
making_source(const struct making *making)
{
	return json_array_get(json_object_get(making->job->document, "sources"), ORIGINAL);
}

const char *
making_buffer_of(const struct making *making, const struct site *site, uint64_t *bytes)
{
	const struct planned_launch *planned = making->own->launch;
	const char *id = NULL;
	for (size_t i = 0; i < planned->pointers.count; i++)
		if (planned->pointers.items[i]->memory && planned->pointers.items[i]->memory == site->object.allocation)
			id = planned->buffers[i];
	json_t *buffer;
	size_t i;
	json_array_foreach (json_object_get(planned_kernel(making), "buffers"), i, buffer)
		if (id && strcmp(result_text(buffer, "id"), id) == 0)
			*bytes = (uint64_t)json_integer_value(json_object_get(buffer, "bytes"));
	return id;
}

static const char in_several_lines[] = "it covers several lines of the source", of_macro[] = "its text is from a macro";

const char *
making_find_place(const struct making *making, const struct place *place, struct edit *edit)
{
	return second_source_find(making_source(making), making->own->kernel->bundle, place, edit) ? NULL
	                                                                                           : in_several_lines;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Whether the condition is all that is between its parentheses or semicolons. Then any expression can be replaced. */
static bool
stands_alone(const char *text, const struct edit *edit)
{
	size_t begin = edit->begin, end = edit->end;
	while (begin > 0 && is_blank(text[begin - 1]))
		begin--;
	while (is_blank(text[end]))
		end++;
	return begin > 0 && strchr("(;", text[begin - 1]) && text[end] && strchr(");", text[end]);
}

/* In `if (int t = f())` the condition is the declared variable. */
static bool
declares_variable(const char *text, const struct edit *edit)
{
	const char *next = text + edit->end + strspn(text + edit->end, " \t\r\n");
	return *next == '{' || (*next == '=' && next[1] != '=');
}

#define NOWHERE SIZE_MAX

/* The start of the expression that ends at `end`. One blank in the expression matches several in the text, but no
 * newline. */
static size_t
begin_of(const char *text, size_t end, const char *expression)
{
	size_t at = end;
	for (size_t i = strlen(expression); i-- > 0;) {
		if (at == 0 || (expression[i] == ' ' ? !is_blank(text[at - 1]) : expression[i] != text[at - 1]))
			return NOWHERE;
		at--;
		while (expression[i] == ' ' && at > 0 && is_blank(text[at - 1]))
			at--;
	}
	return at;
}

static const char *
find_condition(const struct making *making, const struct site *site, struct edit *edit)
{
	/* The place of a branch begins with its keyword and ends with its condition. */
	struct place place = site->place;
	place.line = place.end_line;
	place.column = place.end_column;
	const char *why = making_find_place(making, &place, edit);
	if (why)
		return why;
	const char *text = second_source_text(making_source(making), edit->file);
	edit->begin = begin_of(text, edit->end, site->expression);
	if (edit->begin == NOWHERE)
		return second_source_is_of_macro(making_source(making), site->expression) ? of_macro : in_several_lines;
	if (declares_variable(text, edit))
		return "its condition declares a variable";
	const bool is_whole =
		stands_alone(text, edit) || !second_source_is_of_macro(making_source(making), site->expression);
	return is_whole ? NULL : of_macro;
}

const char *
making_find_text(const struct making *making, const struct site *site, struct edit *edit)
{
	if (strlen(site->expression) >= LONGEST_EXPRESSION)
		return "its text is too long";
	if (site->kind == SITE_BRANCH)
		return find_condition(making, site, edit);
	const char *why = making_find_place(making, &site->place, edit);
	if (why)
		return why;
	if (second_source_is_of_macro(making_source(making), site->expression))
		return of_macro;
	const char *text = second_source_text(making_source(making), edit->file);
	return begin_of(text, edit->end, site->expression) == edit->begin ? NULL : in_several_lines;
}

/* ---- the job ----------------------------------------------------------------------------------------------------- */

static json_t *
list(const struct making *making, const char *name)
{
	return json_object_get(making->job->document, name);
}

static const char *
kernel_id(const struct making *making, size_t kernel)
{
	return result_text(json_array_get(list(making, "kernels"), kernel), "id");
}

void
making_begin(const struct making *making)
{
	json_t *kernel = json_copy(planned_kernel(making)), *launch = json_copy(making_launch(making));
	json_object_set_new(launch, "measure", json_pack("[s]", "metrics"));
	json_object_set_new(launch, "timing",
	                    json_pack("{s:b, s:f, s:f}", "restore", true, "seconds", 1.0, "warmup_ms", 20.0));
	json_object_set_new(kernel, "launches", json_pack("[o]", launch));
	json_object_set_new(kernel, "id", json_sprintf("%d own", ORIGINAL));
	json_t *kernels = json_pack("[o]", kernel), *sources = excerpts_take(making->excerpts, kernels);
	making->job->launch = making->own->launch->launch;
	making->job->document = json_pack("{s:i, s:O, s:O, s:o, s:o, s:[]}", "schema_version", 1, "arch",
	                                  json_object_get(making->plan->document, "arch"), "seconds",
	                                  json_object_get(making->plan->document, "seconds"), "sources", sources,
	                                  "kernels", kernels, "races");
}

static json_t *
measures(const struct version_draft *draft)
{
	json_t *measures = json_array();
	if (draft->is_counted)
		json_array_append_new(measures, json_string("metrics"));
	if (draft->collects_contents)
		json_array_append_new(measures, json_string("contents"));
	return measures;
}

/* All variants use the buffers of the original. */
void
making_give_room(const struct making *making, const char *id, uint64_t bytes)
{
	json_t *original = json_array_get(list(making, "kernels"), ORIGINAL), *longer = json_array(), *buffer;
	size_t i;
	json_array_foreach (json_object_get(planned_kernel(making), "buffers"), i, buffer) {
		const json_t *now = json_object_get(json_array_get(json_object_get(original, "buffers"), i), "bytes");
		const json_int_t own = json_integer_value(json_object_get(buffer, "bytes"));
		const bool is_it =
			strcmp(result_text(buffer, "id"), id) == 0 && json_integer_value(now) < own + (json_int_t)bytes;
		json_t *copy = json_copy(buffer);
		json_object_set_new(copy, "bytes",
		                    json_integer(is_it ? own + (json_int_t)bytes : json_integer_value(now)));
		json_array_append_new(longer, copy);
	}
	json_object_set_new(original, "buffers", longer);
}

void
making_want_contents(const struct making *making)
{
	json_t *original = json_array_get(list(making, "kernels"), ORIGINAL);
	const struct version_draft all = {.is_counted = true, .collects_contents = true};
	json_object_set_new(json_array_get(json_object_get(original, "launches"), 0), "measure", measures(&all));
}

static json_t *
dimensions(const uint32_t *sizes)
{
	return json_pack("[i, i, i]", (int)sizes[0], (int)sizes[1], (int)sizes[2]);
}

static json_t *
version_launch(const struct making *making, const struct version_draft *draft)
{
	json_t *launch = json_copy(making_launch(making));
	json_t *variables = json_copy(json_object_get(launch, "variables"));
	variables = variables ? variables : json_array();
	const size_t before = json_array_size(json_object_get(planned_kernel(making), "variables"));
	for (size_t i = 0; i < draft->object_count; i++)
		json_array_append_new(variables, json_pack("{s:I, s:s}", "variable", (json_int_t)(before + i), "buffer",
		                                           draft->objects[i]));
	json_object_set_new(launch, "variables", variables);
	json_object_set_new(launch, "measure", measures(draft));
	if (draft->grid)
		json_object_set_new(launch, "grid", dimensions(draft->grid));
	if (draft->block)
		json_object_set_new(launch, "block", dimensions(draft->block));
	return launch;
}

static json_t *
object_variables(const struct version_draft *draft)
{
	json_t *variables = json_array();
	for (size_t i = 0; i < draft->object_count; i++)
		json_array_append_new(variables,
		                      json_pack("{s:o, s:{s:s}}", "link_name", json_sprintf(SECOND_OBJECT "%zu", i),
		                                "fill", "kind", "zero"));
	return variables;
}

size_t
making_add(const struct making *making, const struct version_draft *draft)
{
	const json_t *original = json_array_get(list(making, "kernels"), ORIGINAL);
	const size_t index = json_array_size(list(making, "kernels"));
	const char *id = arena_printf(making->arena, "%zu version", index);
	json_array_append_new(list(making, "sources"), second_source_make(making_source(making), id, &draft->source));
	json_t *kernel = json_pack("{s:s, s:s, s:s, s:[o]}", "id", id, "source", id, "inputs_of",
	                           kernel_id(making, ORIGINAL), "launches", version_launch(making, draft));
	static const char *const names[] = {"name_expression", "typed_name", "link_name", "header"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (json_object_get(original, names[i]))
			json_object_set(kernel, names[i], json_object_get(original, names[i]));
	json_t *extent = second_source_extent(making_source(making), original, draft->source.edits);
	if (extent)
		json_object_set_new(kernel, "extent", extent);
	if (draft->object_count > 0)
		json_object_set_new(kernel, "variables", object_variables(draft));
	json_array_append_new(list(making, "kernels"), kernel);
	return index;
}

void
making_audit(const struct making *making, size_t kernel, size_t audit)
{
	json_object_set_new(json_array_get(list(making, "kernels"), kernel), "audited_by",
	                    json_string(kernel_id(making, audit)));
}

void
making_add_version(const struct making *making, struct version version)
{
	arena_push(making->arena, making->own->versions, making->own->count, making->own->capacity, version);
}

void
making_race(const struct making *making)
{
	json_t *kernels = json_pack("[s]", kernel_id(making, ORIGINAL)), *races = list(making, "races");
	struct counterfactual *own = making->own;
	for (size_t i = 0; i < own->count; i++) {
		json_array_append_new(kernels, json_string(kernel_id(making, own->versions[i].kernel)));
		if (own->versions[i].twice != NO_KERNEL)
			json_array_append_new(kernels, json_string(kernel_id(making, own->versions[i].twice)));
	}
	own->race = json_array_size(races);
	json_array_append_new(races, json_pack("{s:o, s:o}", "id", json_sprintf("%zu", own->race), "kernels", kernels));
}
