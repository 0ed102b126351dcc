#include "cli/report/source.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/memory.h"

/* Far above any source file, far below what would trouble the compiler behind us. */
enum { LARGEST_FILE = 64 * 1024 * 1024 };

static bool
is_utf16(const struct source *source)
{
	return source->length >= 2 && (!memcmp(source->text, "\xff\xfe", 2) || !memcmp(source->text, "\xfe\xff", 2));
}

static void
read_all(struct source *source, FILE *file)
{
	size_t capacity = 0;
	for (;;) {
		source->text = memory_grow(source->text, &capacity, source->length + 64 * 1024 + 1, 1);
		const size_t got = fread(source->text + source->length, 1, capacity - source->length - 1, file);
		source->length += got;
		if (!got || source->length > LARGEST_FILE)
			break;
	}
	source->text[source->length] = '\0';
	if (ferror(file))
		source->error = memory_strdup(strerror(errno));
	else if (source->length > LARGEST_FILE)
		source->error = memory_strdup("larger than 64 MiB: not a source file");
	else if (is_utf16(source))
		source->error = memory_strdup("text in UTF-16: compilers read UTF-8");
	else if (memchr(source->text, '\0', source->length))
		source->error = memory_strdup("a binary file: it contains zero bytes");
	if (source->error) {
		free(source->text);
		source->text = NULL;
		source->length = 0;
	}
}

static void
read_disk(struct source *source)
{
	FILE *file = fopen(source->path, "rb");
	struct stat status;
	if (!file)
		source->error = memory_strdup(strerror(errno));
	else if (!fstat(fileno(file), &status) && S_ISDIR(status.st_mode))
		source->error = memory_strdup(strerror(EISDIR));
	else
		read_all(source, file);
	if (file)
		fclose(file);
}

static struct source *
find_source(const struct sources *sources, const char *path)
{
	for (size_t i = 0; i < sources->count; i++)
		if (!strcmp(sources->items[i]->path, path))
			return sources->items[i];
	return NULL;
}

static struct source *
add_source(struct sources *sources, const char *path)
{
	struct source *source = memory_zeroed(1, sizeof *source);
	source->path = memory_strdup(path);
	memory_push(sources->items, sources->count, sources->capacity, source);
	return source;
}

struct source *
sources_open(struct sources *sources, const char *path)
{
	struct source *source = find_source(sources, path);
	if (!source) {
		source = add_source(sources, path);
		read_disk(source);
	}
	return source;
}

struct source *
sources_open_stdin(struct sources *sources, const char *path)
{
	struct source *source = find_source(sources, path);
	if (!source) {
		source = add_source(sources, path);
		read_all(source, stdin);
	}
	return source;
}

void
sources_free(struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		struct source *source = sources->items[i];
		free(source->path);
		free(source->text);
		free(source->error);
		free(source->line_starts);
		free(source);
	}
	free(sources->items);
	*sources = (struct sources){0};
}

static void
index_lines(struct source *source)
{
	size_t capacity = 0;
	memory_push(source->line_starts, source->line_count, capacity, 0);
	for (size_t i = 0; i < source->length; i++)
		if (source->text[i] == '\n')
			memory_push(source->line_starts, source->line_count, capacity, i + 1);
}

struct source_line
source_line(struct source *source, uint32_t line)
{
	if (!source->text)
		return (struct source_line){0};
	if (!source->line_starts)
		index_lines(source);
	if (!line || line > source->line_count)
		return (struct source_line){0};
	const size_t start = source->line_starts[line - 1];
	size_t end = line < source->line_count ? source->line_starts[line] - 1 : source->length;
	if (end > start && source->text[end - 1] == '\r')
		end--;
	return (struct source_line){source->text + start, end - start};
}
