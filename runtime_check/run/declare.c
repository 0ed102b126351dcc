#include "declare.h"

#include <ctype.h>
#include <string.h>

#include "known_names.h"
#include "support/allocate.h"
#include "support/name_letter.h"

static bool
declare(struct compilation *compilation, const char *text)
{
	for (size_t i = 0; i < compilation->declared_count; i++) {
		if (compilation->declared[i] == text)
			return false;
	}
	memory_push(compilation->declared, compilation->declared_count, compilation->declared_capacity, text);
	return true;
}

static bool
uses_namespace_std(const struct source_job *source)
{
	for (size_t i = 0; i < source->file_count; i++) {
		if (strstr(source->files[i].text, "using namespace std"))
			return true;
	}
	return false;
}

/* The quoted name after these words of the message; NULL: the message does not contain them. */
static const char *
name_behind(const char *message, const char *words, struct arena *arena)
{
	const char *at = strstr(message, words);
	at = at ? strchr(at + strlen(words), '"') : NULL;
	size_t length = 0;
	while (at && is_name_letter(at[1 + length]))
		length++;
	return length > 0 ? arena_strndup(arena, at + 1, length) : NULL;
}

/* The job's own headers are searched separately. */
static bool
is_own(const struct source_job *source, const char *header)
{
	for (size_t i = 0; i < source->file_count; i++)
		if (strcmp(source->files[i].name, header) == 0)
			return true;
	return false;
}

/* Whether the text includes a header that may declare names beyond those that nvcc always has. */
static bool
includes_more(const struct source_job *source, const char *text, struct arena *arena)
{
	for (const char *at = text; (at = strchr(at, '#'));) {
		at += 1 + strspn(at + 1, " \t");
		if (strncmp(at, "include", 7) != 0)
			continue;
		at += 7 + strspn(at + 7, " \t");
		const char *header =
			*at == '<' || *at == '"' ? arena_strndup(arena, at + 1, strcspn(at + 1, ">\"\n")) : NULL;
		if (!header || (!known_names_include(header) && !is_own(source, header)))
			return true;
	}
	return false;
}

static struct known_libraries
libraries_of(struct compilation *compilation)
{
	const struct source_job *source = compilation->source;
	struct known_libraries libraries = {.has_cccl = compilation->has_cccl,
	                                    .has_headers = compilation->emptied_count > 0};
	for (size_t i = 0; i < source->file_count && !libraries.has_headers; i++)
		libraries.has_headers = includes_more(source, source->files[i].text, &compilation->arena);
	return libraries;
}

static const char *
text_for(struct compilation *compilation, const struct log_error *error, const struct known_libraries *libraries)
{
	if (strstr(error->message, "\"register\" storage class"))
		return known_name_text("register", false, libraries);
	const char *member = name_behind(error->message, "namespace \"std\" has no", &compilation->arena);
	if (member)
		return known_name_text(member, true, libraries);
	if (!strstr(error->message, " is undefined"))
		return NULL;
	const char *name = name_behind(error->message, "identifier ", &compilation->arena);
	const char *text = name ? known_name_text(name, false, libraries) : NULL;
	return name && !text && uses_namespace_std(compilation->source) ? known_name_text(name, true, libraries) : text;
}

void
declare_overloads(struct compilation *compilation)
{
	const struct source_job *source = compilation->source;
	const struct known_libraries libraries = libraries_of(compilation);
	for (size_t i = 0; i < source->file_count; i++)
		if (strstr(source->files[i].text, "pow("))
			declare(compilation, known_name_text("pow", false, &libraries));
}

/* `{.member = value}`, which nvcc accepts in every dialect. */
static bool
is_designator(const struct log_error *error)
{
	return error->rest[0] == '.' && is_name_letter(error->rest[1]) && !isdigit((unsigned char)error->rest[1]) &&
	       strcmp(error->message, "expected an expression") == 0;
}

/* The toolkit's C++ library, which replaces the system's, reports it with #error. */
static bool
is_too_old_for_cccl(const struct compilation *compilation, const struct log_error *error)
{
	const size_t size = compilation->toolkit ? strlen(compilation->toolkit) : 0;
	return size > 0 && strncmp(error->file, compilation->toolkit, size) == 0 &&
	       strncmp(error->file + size, "/cccl/", 6) == 0 && strncmp(error->message, "#error", 6) == 0 &&
	       strstr(error->message, "C++");
}

/* Changes to a newer dialect if the error shows that the source needs it. */
static bool
take_newer_dialect(struct compilation *compilation, const struct log_error *error)
{
	const char *needed = is_designator(error)                      ? "--std=c++20"
	                     : is_too_old_for_cccl(compilation, error) ? "--std=c++17"
	                                                               : NULL;
	if (!needed || (compilation->dialect && strcmp(compilation->dialect, needed) >= 0))
		return false;
	compilation->dialect = needed;
	return true;
}

bool
declare_missing(struct compilation *compilation)
{
	const struct known_libraries libraries = libraries_of(compilation);
	bool progress = false;
	for (size_t i = 0; i < compilation->log.error_count; i++) {
		const struct log_error *error = &compilation->log.errors[i];
		const char *text = text_for(compilation, error, &libraries);
		progress |= (text && declare(compilation, text)) || take_newer_dialect(compilation, error);
	}
	return progress;
}
