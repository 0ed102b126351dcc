#include "cause.h"

#include <ctype.h>
#include <string.h>

#include "device_runtime.h"
#include "support/name_letter.h"

/* A name within a longer text. */
struct name_text {
	const char *text;
	size_t length;
};

static struct name_text
name_at(const char *text)
{
	size_t length = 0;
	while (is_name_letter(text[length]))
		length++;
	return (struct name_text){text, length};
}

static bool
is_qualifier(const struct log_error *error)
{
	return strncmp(error->message, "name followed by \"::\"", 21) == 0;
}

/* ---- choosing among several errors ------------------------------------------------------------------------------- */

static bool
begins_with_any(const char *text, const char *const *beginnings)
{
	while (*beginnings && strncmp(text, *beginnings, strlen(*beginnings)) != 0)
		beginnings++;
	return *beginnings;
}

/* Whether the message only says that a declaration was not understood. */
static bool
is_symptom(const struct log_error *error)
{
	static const char *const beginnings[] = {
		"attribute ",
		"incomplete type ",
		"this declaration has no storage class",
		"expected ",
		"Error in parsing name expression",
		"a template argument list is not allowed",
		NULL,
	};
	return begins_with_any(error->message, beginnings);
}

/* Whether the error reports a missing name. */
static bool
is_of_unknown_name(const struct log_error *error)
{
	return strstr(error->message, "\" is undefined") || strstr(error->message, " has no member") ||
	       strstr(error->message, "is not a template") || is_qualifier(error);
}

const struct log_error *
cause_choose(const struct log_error *const *errors, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!is_symptom(errors[i]))
			return is_of_unknown_name(errors[i]) ? errors[i] : errors[0];
	}
	return errors[0];
}

const struct log_error *
cause_in_line(const struct compiler_log *log, const struct log_error *first)
{
	enum { MOST = 16 };
	const struct log_error *errors[MOST] = {first}, *const end = log->errors + log->error_count;
	size_t count = 1;
	for (const struct log_error *at = first + 1; at < end && count < MOST; at++) {
		if (at->line != first->line || strcmp(at->file, first->file) != 0)
			break;
		errors[count++] = at;
	}
	return cause_choose(errors, count);
}

bool
cause_is_about_name(const struct log_error *error)
{
	return strncmp(error->excerpt, CAUSE_NAME_PRAGMA, sizeof CAUSE_NAME_PRAGMA - 1) == 0;
}

const struct log_error *
cause_of_name(const struct compiler_log *log, const struct log_error *error)
{
	const struct log_error *cause = cause_in_line(log, error);
	return is_of_unknown_name(cause) && !cause_is_about_name(log->errors) ? cause_in_line(log, log->errors) : cause;
}

/* ---- removed declarations ---------------------------------------------------------------------------------------- */

/* The next occurrence in [at, end) as a whole word; NULL: there is none. */
static const char *
whole_name(const char *at, const char *end, struct name_text name)
{
	for (const char *begin = at; at + name.length <= end; at++)
		if (strncmp(at, name.text, name.length) == 0 && (at == begin || !is_name_letter(at[-1])) &&
		    (at + name.length == end || !is_name_letter(at[name.length])))
			return at;
	return NULL;
}

/* Whether the declaration declares this name: it is after the type, and before the parameters, braces or value. */
static bool
declares(const struct dropped *dropped, struct name_text name)
{
	const char *at = dropped->text + dropped->extent.begin;
	const char *end = at + strcspn(at, "({=;");
	if (end > dropped->text + dropped->extent.end)
		end = dropped->text + dropped->extent.end;
	while ((at = whole_name(at, end, name))) {
		at += name.length;
		const char *behind = at + strspn(at, " \t\r\n");
		if (behind >= end || *behind == '[' || *behind == '<' || (*behind == ':' && behind[1] != ':'))
			return true;
	}
	return false;
}

/* The next quoted name in a message, from `at` on; empty: there is none. */
static struct name_text
quoted_name(const char **at)
{
	while ((*at = strchr(*at, '"'))) {
		const char *text = ++*at;
		const char *end = strchr(text, '"');
		if (!end)
			break;
		*at = end + 1;
		const struct name_text name = name_at(text);
		if (name.length > 0)
			return name;
	}
	return (struct name_text){"", 0};
}

/* The same for an error. If the error is about a qualifier before "::", the source has the name and the message does
 * not. */
static struct name_text
next_name(const struct log_error *error, const char **at)
{
	const bool is_first = *at == error->message;
	const struct name_text name = is_first && is_qualifier(error) ? name_at(error->rest) : quoted_name(at);
	*at = is_first && is_qualifier(error) ? "" : *at ? *at : "";
	return name;
}

/* The removed declaration that the error mentions, if it was removed for another reason than this name; NULL: there is
 * none. */
static const struct dropped *
taken_before(const struct compilation *compilation, const struct log_error *error)
{
	const char *at = error->message;
	for (struct name_text name; (name = next_name(error, &at)).length > 0;)
		for (size_t i = 0; i < compilation->dropped_count; i++) {
			const struct dropped *dropped = &compilation->dropped[i];
			const char *message = dropped->error.message;
			if (declares(dropped, name) && !whole_name(message, message + strlen(message), name))
				return dropped;
		}
	return NULL;
}

const struct log_error *
cause_of(const struct compilation *compilation, const struct log_error *error)
{
	for (size_t steps = 0; steps <= compilation->dropped_count; steps++) {
		const struct dropped *dropped = taken_before(compilation, error);
		if (!dropped)
			break;
		error = &dropped->error;
	}
	return error;
}

/* The error's offset in its file; the file's end if it has fewer lines. */
static size_t
offset_of(const struct log_error *error, const char *text)
{
	size_t at = 0;
	for (uint32_t line = 1; text[at] && line < error->line; at++)
		line += text[at] == '\n';
	return at + (error->column > 0 ? error->column - 1 : 0);
}

/* The declaration that was removed directly before the error. It may have been cut too early, or not have been closed.
 * NULL: there is none. */
static const struct dropped *
taken_in_front(const struct compilation *compilation, const struct log_error *error)
{
	const struct dropped *nearest = NULL;
	for (size_t i = 0; i < compilation->source->file_count; i++) {
		const struct text_file *file = &compilation->source->files[i];
		const size_t at = strcmp(file->name, error->file) == 0 ? offset_of(error, file->text) : 0;
		for (size_t k = 0; k < compilation->dropped_count; k++) {
			const struct dropped *dropped = &compilation->dropped[k];
			const size_t end = dropped->extent.end;
			if (dropped->text == file->text && end <= at &&
			    end + strspn(compilation->texts[i] + end, " \t\r\n") >= at &&
			    (!nearest || end > nearest->extent.end))
				nearest = dropped;
		}
	}
	return nearest;
}

/* ---- replaced headers -------------------------------------------------------------------------------------------- */

/* Pairs such as curandState and curand_kernel.h, or cub and cub/cub.cuh. */
static bool
is_akin(struct name_text name, const char *header)
{
	enum { LETTERS = 4 };
	const size_t least = name.length < LETTERS ? name.length : LETTERS;
	for (const char *part = header; part; part = strchr(part, '/')) {
		size_t same = 0;
		part += *part == '/';
		while (same < name.length && part[same] &&
		       tolower((unsigned char)name.text[same]) == tolower((unsigned char)part[same]))
			same++;
		if (same >= least)
			return true;
	}
	return false;
}

static bool
is_named_as_toolkits(const char *header)
{
	static const char *const beginnings[] = {"cu", "nv", "npp", "thrust/", "cooperative_groups", "mma.h", NULL};
	return begins_with_any(header, beginnings);
}

/* The emptied header with the most similar name; NULL: none could declare it. */
static const struct emptied *
header_of(const struct compilation *compilation, struct name_text name)
{
	const struct emptied *only = NULL;
	size_t missing = 0;
	for (size_t i = 0; i < compilation->emptied_count; i++) {
		const struct emptied *header = &compilation->emptied[i];
		if (is_akin(name, header->name))
			return header;
		only = header->was_missing ? header : only;
		missing += header->was_missing;
	}
	return missing == 1 ? only : NULL;
}

const char *
cause_text(struct compilation *compilation, const struct log_error *error)
{
	const char *at = error->message;
	const struct dropped *in_front = is_symptom(error) ? taken_in_front(compilation, error) : NULL;
	if (in_front)
		return arena_printf(&compilation->arena, "%s, after another error of the compiler: %s", error->message,
		                    in_front->error.message);
	const char *of_runtime = device_runtime_text(error, &compilation->arena);
	if (of_runtime || !is_of_unknown_name(error))
		return of_runtime ? of_runtime : error->message;
	const struct name_text name = next_name(error, &at);
	const struct emptied *header = name.length > 0 ? header_of(compilation, name) : NULL;
	const char *message = is_qualifier(error) ? arena_printf(&compilation->arena, "nothing declares \"%.*s\"",
	                                                         (int)name.length, name.text)
	                                          : error->message;
	if (!header)
		return message;
	if (!header->was_missing)
		return arena_printf(&compilation->arena, "%s: the compiler rejects \"%s\", which may declare it: %s",
		                    message, header->name, header->error.message);
	return arena_printf(
		&compilation->arena, "%s: \"%s\", which may declare it, was not found%s", message, header->name,
		is_named_as_toolkits(header->name) ? " (GPULINT_CUDA_INCLUDE names the folder of the toolkit's headers)"
						   : "");
}
