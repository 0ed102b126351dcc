/* A launch's lines as the worker's result has them. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LINES_JSON_H
#define GPULINT_RUNTIME_CHECK_RUN_LINES_JSON_H

#include <jansson.h>

#include "job.h"
#include "lines.h"

/* `lines` and, where wanted, `records` of docs/result.schema.json. File names are those of the source's files where they
 * are one of them. */
json_t *lines_json(const struct metrics *metrics, const struct metric_record *records, size_t count,
                   const struct cubin *cubin, const struct source_job *source, json_t *records_out);

#endif
