/* From instructions to source lines: where each instruction comes from, and a launch's totals by line, space and kind. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LINES_H
#define GPULINT_RUNTIME_CHECK_RUN_LINES_H

#include <jansson.h>

#include "metrics.h"

struct cubin {
	const uint8_t *bytes;
	size_t size;
};

/* `lines` and, where wanted, `records` of docs/result.schema.json. File names are those of the source's files where they
 * are one of them. */
json_t *lines_json(const struct metrics *metrics, const struct metric_record *records, size_t count,
                   const struct cubin *cubin, const struct source_job *source, json_t *records_out);

#endif
