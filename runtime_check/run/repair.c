#include "repair.h"

#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "declare.h"
#include "json_text.h"
#include "library_headers.h"
#include "support/allocate.h"

json_t *
problem_json(const struct log_error *error)
{
	const char *file = error->inner_file ? error->inner_file : error->file;
	return json_pack("{s:o, s:i, s:o}", "file", json_text(file), "line",
	                 (int)(error->inner_file ? error->inner_line : error->line), "message",
	                 json_text(error->message));
}

static uint32_t
line_of(const char *text, size_t offset)
{
	uint32_t line = 1;
	for (size_t i = 0; i < offset; i++)
		line += text[i] == '\n';
	return line;
}

/* The extent of a line, including its newline. */
static struct extent
line_extent(const char *text, uint32_t line)
{
	size_t begin = 0, end;
	for (uint32_t number = 1; text[begin] && number < line; begin++)
		number += text[begin] == '\n';
	for (end = begin; text[end] && text[end] != '\n'; end++)
		continue;
	return (struct extent){begin, end + 1};
}

typedef struct extent place_finder(const char *text, const struct log_error *error);

static struct extent
error_line(const char *text, const struct log_error *error)
{
	return line_extent(text, error->line);
}

/* The character at the error's caret; without a caret, the line. */
static struct extent
caret_extent(const char *text, const struct log_error *error)
{
	const struct extent line = line_extent(text, error->line);
	const size_t at = line.begin + error->column - 1;
	return error->column > 0 && at < line.end ? (struct extent){at, at + 1} : line;
}

static bool
overlap(struct extent a, struct extent b)
{
	return a.begin < b.end && b.begin < a.end;
}

/* Blanks everything except preprocessor lines, because a condition that begins in the extent may end after it. True:
 * something was blanked. */
static bool
blank(char *text, struct extent extent)
{
	bool changed = false, directive = false, line_begins = true;
	for (size_t i = extent.begin; i < extent.end; i++) {
		if (text[i] == '\n') {
			directive = directive && i > extent.begin && text[i - 1] == '\\';
			line_begins = true;
		} else if (text[i] != ' ' && text[i] != '\t') {
			directive |= line_begins && text[i] == '#';
			line_begins = false;
			changed |= !directive;
			if (!directive)
				text[i] = ' ';
		}
	}
	return changed;
}

static bool
has_code(const char *text, struct extent extent)
{
	char *copy = memory_alloc(extent.end - extent.begin + 1);
	memcpy(copy, text + extent.begin, extent.end - extent.begin);
	const bool code = blank(copy, (struct extent){0, extent.end - extent.begin});
	free(copy);
	return code;
}

static bool
make_empty(struct compilation *compilation, const char *header, const struct log_error *error)
{
	for (size_t i = 0; i < compilation->emptied_count; i++) {
		if (strcmp(compilation->emptied[i].name, header) == 0)
			return false;
	}
	const bool was_missing = log_error_missing_header(error, &compilation->arena);
	memory_push(compilation->emptied, compilation->emptied_count, compilation->emptied_capacity,
	            ((struct emptied){header, was_missing, *error}));
	json_array_append_new(compilation->problems, problem_json(error));
	return true;
}

static bool
take_missing_headers(struct compilation *compilation)
{
	bool progress = false;
	for (size_t i = 0; i < compilation->log.error_count; i++) {
		const struct log_error *error = &compilation->log.errors[i];
		const char *name = log_error_missing_header(error, &compilation->arena);
		progress |= name && make_empty(compilation, name, error);
	}
	return progress;
}

/* Empties all headers that the job includes from one library, or only those that are host code. */
static bool
empty_headers(struct compilation *compilation, const char *folder, bool of_host_alone, const struct log_error *error)
{
	bool progress = false;
	const char *begin = arena_printf(&compilation->arena, "%s/", folder);
	for (size_t i = 0; i < compilation->source->file_count; i++) {
		const char *text = compilation->source->files[i].text;
		for (const char *at = text; (at = strstr(at, begin)); at++) {
			if (at == text || (at[-1] != '<' && at[-1] != '"'))
				continue;
			const size_t size = strcspn(at, ">\"\n");
			const char *name = arena_strndup(&compilation->arena, at, size);
			if (at[size] == (at[-1] == '<' ? '>' : '"') && !(of_host_alone && is_device_header(name)))
				progress |= make_empty(compilation, name, error);
		}
	}
	return progress;
}

/* Whether the error is in a header of the toolkit; *name becomes that header. */
static bool
is_of_toolkit(const struct compilation *compilation, const struct log_error *error, const char **name)
{
	const size_t size = compilation->toolkit ? strlen(compilation->toolkit) : 0;
	if (size == 0 || strncmp(error->file, compilation->toolkit, size) != 0 || error->file[size] != '/')
		return false;
	*name = error->file + size + 1;
	return true;
}

static const char cccl[] = "cccl/";

/* The toolkit's libraries include each other, so the host-only header may belong to any of them. */
static bool
empty_host_headers(struct compilation *compilation)
{
	static const char *const libraries[] = {"thrust", "cub"};
	const char *name;
	for (size_t i = 0; i < compilation->log.error_count; i++) {
		const struct log_error *error = &compilation->log.errors[i];
		bool progress = false;
		if (!is_of_toolkit(compilation, error, &name) || strncmp(name, cccl, sizeof cccl - 1) != 0)
			continue;
		for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++)
			progress |= empty_headers(compilation, libraries[k], true, error);
		return progress;
	}
	return false;
}

/* Empties toolkit headers that declare host functions. Headers that come with the job are found before them. */
static bool
empty_toolkit_headers(struct compilation *compilation)
{
	bool progress = false;
	const char *name;
	if (empty_host_headers(compilation))
		return true;
	for (size_t i = 0; i < compilation->log.error_count; i++) {
		const struct log_error *error = &compilation->log.errors[i];
		if (!is_of_toolkit(compilation, error, &name))
			continue;
		const char *folder = name + sizeof cccl - 1;
		if (strncmp(name, cccl, sizeof cccl - 1) == 0)
			progress |= empty_headers(compilation,
			                          arena_strndup(&compilation->arena, folder, strcspn(folder, "/")),
			                          false, error);
		else
			progress |= make_empty(compilation, name, error);
	}
	return progress;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

/* Removes an extent from file `file` of the source. */
static bool
take_out_text(struct compilation *compilation, size_t file, struct extent extent, const struct log_error *error)
{
	memory_push(compilation->dropped, compilation->dropped_count, compilation->dropped_capacity,
	            ((struct dropped){compilation->source->files[file].text, extent, *error}));
	return blank(compilation->texts[file], extent);
}

/* Blanks the smallest droppable extent that contains the error. */
static bool
drop_declaration(struct compilation *compilation, const struct log_error *error, place_finder *place_of)
{
	for (size_t i = 0; i < compilation->source->file_count; i++) {
		const struct text_file *file = &compilation->source->files[i];
		if (strcmp(file->name, error->file) != 0)
			continue;
		const struct extent place = place_of(file->text, error);
		struct extent best = {0, SIZE_MAX};
		for (size_t j = 0; j < file->droppable_count; j++) {
			const struct extent extent = file->droppable[j];
			if (extent.end - extent.begin < best.end - best.begin && overlap(extent, place) &&
			    has_code(compilation->texts[i], extent))
				best = extent;
		}
		if (best.end == SIZE_MAX)
			return false;
		return take_out_text(compilation, i, best, error);
	}
	return false;
}

static bool
drop_declarations(struct compilation *compilation)
{
	/* Errors on one line belong to one declaration, which is dropped only once. */
	bool progress = false;
	const struct log_error *last = NULL;
	for (size_t i = 0; i < compilation->log.error_count; i++) {
		const struct log_error *error = &compilation->log.errors[i];
		if (last && last->line == error->line && strcmp(last->file, error->file) == 0)
			continue;
		last = error;
		error = cause_in_line(&compilation->log, error);
		if (drop_declaration(compilation, error, caret_extent) ||
		    drop_declaration(compilation, error, error_line)) {
			json_array_append_new(compilation->problems, problem_json(error));
			progress = true;
		}
	}
	return progress;
}

static void
take_out(struct live_kernel *kernel, const char *reason, json_t *why)
{
	if (!kernel->reason)
		kernel->reason = reason;
	json_array_append_new(kernel->problems, why);
}

/* The chosen error is reported first; its consequences follow. */
static void
take_out_for(struct compilation *compilation, struct live_kernel *kernel, const struct log_error *const *errors,
             size_t count)
{
	const struct log_error *chosen = cause_choose(errors, count), *cause = cause_of(compilation, chosen);
	take_out(kernel, cause_text(compilation, cause), problem_json(cause));
	for (size_t i = 0; i < count; i++)
		if (errors[i] != cause)
			json_array_append_new(kernel->problems, problem_json(errors[i]));
	take_out_text(compilation, kernel->job->file, kernel->job->extent, cause);
}

/* Removes kernels that the job does not contain. */
static bool
drop_neighbours(struct compilation *compilation, const struct log_error *error, place_finder *place_of)
{
	bool progress = false;
	for (size_t i = 0; i < compilation->source->file_count; i++) {
		const struct text_file *file = &compilation->source->files[i];
		for (size_t j = 0; j < file->kernel_count && strcmp(file->name, error->file) == 0; j++)
			if (overlap(file->kernels[j], place_of(file->text, error)) &&
			    blank(compilation->texts[i], file->kernels[j])) {
				json_array_append_new(compilation->problems, problem_json(error));
				progress = true;
			}
	}
	return progress;
}

static bool
drop_kernels_at(struct compilation *compilation, place_finder *place_of)
{
	bool progress = false;
	const struct log_error **errors =
		arena_new_array(&compilation->arena, const struct log_error *, compilation->log.error_count);
	for (size_t i = 0; i < compilation->kernel_count; i++) {
		struct live_kernel *kernel = &compilation->kernels[i];
		const struct text_file *file = &compilation->source->files[kernel->job->file];
		size_t count = 0;
		for (size_t j = 0; j < compilation->log.error_count && !kernel->reason; j++) {
			const struct log_error *error = &compilation->log.errors[j];
			if (strcmp(error->file, file->name) == 0 &&
			    overlap(kernel->job->extent, place_of(file->text, error)))
				errors[count++] = error;
		}
		if (count > 0) {
			take_out_for(compilation, kernel, errors, count);
			progress = true;
		}
	}
	for (size_t i = 0; i < compilation->log.error_count; i++)
		progress |= drop_neighbours(compilation, &compilation->log.errors[i], place_of);
	return progress;
}

static bool
drop_kernels(struct compilation *compilation)
{
	return drop_kernels_at(compilation, caret_extent) || drop_kernels_at(compilation, error_line);
}

/* If the source could not be read to its end, that is the only reason. */
static const char *
why_unnamed(struct compilation *compilation, const struct log_error *error)
{
	const struct log_error *cause = cause_of_name(&compilation->log, error);
	const char *text = cause_text(compilation, cause_of(compilation, cause));
	return cause_is_about_name(cause) ? arena_printf(&compilation->arena, "it cannot be named as %s: %s",
	                                                 error->excerpt + sizeof CAUSE_NAME_PRAGMA - 1, text)
	                                  : text;
}

static bool
is_named(const char *name, const char *expression)
{
	return name && strcmp(name, expression) == 0;
}

/* Drops the name expression that the error rejects: the kernel's, or a variable's. */
static bool
drop_name_of(struct compilation *compilation, struct live_kernel *kernel, const struct log_error *error)
{
	const char *expression = error->excerpt + sizeof CAUSE_NAME_PRAGMA - 1;
	bool progress = false;
	if (!kernel->reason && !kernel->unnamed && is_named(kernel->job->name_expression, expression)) {
		kernel->unnamed = why_unnamed(compilation, error);
		/* A kernel without a mangled name can only be found by this expression. One overload among several has
		 * no unique expression, but a mangled name. */
		if (!kernel->job->link_name)
			take_out(kernel, kernel->unnamed,
			         problem_json(&(struct log_error){.file = "", .message = kernel->unnamed}));
		progress = true;
	}
	for (size_t i = 0; i < kernel->job->variable_count; i++)
		if (!kernel->variable_lost[i] && is_named(kernel->job->variables[i].name_expression, expression))
			progress = kernel->variable_lost[i] = true;
	return progress;
}

static bool
drop_names(struct compilation *compilation)
{
	bool progress = false;
	for (size_t i = 0; i < compilation->log.error_count; i++)
		for (size_t k = 0; k < compilation->kernel_count && cause_is_about_name(&compilation->log.errors[i]);
		     k++)
			progress |= drop_name_of(compilation, &compilation->kernels[k], &compilation->log.errors[i]);
	return progress;
}

/* ptxas fails without a message if static shared memory exceeds the limit of a block. */
static bool
drop_oversized_kernels(struct compilation *compilation)
{
	enum { STATIC_SHARED_LIMIT = 48 * 1024 };
	bool progress = false;
	for (size_t i = 0; i < compilation->kernel_count && compilation->log.error_count == 0; i++) {
		struct live_kernel *kernel = &compilation->kernels[i];
		const struct log_resources *resources =
			kernel->job->link_name ? compiler_log_find(&compilation->log, kernel->job->link_name) : NULL;
		if (kernel->reason || !resources || resources->static_shared <= STATIC_SHARED_LIMIT)
			continue;
		const char *reason = arena_printf(&compilation->arena,
		                                  "it needs %lld bytes of static shared memory; a block can have %d",
		                                  (long long)resources->static_shared, STATIC_SHARED_LIMIT);
		const struct text_file *file = &compilation->source->files[kernel->job->file];
		const uint32_t line = kernel->job->extent.end ? line_of(file->text, kernel->job->extent.begin) : 0;
		take_out(kernel, reason,
		         problem_json(&(struct log_error){.file = file->name, .line = line, .message = reason}));
		blank(compilation->texts[kernel->job->file], kernel->job->extent);
		progress = true;
	}
	return progress;
}

bool
repair(struct compilation *compilation)
{
	return take_missing_headers(compilation) || declare_missing(compilation) || drop_declarations(compilation) ||
	       drop_kernels(compilation) || drop_names(compilation) || drop_oversized_kernels(compilation) ||
	       empty_toolkit_headers(compilation);
}
