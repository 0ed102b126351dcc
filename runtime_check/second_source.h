/* A source of a job with one place of it written otherwise. */
#ifndef GPULINT_RUNTIME_CHECK_SECOND_SOURCE_H
#define GPULINT_RUNTIME_CHECK_SECOND_SOURCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "model/facts.h"
#include "runtime_check/includes.h"

struct edit {
	size_t file;               /* of the bundle */
	size_t begin, end;         /* bytes of the text that the job has of it */
	const char *text;
};

/* The job's text of the file. */
const char *second_source_text(const json_t *source, size_t file);

/* Finds the place in the source; false: it is in no file of the bundle, or not within one line. */
bool second_source_find(const json_t *source, const struct bundle *bundle, const struct place *place, struct edit *edit);

/* A copy of that id, with relaid.h's header included and a macro (or NULL) defined. */
json_t *second_source_make(const json_t *source, const char *id, const struct edit *edit, const char *macro);

/* The extent, a kernel's in the source, after the edit. */
json_t *second_source_extent(const json_t *extent, const struct edit *edit);

#endif
