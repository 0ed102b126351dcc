#include "codegen/source/includes.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/allocate.h"
#include "support/lexer.h"
#include "support/path.h"
#include "support/utf8.h"

/* A larger header belongs to a library that should be installed where the compiler runs, not to the project. */
enum { MAX_FILES = 500, MAX_FILE_BYTES = 4 * 1024 * 1024 };

/* Blanks a UTF-8 byte order mark. NVRTC does not accept it; its bytes still count as columns. */
static void
mark_as_stripped(char *text, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf";
	const size_t size = sizeof mark - 1;
	if (length >= size && memcmp(text, mark, size) == 0)
		memset(text, ' ', size);
}

static bool
is_toolkit(const char *folder)
{
	char path[PATH_MAX];
	return snprintf(path, sizeof path, "%s/cuda_runtime_api.h", folder) < (int)sizeof path &&
	       access(path, R_OK) == 0;
}

/* The path of the header in the folder, which the caller frees; NULL: none. */
static char *
path_in(const char *folder, const char *spelling)
{
	char path[PATH_MAX];
	struct stat status;
	const int size = snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", spelling);
	return size < (int)sizeof path && stat(path, &status) == 0 && S_ISREG(status.st_mode) ? memory_strdup(path)
	                                                                                      : NULL;
}

struct include {
	const char *spelling, *includer;
	bool is_quoted;
};

/* The path at which the compiler finds the header; NULL: in no folder of the project. */
static char *
path_of(const struct include *include, const struct nvrtc_flags *flags)
{
	const char *slash = strrchr(include->includer, '/');
	char *folder = memory_strndup(include->includer, slash ? (size_t)(slash - include->includer) : 0);
	char *path = include->is_quoted ? path_in(folder, include->spelling) : NULL;
	free(folder);
	for (size_t i = 0; i < flags->folders.count && !path; i++)
		path = is_toolkit(flags->folders.items[i]) ? NULL : path_in(flags->folders.items[i], include->spelling);
	return path;
}

/* Whether the file has the path. `real_path`: the path without links and dots, or NULL. */
static bool
is_at(const struct bundle_file *file, const char *path, const char *real_path)
{
	return strcmp(file->path, path) == 0 ||
	       (real_path && file->real_path && strcmp(file->real_path, real_path) == 0);
}

static const struct bundle_file *
file_at(const struct bundle *bundle, size_t first, const char *path)
{
	char *real_path = realpath(path, NULL);
	const struct bundle_file *found = NULL;
	for (size_t i = first; i < bundle->count && !found; i++)
		found = is_at(&bundle->files[i], path, real_path) ? &bundle->files[i] : NULL;
	free(real_path);
	return found;
}

static const struct bundle_file *
header_named(const struct bundle *bundle, const char *name)
{
	for (size_t i = 1; i < bundle->count; i++) {
		if (strcmp(bundle->files[i].name, name) == 0)
			return &bundle->files[i];
	}
	return NULL;
}

/* A unique header name: the spelling after the folder in which it was found, with a number if needed; in UTF-8. */
static char *
other_name(const struct bundle *bundle, const char *path, const char *spelling)
{
	const size_t length = strlen(path) - strlen(spelling);
	char *folder = memory_strndup(path, length > 0 ? length - 1 : 0);
	const char *slash = strrchr(folder, '/'), *last = slash ? slash + 1 : folder;
	last = *last && strcmp(last, ".") != 0 && strcmp(last, "..") != 0 ? last : "other";
	char name[2 * PATH_MAX];
	snprintf(name, sizeof name, "%s/%s", last, spelling);
	char *copy = utf8_copy(name, strlen(name));
	for (unsigned number = 2; header_named(bundle, copy); number++) {
		free(copy);
		snprintf(name, sizeof name, "%s-%u/%s", last, number, spelling);
		copy = utf8_copy(name, strlen(name));
	}
	free(folder);
	return copy;
}

static bool
add_file(struct bundle *bundle, const char *name, const char *path)
{
	size_t length;
	char *text = bundle->count < MAX_FILES ? path_read(path, MAX_FILE_BYTES, &length) : NULL;
	if (!text)
		return false;
	mark_as_stripped(text, length);
	memory_push(bundle->files, bundle->count, bundle->capacity,
	            ((struct bundle_file){utf8_copy(name, strlen(name)), memory_strdup(path), realpath(path, NULL),
	                                  text, length}));
	return true;
}

/* Adds the header to the bundle, unless it is there. NVRTC finds headers by name alone. If the header has another
 * name in the bundle, the function returns that name, which the caller frees. NULL: the spelling is the name. */
static char *
add_header(struct bundle *bundle, const struct include *include, const struct nvrtc_flags *flags)
{
	char *path = *include->spelling == '/' ? NULL : path_of(include, flags);
	char *name = utf8_copy(include->spelling, strlen(include->spelling)), *other = NULL;
	const struct bundle_file *same = path ? file_at(bundle, 1, path) : NULL;
	if (same)
		other = strcmp(same->name, name) == 0 ? NULL : memory_strdup(same->name);
	else if (path && header_named(bundle, name))
		other = other_name(bundle, path, include->spelling);
	if (path && !same && !add_file(bundle, other ? other : name, path)) {
		free(other);
		other = NULL;
	}
	free(name);
	free(path);
	return other;
}

/* Adds a header that a compiler option names, under its own spelling. */
static void
add_option_header(struct bundle *bundle, const char *spelling, const char *includer, const struct nvrtc_flags *flags)
{
	const struct include include = {spelling, includer, true};
	char *path = *spelling == '/' ? NULL : path_of(&include, flags), *name = utf8_copy(spelling, strlen(spelling));
	if (path && !header_named(bundle, name))
		add_file(bundle, name, path);
	free(name);
	free(path);
}

/* Finds the operand of an #include line, without quotes. False: none, or a macro. */
static bool
find_operand(const char *text, const struct token *token, size_t *begin, size_t *end)
{
	size_t rest;
	if (!directive_is(text, token, "include", &rest))
		return false;
	while (rest < token->end && (text[rest] == ' ' || text[rest] == '\t'))
		rest++;
	const char open = rest < token->end ? text[rest] : '\0';
	const char *close = open == '"' || open == '<'
	                            ? memchr(text + rest + 1, open == '"' ? '"' : '>', token->end - rest - 1)
	                            : NULL;
	*begin = rest + 1;
	*end = close ? (size_t)(close - text) : 0;
	return close;
}

/* Rewrites the file's includes to the names in the bundle. */
static void
follow(struct bundle *bundle, size_t index, const struct nvrtc_flags *flags)
{
	/* The array of files may be reallocated; the texts are not moved. */
	char *const text = bundle->files[index].text;
	const char *const path = bundle->files[index].path;
	const size_t length = bundle->files[index].length;
	struct token *tokens = lexer_read(text, length);
	char *named = NULL;
	size_t size = 0, done = 0, begin, end;
	for (const struct token *token = tokens; token->kind != TOKEN_END; token++) {
		if (!find_operand(text, token, &begin, &end))
			continue;
		char *spelling = memory_strndup(text + begin, end - begin);
		char *other = add_header(bundle, &(struct include){spelling, path, text[begin - 1] == '"'}, flags);
		free(spelling);
		if (!other)
			continue;
		named = memory_resize(named, size + (begin - done) + strlen(other) + (length - end) + 1);
		memcpy(named + size, text + done, begin - done);
		memcpy(named + size + (begin - done), other, strlen(other));
		size += begin - done + strlen(other);
		done = end;
		free(other);
	}
	free(tokens);
	if (!named)
		return;
	memcpy(named + size, text + done, length - done + 1);
	bundle->files[index].text = named;
	bundle->files[index].length = size + length - done;
	free(text);
}

/* The compiler copies names to its PTX verbatim, so quotes and control characters are replaced. */
static char *
source_name(const char *path)
{
	char *name = utf8_copy(path, strlen(path));
	for (char *at = name; *at; at++)
		if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ')
			*at = '_';
	return name;
}

void
bundle_collect(struct bundle *bundle, const char *path, const char *text, size_t length,
               const struct nvrtc_flags *flags)
{
	*bundle = (struct bundle){0};
	struct bundle_file source = {source_name(path), memory_strdup(path), realpath(path, NULL),
	                             memory_strndup(text, length), length};
	mark_as_stripped(source.text, length);
	memory_push(bundle->files, bundle->count, bundle->capacity, source);
	for (size_t i = 0; i < flags->includes.count; i++)
		add_option_header(bundle, flags->includes.items[i], path, flags);
	for (size_t i = 0; i < bundle->count; i++)
		follow(bundle, i, flags);
}

const struct bundle_file *
bundle_find(const struct bundle *bundle, const char *path)
{
	return file_at(bundle, 0, path);
}

void
bundle_free(struct bundle *bundle)
{
	for (size_t i = 0; i < bundle->count; i++) {
		free(bundle->files[i].name);
		free(bundle->files[i].path);
		free(bundle->files[i].real_path);
		free(bundle->files[i].text);
	}
	free(bundle->files);
}
