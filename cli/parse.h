/* Parsing of several files at a time. */
#ifndef GPULINT_CLI_PARSE_H
#define GPULINT_CLI_PARSE_H

#include <stddef.h>

#include "cli/project.h"
#include "frontend/frontend.h"

struct parse_job {
	const char *path;
	struct frontend_options options;
	const struct project *project;
	const char *error;    /* why the file could not be read, else NULL: the unit becomes a failed one */
	struct ir_unit *unit; /* the result goes there */
};

/* Runs all jobs, `threads` at a time; and, when these are over, those again one by one that were given up for their memory. */
void parse_all(struct parse_job *jobs, size_t count, unsigned threads);

#endif
