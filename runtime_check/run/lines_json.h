/* A launch's lines as the worker's result has them. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LINES_JSON_H
#define GPULINT_RUNTIME_CHECK_RUN_LINES_JSON_H

#include <jansson.h>

#include "job.h"
#include "lines.h"

/* The name of the source's file that a path of the debug information means; NULL: it is none of them. */
const char *lines_file_name(const struct source_job *source, const char *path);

/* `lines` and, where wanted, `records` of docs/result.schema.json. File names are those of the source's files where they
 * are one of them; what the toolkit's headers load and store is told on the line of the call. */
json_t *lines_json(const struct metrics *metrics, const struct metric_record *records, size_t count,
                   const struct cubin *cubin, const struct source_job *source, json_t *records_out);

#endif
