/* Shared by verify, job and merge: from the files to what is to be measured, and from the measurement to the report. */
#ifndef GPULINT_CLI_MEASURING_H
#define GPULINT_CLI_MEASURING_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/analysis.h"
#include "runtime_check/verify.h"

struct measuring {
	struct analysis analysis;
	struct verify_options verify;
	struct compile_command *sources; /* one for each given file */
	char **input_files;              /* one for each input, whose array points into it */
	struct arena arena;
};

/* Reads the inputs and the files, and predicts. False, after a message: it could not begin. Call measuring_free in any
 * case. */
bool measuring_begin(struct measuring *measuring, const struct options *options, const char *const *paths,
                     size_t count);
/* Reports inputs for which no launch has a buffer. Call it after the measurement was planned. */
void measuring_check_inputs(struct measuring *measuring);
/* Writes the report. `measured`: there is a result. */
enum exit_code measuring_report(struct measuring *measuring, const struct options *options, bool measured);
void measuring_free(struct measuring *measuring);

#endif
