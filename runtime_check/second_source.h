/* A source of a job with some places of it written otherwise. */
#ifndef GPULINT_RUNTIME_CHECK_SECOND_SOURCE_H
#define GPULINT_RUNTIME_CHECK_SECOND_SOURCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "codegen/source/includes.h"
#include "model/facts.h"

struct edit {
	size_t file;       /* of the bundle */
	size_t begin, end; /* bytes of the text that the job has of it */
	const char *text;
};

/* The job's text of the file. */
const char *second_source_text(const json_t *source, size_t file);

/* Finds the place in the source; false: it is in no file of the bundle, or not within one line. */
bool second_source_find(const json_t *source, const struct bundle *bundle, const struct place *place,
                        struct edit *edit);

/* Whether the expression begins or ends with a macro that the source, one of its headers or an option defines: what that stands
 * for may go on beyond the expression. */
bool second_source_is_of_macro(const json_t *source, const char *expression);

/* Compares edits by file and place, for qsort; of structs that begin with one, by it. */
int edit_compare(const void *left, const void *right);

/* By file and place, of which none is part of another. */
struct edits {
	struct edit *items;
	size_t count;
};

/* What a second source has otherwise. */
struct second_source {
	struct edits edits;
	const char *macro; /* that is defined; NULL: none */
};

/* A copy of that id, with second_header.h's header included. */
json_t *second_source_make(const json_t *source, const char *id, const struct second_source *made);

/* The file of the bundle in which a kernel of that source is defined. */
size_t second_source_definition(const json_t *source, const json_t *kernel);

/* The kernel's extent after the edits; NULL: it has none. */
json_t *second_source_extent(const json_t *source, const json_t *kernel, struct edits edits);

#endif
