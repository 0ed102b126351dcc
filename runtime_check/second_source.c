#include "runtime_check/second_source.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "runtime_check/second_header.h"
#include "support/allocate.h"
#include "support/lexer.h"
#include "support/name_letter.h"

/* Copies the source's header `file` before it is changed. */
static void
unshare(json_t *source, size_t file)
{
	json_t *headers = json_object_get(source, "headers");
	if (file > 0 && file <= json_array_size(headers))
		json_array_set_new(headers, file - 1, json_copy(json_array_get(headers, file - 1)));
}

static json_t *
file_of(const json_t *source, size_t file)
{
	if (file == 0)
		return (json_t *)(uintptr_t)source;
	return json_array_get(json_object_get(source, "headers"), file - 1);
}

const char *
second_source_text(const json_t *source, size_t file)
{
	return result_text(file_of(source, file), "text");
}

/* The beginning of the line; NULL: the text has fewer lines. */
static const char *
line_of(const char *text, uint32_t number)
{
	for (uint32_t line = 1; line < number && text; line++) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	return text;
}

bool
second_source_find(const json_t *source, const struct bundle *bundle, const struct place *place, struct edit *edit)
{
	const struct bundle_file *file = bundle_find(bundle, place->file);
	if (!file || place->line == 0 || place->end_line != place->line || place->column == 0 ||
	    place->end_column < place->column)
		return false;
	edit->file = (size_t)(file - bundle->files);
	const char *text = second_source_text(source, edit->file), *line = line_of(text, place->line);
	if (!line || strcspn(line, "\n") < place->end_column - 1)
		return false;
	edit->begin = (size_t)(line - text) + place->column - 1;
	edit->end = (size_t)(line - text) + place->end_column - 1;
	return true;
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

/* Whether the text before `at` is `#define`. */
static bool
is_behind_define(const char *text, const char *at)
{
	static const char word[] = "define";
	const size_t length = sizeof word - 1;
	const char *begin = at;
	while (begin > text && (begin[-1] == ' ' || begin[-1] == '\t'))
		begin--;
	if (begin == at || (size_t)(begin - text) <= length || strncmp(begin - length, word, length) != 0)
		return false;
	begin -= length;
	while (begin > text && (begin[-1] == ' ' || begin[-1] == '\t'))
		begin--;
	return begin > text && begin[-1] == '#';
}

static bool
defines(const char *text, const char *name, size_t length)
{
	for (const char *at = text; (at = strstr(at, name)); at += length)
		if (!is_name_letter(at[length]) && is_behind_define(text, at))
			return true;
	return false;
}

/* Whether the option is the name, with or without "=value". */
static bool
option_defines(const char *option, const char *name, size_t length)
{
	return strncmp(option, name, length) == 0 && !is_name_letter(option[length]);
}

static bool
is_macro(const json_t *source, const char *expression, const struct token *token)
{
	if (token->kind != TOKEN_NAME)
		return false;
	const size_t length = token->end - token->begin;
	char *name = memory_strndup(expression + token->begin, length);
	bool found = defines(second_source_text(source, 0), name, length);
	json_t *item;
	size_t i;
	json_array_foreach (json_object_get(source, "headers"), i, item)
		found |= defines(result_text(item, "text"), name, length);
	json_array_foreach (json_object_get(source, "defines"), i, item)
		found |= option_defines(json_string_value(item), name, length);
	free(name);
	return found;
}

/* The last token, or the token before the parentheses that end there. */
static const struct token *
last_name(const char *text, const struct token *first, const struct token *last)
{
	size_t depth = 0;
	for (; last > first; last--) {
		depth += token_is(text, last, ")");
		depth -= token_is(text, last, "(") && depth > 0;
		if (depth == 0 && !token_is(text, last, "("))
			break;
	}
	return last;
}

bool
second_source_is_of_macro(const json_t *source, const char *expression)
{
	struct token *tokens = lexer_read(expression, strlen(expression));
	size_t count = 0;
	while (tokens[count].kind != TOKEN_END)
		count++;
	const bool is = count > 0 && (is_macro(source, expression, tokens) ||
	                              is_macro(source, expression, last_name(expression, tokens, tokens + count - 1)));
	free(tokens);
	return is;
}

/* ---- edits ------------------------------------------------------------------------------------------------------- */

static json_int_t
moved(const struct edit *edit, json_int_t at)
{
	return at < (json_int_t)edit->end ? at
	                                  : at - (json_int_t)(edit->end - edit->begin) + (json_int_t)strlen(edit->text);
}

static json_t *
moved_extent(const json_t *extent, const struct edit *edit)
{
	return json_pack("[I, I]", moved(edit, json_integer_value(json_array_get(extent, 0))),
	                 moved(edit, json_integer_value(json_array_get(extent, 1))));
}

size_t
second_source_definition(const json_t *source, const json_t *kernel)
{
	const char *name = json_string_value(json_object_get(kernel, "header"));
	const json_t *header;
	size_t i;
	json_array_foreach (json_object_get(source, "headers"), i, header)
		if (name && strcmp(result_text(header, "name"), name) == 0)
			return i + 1;
	return 0;
}

/* Applied from the last edit on, so that the offsets of earlier edits stay valid. */
json_t *
second_source_extent(const json_t *source, const json_t *kernel, struct edits edits)
{
	json_t *result = json_copy(json_object_get(kernel, "extent"));
	for (size_t i = edits.count; result && i-- > 0;) {
		if (edits.items[i].file != second_source_definition(source, kernel))
			continue;
		json_t *next = moved_extent(result, &edits.items[i]);
		json_decref(result);
		result = next;
	}
	return result;
}

static void
edit_file(json_t *file, const struct edit *edit)
{
	const char *text = result_text(file, "text");
	const size_t length = strlen(text), inserted = strlen(edit->text), rest = length - edit->end;
	char *edited = memory_alloc(edit->begin + inserted + rest + 1);
	memcpy(edited, text, edit->begin);
	memcpy(edited + edit->begin, edit->text, inserted);
	memcpy(edited + edit->begin + inserted, text + edit->end, rest + 1);
	json_object_set_new(file, "text", json_string(edited));
	free(edited);
	static const char *const lists[] = {"droppable", "kernels"};
	for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
		json_t *moved = json_array(), *extent;
		size_t i;
		json_array_foreach (json_object_get(file, lists[k]), i, extent)
			json_array_append_new(moved, moved_extent(extent, edit));
		json_object_set_new(file, lists[k], moved);
	}
}

/* Appends a text to a copy of the source's list; the original list stays unchanged. */
static void
append_text(json_t *source, const char *list, const char *text)
{
	json_t *copy = json_copy(json_object_get(source, list));
	json_array_append_new(copy, json_string(text));
	json_object_set_new(source, list, copy);
}

int
edit_compare(const void *left, const void *right)
{
	const struct edit *a = left, *b = right;
	return a->file != b->file ? (a->file > b->file) - (a->file < b->file)
	                          : (a->begin > b->begin) - (a->begin < b->begin);
}

json_t *
second_source_make(const json_t *source, const char *id, const struct second_source *made)
{
	json_t *second = json_copy((json_t *)(uintptr_t)source);
	json_object_set_new(second, "id", json_string(id));
	json_object_set_new(second, "headers", json_copy(json_object_get(source, "headers")));
	for (size_t i = made->edits.count; i-- > 0;) {
		unshare(second, made->edits.items[i].file);
		edit_file(file_of(second, made->edits.items[i].file), &made->edits.items[i]);
	}
	json_array_append_new(json_object_get(second, "headers"),
	                      json_pack("{s:s, s:s}", "name", second_header_name, "text", second_header));
	char *option = memory_alloc(sizeof "--pre-include=" + strlen(second_header_name));
	strcat(strcpy(option, "--pre-include="), second_header_name);
	append_text(second, "options", option);
	free(option);
	if (made->macro)
		append_text(second, "defines", made->macro);
	return second;
}
