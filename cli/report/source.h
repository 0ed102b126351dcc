/* The texts of the files that a run reads, each read once: the analysis and every report see the same bytes, also when
 * the file is a pipe or is edited meanwhile. Not thread-safe; a text that has been read does not change. */
#ifndef GPULINT_CLI_REPORT_SOURCE_H
#define GPULINT_CLI_REPORT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct source {
	char *path;
	char *text; /* `length` bytes and a closing 0; NULL when the file could not be read */
	size_t length;
	char *error;         /* why it could not be read; NULL: it could */
	size_t *line_starts; /* made when a line is first asked for */
	size_t line_count;
};

struct sources {
	struct source **items;
	size_t count, capacity;
};

/* A line without its line break; text NULL when there is no such line. */
struct source_line {
	const char *text;
	size_t length;
};

/* The file's text, from the disk when it is asked for the first time. Never NULL; see `error`. */
struct source *sources_open(struct sources *sources, const char *path);
/* The same, for what stands on standard input and is to be known as `path`. */
struct source *sources_open_stdin(struct sources *sources, const char *path);
void sources_free(struct sources *sources);

/* Lines count from 1. */
struct source_line source_line(struct source *source, uint32_t line);
/* From there to the end of the file. */
struct source_line source_from(struct source *source, uint32_t line);

#endif
