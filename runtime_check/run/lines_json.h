/* A launch's lines in the form of the worker's result. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LINES_JSON_H
#define GPULINT_RUNTIME_CHECK_RUN_LINES_JSON_H

#include <jansson.h>

#include "job.h"
#include "lines.h"

/* The name of the source's file with this path in the debug information; NULL: it is none of them. */
const char *lines_file_name(const struct source_job *source, const char *path);

/* `lines` and, if wanted, `records` of docs/result.schema.json. Files of the source have their names in the job.
 * Accesses in the toolkit's headers are reported on the line of the call. */
json_t *lines_json(const struct metrics *metrics, const struct metric_record *records, size_t count,
                   const struct cubin *cubin, const struct source_job *source, json_t *records_out);

#endif
