/* Reads a job's document, and keeps the first error and its place. Each function that reads returns whether the
 * document is valid so far. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JOB_READER_H
#define GPULINT_RUNTIME_CHECK_RUN_JOB_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"

/* `path` is the place in the document, for messages: "kernels[2].launches[0]". */
struct job_reader {
	struct job *job;
	const char *path;
	const char *error; /* the first error */
};

/* Always returns false, so that callers can return its result. */
bool job_fail(struct job_reader *reader, const char *message);
bool job_fail_unpack(struct job_reader *reader, const json_error_t *error);
/* The reader for a member, or an item of it. */
struct job_reader job_below(const struct job_reader *reader, const char *member, size_t index);
/* Takes over the inner reader's error. */
bool job_merge(struct job_reader *reader, const struct job_reader *inner);

/* Whether a member's value is in [least, most]. */
bool job_is_within(struct job_reader *reader, const char *member, json_int_t value, json_int_t least, json_int_t most);

/* Whether `list` is an array or absent. */
bool job_is_list(struct job_reader *reader, const json_t *list, const char *member);
typedef bool job_read_item(struct job_reader *reader, json_t *value, void *item);
/* Reads each item of an optional array into a new array of `item_size`. */
bool job_read_list(struct job_reader *reader, json_t *list, const char *member, job_read_item *read, size_t item_size,
                   void *items, size_t *count);
/* `item` is a const char ** or a struct extent *. */
bool job_read_string(struct job_reader *reader, json_t *value, void *item);
bool job_read_extent(struct job_reader *reader, json_t *value, void *item);
/* Decodes base64. */
bool job_read_bytes(struct job_reader *reader, const char *text, uint8_t **bytes, size_t *count);

#endif
