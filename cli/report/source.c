#include "cli/report/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/allocate.h"

/* The size limit is far above any source file, and far below what the compiler cannot handle. PIPE_PATIENCE, in
 * milliseconds, is longer than any pause of a pipe's writer. */
enum { LARGEST_FILE = 64 * 1024 * 1024, PIPE_PATIENCE = 10 * 1000, ANY_PATIENCE = -1 };

static bool
is_utf16(const struct source *source)
{
	return source->length >= 2 && (!memcmp(source->text, "\xff\xfe", 2) || !memcmp(source->text, "\xfe\xff", 2));
}

/* Reads up to the end, an error, or more than LARGEST_FILE. poll does not return for a pipe that no process has opened
 * for writing, and so waits for a writer. */
static const char *
read_bytes(struct source *source, int descriptor, int patience)
{
	size_t capacity = 0;
	struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
	while (source->length <= LARGEST_FILE) {
		source->text = memory_grow(source->text, &capacity, source->length + 64 * 1024 + 1, 1);
		const int ready = poll(&waiting, 1, patience);
		if (!ready)
			return "a pipe without a writer";
		const ssize_t got =
			ready < 0 ? -1 : read(descriptor, source->text + source->length, capacity - source->length - 1);
		if (got < 0 && errno != EINTR && errno != EAGAIN)
			return strerror(errno);
		if (!got)
			break;
		source->length += got > 0 ? (size_t)got : 0;
	}
	return NULL;
}

static void
read_all(struct source *source, int descriptor, int patience)
{
	const char *error = read_bytes(source, descriptor, patience);
	source->text[source->length] = '\0';
	if (error)
		source->error = memory_strdup(error);
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

/* Why the file cannot be read; NULL: it can. A shell's `gpulint <(command)` is a pipe. */
static const char *
unfit(int descriptor)
{
	struct stat status;
	if (fstat(descriptor, &status))
		return strerror(errno);
	if (S_ISDIR(status.st_mode))
		return strerror(EISDIR);
	return S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) ? NULL : "neither a regular file nor a pipe";
}

static void
read_disk(struct source *source)
{
	/* O_NONBLOCK: opening a pipe does not wait for its writer. */
	const int descriptor = open(source->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const char *error = descriptor < 0 ? strerror(errno) : unfit(descriptor);
	if (error)
		source->error = memory_strdup(error);
	else
		read_all(source, descriptor, PIPE_PATIENCE);
	if (descriptor >= 0)
		close(descriptor);
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
		read_all(source, STDIN_FILENO, ANY_PATIENCE);
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

/* Whether the line exists. */
static bool
has_line(struct source *source, uint32_t line)
{
	if (source->text && !source->line_starts)
		index_lines(source);
	return line && line <= source->line_count;
}

struct source_line
source_from(struct source *source, uint32_t line)
{
	if (!has_line(source, line))
		return (struct source_line){0};
	const size_t start = source->line_starts[line - 1];
	return (struct source_line){source->text + start, source->length - start};
}

struct source_line
source_line(struct source *source, uint32_t line)
{
	if (!has_line(source, line))
		return (struct source_line){0};
	const size_t start = source->line_starts[line - 1];
	size_t end = line < source->line_count ? source->line_starts[line] - 1 : source->length;
	if (end > start && source->text[end - 1] == '\r')
		end--;
	return (struct source_line){source->text + start, end - start};
}
