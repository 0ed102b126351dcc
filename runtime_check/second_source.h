/* Rewrites parts of a job's source. */
#ifndef GPULINT_RUNTIME_CHECK_SECOND_SOURCE_H
#define GPULINT_RUNTIME_CHECK_SECOND_SOURCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "codegen/source/includes.h"
#include "model/facts.h"

struct edit {
	size_t file;       /* index in the bundle */
	size_t begin, end; /* bytes of the file's text in the job */
	const char *text;
};

/* The file's text in the job. */
const char *second_source_text(const json_t *source, size_t file);

/* Finds the place in the source. False: it is in no file of the bundle, or spans several lines. */
bool second_source_find(const json_t *source, const struct bundle *bundle, const struct place *place,
                        struct edit *edit);

/* Whether the expression begins or ends with a macro that the source, a header or an option defines. Its expansion may
 * extend beyond the expression. */
bool second_source_is_of_macro(const json_t *source, const char *expression);

/* Compares edits by file and place, for qsort. Also for structs whose first member is an edit. */
int edit_compare(const void *left, const void *right);

/* Sorted by file and place, without overlaps. */
struct edits {
	struct edit *items;
	size_t count;
};

/* The changes of a rewritten source. */
struct second_source {
	struct edits edits;
	const char *macro; /* macro to define; NULL: none */
};

/* A copy with this id, which includes second_header.h's header. */
json_t *second_source_make(const json_t *source, const char *id, const struct second_source *made);

/* The bundle's file that defines the kernel. */
size_t second_source_definition(const json_t *source, const json_t *kernel);

/* The kernel's extent after the edits; NULL: it has none. */
json_t *second_source_extent(const json_t *source, const json_t *kernel, struct edits edits);

#endif
