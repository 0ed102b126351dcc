/* The texts of the files of a run. Each file is read once. So the analysis and every report see the same bytes, even if
 * the file is a pipe or is edited meanwhile. Not thread-safe; a text does not change once it was read. */
#ifndef GPULINT_CLI_REPORT_SOURCE_H
#define GPULINT_CLI_REPORT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct source {
	char *path;
	char *text; /* `length` bytes and a terminating 0; NULL: the file could not be read */
	size_t length;
	char *error;         /* why it could not be read; NULL: it could */
	size_t *line_starts; /* built when a line is first requested */
	size_t line_count;
};

struct sources {
	struct source **items;
	size_t count, capacity;
};

/* A line without its line break; text NULL: there is no such line. */
struct source_line {
	const char *text;
	size_t length;
};

/* The file's text, read from disk on first use. Never NULL; see `error`. */
struct source *sources_open(struct sources *sources, const char *path);
/* The same for the text on standard input, which is reported as `path`. */
struct source *sources_open_stdin(struct sources *sources, const char *path);
void sources_free(struct sources *sources);

/* Lines count from 1. */
struct source_line source_line(struct source *source, uint32_t line);
/* From this line to the end of the file. */
struct source_line source_from(struct source *source, uint32_t line);

#endif
