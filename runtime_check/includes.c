#include "runtime_check/includes.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime_check/lexer.h"
#include "support/memory.h"
#include "support/utf8.h"

/* What is larger is no project's header, but a library that should be installed on the other side. */
enum { MAX_FILES = 500, MAX_FILE_BYTES = 4 * 1024 * 1024 };

static char *
copy_text(const char *text, size_t length)
{
	char *copy = memory_alloc(length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

static char *
read_file(const char *path, size_t *length)
{
	struct stat status;
	FILE *file = stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MAX_FILE_BYTES ?
	             fopen(path, "rb") : NULL;
	if (!file)
		return NULL;
	char *text = memory_alloc((size_t)status.st_size + 1);
	*length = fread(text, 1, (size_t)status.st_size, file);
	text[*length] = '\0';
	const bool failed = ferror(file);
	fclose(file);
	if (!failed)
		return text;
	free(text);
	return NULL;
}

static bool
is_toolkit(const char *folder)
{
	char path[PATH_MAX];
	return snprintf(path, sizeof path, "%s/cuda_runtime_api.h", folder) < (int)sizeof path && access(path, R_OK) == 0;
}

static bool
add_file(struct bundle *bundle, const char *name, const char *folder)
{
	char path[PATH_MAX];
	const int size = snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", name);
	size_t length;
	char *text = size < (int)sizeof path ? read_file(path, &length) : NULL;
	if (!text)
		return false;
	struct bundle_file file = {utf8_copy(name, strlen(name)), memory_strdup(path), text, length};
	memory_push(bundle->files, bundle->count, bundle->capacity, file);
	return true;
}

static bool
is_known(const struct bundle *bundle, const char *name)
{
	char *known = utf8_copy(name, strlen(name));
	bool found = false;
	for (size_t i = 1; i < bundle->count && !found; i++)
		found = strcmp(bundle->files[i].name, known) == 0;
	free(known);
	return found;
}

static void
find_header(struct bundle *bundle, const char *name, const char *includer, bool quoted, const struct nvrtc_flags *flags)
{
	/* NVRTC finds a header by its spelling alone: where two have one spelling, the first is everybody's. */
	if (is_known(bundle, name) || bundle->count >= MAX_FILES || *name == '/')
		return;
	const char *slash = strrchr(includer, '/');
	char *folder = copy_text(includer, slash ? (size_t)(slash - includer) : 0);
	bool found = quoted && add_file(bundle, name, folder);
	free(folder);
	for (size_t i = 0; i < flags->folders.count && !found; i++)
		found = !is_toolkit(flags->folders.items[i]) && add_file(bundle, name, flags->folders.items[i]);
}

static void
follow(struct bundle *bundle, size_t index, const struct nvrtc_flags *flags)
{
	/* The array of files grows meanwhile; their texts stay where they are. */
	const char *const text = bundle->files[index].text, *const path = bundle->files[index].path;
	struct token *tokens = lexer_read(text, bundle->files[index].length);
	for (const struct token *token = tokens; token->kind != TOKEN_END; token++) {
		size_t rest;
		if (!directive_is(text, token, "include", &rest))
			continue;
		while (rest < token->end && (text[rest] == ' ' || text[rest] == '\t'))
			rest++;
		const char open = rest < token->end ? text[rest] : '\0';
		const char *end = open == '"' || open == '<' ?
		                  memchr(text + rest + 1, open == '"' ? '"' : '>', token->end - rest - 1) : NULL;
		if (!end)
			continue;
		char *name = copy_text(text + rest + 1, (size_t)(end - text) - rest - 1);
		find_header(bundle, name, path, open == '"', flags);
		free(name);
	}
	free(tokens);
}

void
bundle_collect(struct bundle *bundle, const char *path, const char *text, size_t length, const struct nvrtc_flags *flags)
{
	*bundle = (struct bundle){0};
	struct bundle_file source = {utf8_copy(path, strlen(path)), memory_strdup(path), copy_text(text, length), length};
	memory_push(bundle->files, bundle->count, bundle->capacity, source);
	for (size_t i = 0; i < flags->includes.count; i++)
		find_header(bundle, flags->includes.items[i], path, true, flags);
	for (size_t i = 0; i < bundle->count; i++)
		follow(bundle, i, flags);
}

static bool
same_file(const char *a, const char *b)
{
	if (strcmp(a, b) == 0)
		return true;
	char *left = realpath(a, NULL), *right = realpath(b, NULL);
	const bool same = left && right && strcmp(left, right) == 0;
	free(left);
	free(right);
	return same;
}

const struct bundle_file *
bundle_find(const struct bundle *bundle, const char *path)
{
	for (size_t i = 0; i < bundle->count; i++) {
		if (same_file(bundle->files[i].path, path))
			return &bundle->files[i];
	}
	return NULL;
}

void
bundle_free(struct bundle *bundle)
{
	for (size_t i = 0; i < bundle->count; i++) {
		free(bundle->files[i].name);
		free(bundle->files[i].path);
		free(bundle->files[i].text);
	}
	free(bundle->files);
}
