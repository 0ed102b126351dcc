/* Parses several files at a time. */
#ifndef GPULINT_CLI_PARSE_H
#define GPULINT_CLI_PARSE_H

#include <stddef.h>

#include "cli/project.h"
#include "frontend/frontend.h"

struct parse_job {
	const char *path;
	struct frontend_options options;
	const struct project *project;
	const char *error;    /* why the file could not be read, which makes the unit a failed one; NULL: it could */
	struct ir_unit *unit; /* destination of the result */
};

/* Runs all jobs, `threads` at a time. Then it repeats, one by one, those that ran out of memory. */
void parse_all(struct parse_job *jobs, size_t count, unsigned threads);

#endif
