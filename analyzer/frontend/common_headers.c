#include "frontend/common_headers.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/text/headers.h"
#include "support/path.h"

enum {
	STRING = 1,
	STREAMS = 2,
	VECTOR = 4,
	ALGORITHM = 8,
	SMALL_FLOAT = 16,
	FRAGMENTS = 32,
	THRUST = 64,
	CUB = 128,
	ALL = STRING | STREAMS | VECTOR | ALGORITHM | SMALL_FLOAT | FRAGMENTS | THRUST | CUB,
	MOST_FILES = 200,
	MOST_BYTES = 8 << 20
};

/* A header that another one includes is not requested separately. Only headers that hide the program's macros can be
 * requested; all of Thrust's and of CUB's include one that does not. */
static const struct {
	const char *name, *requested;
	unsigned own, included;
} common_headers[] = {
	{"string", "string", STRING, ALGORITHM},
	{"iostream", "iostream", STREAMS, STRING | ALGORITHM},
	{"fstream", "fstream", STREAMS, STRING | ALGORITHM},
	{"sstream", "sstream", STREAMS, STRING | ALGORITHM},
	{"vector", "vector", VECTOR, ALGORITHM},
	{"algorithm", "algorithm", ALGORITHM, 0},
	{"cuda_fp16.h", "cuda_fp16.h", SMALL_FLOAT, 0},
	{"mma.h", "mma.h", FRAGMENTS, SMALL_FLOAT},
	{"gpulint/thrust_core.h", "thrust/device_vector.h", THRUST, STRING | VECTOR | ALGORITHM},
	{"gpulint/cub_core.h", "cub/cub.cuh", CUB, STRING | VECTOR | ALGORITHM | SMALL_FLOAT | THRUST},
};
static const size_t common_count = sizeof common_headers / sizeof *common_headers;

struct scan {
	struct arena *arena;
	const struct flags *flags;
	const char *paths[MOST_FILES]; /* the files that are included, without duplicates */
	size_t count;
	int64_t bytes; /* total size of the files that were read */
	bool *is_read; /* of each built-in header */
	unsigned found;
	unsigned configured; /* headers that depend on macros which the files define */
};

static void read_includes(struct scan *scan, const char *path, const char *text);

/* Adds the file to the scan; false: it does not exist. */
static bool
note_file(struct scan *scan, const char *folder, size_t length, const char *name)
{
	const char *path = *name == '/' ? name : arena_printf(scan->arena, "%.*s%s", (int)length, folder, name);
	struct stat status;
	for (size_t i = 0; i < scan->count; i++)
		if (strcmp(scan->paths[i], path) == 0)
			return true;
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return false;
	if (scan->count < MOST_FILES)
		scan->paths[scan->count++] = path;
	return true;
}

/* Searches the include folders that precede the built-in headers. */
static bool
note_in_folders(struct scan *scan, const char *name, bool is_quoted)
{
	const struct flags *flags = scan->flags;
	for (size_t i = 0; i + 1 < flags->count; i++) {
		const bool counts =
			strcmp(flags->items[i], "-I") == 0 || (is_quoted && strcmp(flags->items[i], "-iquote") == 0);
		const char *folder = counts ? arena_printf(scan->arena, "%s/", flags->items[i + 1]) : NULL;
		if (folder && note_file(scan, folder, strlen(folder), name))
			return true;
	}
	return false;
}

/* A common header, or another built-in header that may include some. */
static void
note_built_in(struct scan *scan, const char *name)
{
	for (size_t i = 0; i < common_count; i++)
		if (strcmp(common_headers[i].name, name) == 0) {
			scan->found |= common_headers[i].own;
			return;
		}
	for (size_t i = 0; i < frontend_header_count; i++)
		if (!scan->is_read[i] && strcmp(frontend_headers[i].name, name) == 0) {
			scan->is_read[i] = true;
			read_includes(scan, NULL, frontend_headers[i].text);
		}
}

/* includer: NULL: a built-in header, which includes only others. */
static void
note_include(struct scan *scan, const char *includer, const char *name, bool is_quoted)
{
	const char *slash = includer ? strrchr(includer, '/') : NULL;
	const size_t length = slash ? (size_t)(slash + 1 - includer) : 0;
	const bool is_a_file = includer && ((is_quoted && note_file(scan, includer, length, name)) ||
	                                    note_in_folders(scan, name, is_quoted));
	if (!is_a_file)
		note_built_in(scan, name);
}

static const char *
skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

/* The start of the next line, or the end of the text. *in_comment: whether the next line begins in a comment. */
static const char *
skip_line(const char *at, bool *in_comment)
{
	char quote = 0;
	for (; *at && *at != '\n'; at++) {
		if (*in_comment) {
			*in_comment = !(at[0] == '*' && at[1] == '/');
			at += !*in_comment;
		} else if (quote) {
			quote = *at == quote ? 0 : quote;
			at += *at == '\\' && at[1];
		} else if (at[0] == '/' && at[1] == '/') {
			return at + strcspn(at, "\n") + (strchr(at, '\n') != NULL);
		} else if (at[0] == '/' && at[1] == '*') {
			*in_comment = true;
			at++;
		} else if (*at == '"' || *at == '\'') {
			quote = *at;
		}
	}
	return at + (*at == '\n');
}

static bool
is_word(const char *at, const char *word)
{
	const size_t length = strlen(word);
	return !strncmp(at, word, length) && !strchr("abcdefghijklmnopqrstuvwxyz_", at[length]);
}

/* `at`: the directive after its '#', at the word `include`. */
static void
read_include(struct scan *scan, const char *path, const char *at)
{
	at = skip_blanks(at + strlen("include"));
	const char end = *at == '<' ? '>' : '"', *const ends = *at == '<' ? ">\n" : "\"\n";
	const size_t length = *at == '<' || *at == '"' ? strcspn(at + 1, ends) : 0;
	if (length && length < PATH_MAX && at[length + 1] == end)
		note_include(scan, path, arena_strndup(scan->arena, at + 1, length), *at == '"');
}

/* path: NULL: a built-in header. Only unconditional includes count. A header's own include guard is no condition. */
static void
read_includes(struct scan *scan, const char *path, const char *text)
{
	unsigned depth = 0, directives = 0;
	bool in_comment = false;
	if (path && strstr(text, "__CUDA_NO_"))
		scan->configured |= SMALL_FLOAT | FRAGMENTS | CUB;
	for (const char *line = text; *line;) {
		const char *at = skip_blanks(line);
		const bool is_directive = !in_comment && *at == '#';
		at = is_directive ? skip_blanks(at + 1) : at;
		if (is_directive && !strncmp(at, "if", 2))
			depth += directives > 0 || !is_word(at, "ifndef");
		else if (is_directive && is_word(at, "endif"))
			depth -= depth > 0;
		else if (is_directive && !depth && is_word(at, "include"))
			read_include(scan, path, at);
		directives += is_directive;
		line = skip_line(line, &in_comment);
	}
}

const char *
common_headers_of(struct arena *arena, const char *path, const char *text, const struct flags *flags)
{
	struct scan scan = {
		.arena = arena, .flags = flags, .is_read = arena_new_array(arena, bool, frontend_header_count)};
	read_includes(&scan, path, text);
	for (size_t i = 0; i < scan.count && (scan.found | scan.configured) != ALL; i++) {
		size_t length;
		char *header = path_read(scan.paths[i], MOST_BYTES - scan.bytes, &length);
		if (!header)
			continue;
		scan.bytes += (int64_t)length;
		read_includes(&scan, scan.paths[i], header);
		free(header);
	}
	const char *lines = "";
	scan.found &= ~scan.configured;
	for (size_t i = 0; i < common_count; i++)
		if (scan.found & common_headers[i].own)
			scan.found &= ~common_headers[i].included;
	for (size_t i = 0; i < common_count; i++)
		if (scan.found & common_headers[i].own)
			lines = arena_printf(arena, "%s#include <" FRONTEND_HEADER_ROOT "/%s>\n", lines,
			                     common_headers[i].requested);
	return lines;
}
