/* What verify, job and merge have in common: from the files to what is to be measured, and from what was to the report. */
#ifndef GPULINT_CLI_MEASURING_H
#define GPULINT_CLI_MEASURING_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/analysis.h"
#include "runtime_check/verify.h"

struct measuring {
	struct analysis analysis;
	struct verify_options verify;
	struct compile_command *sources; /* one a file given */
	char **input_files;              /* one an input, which its array lies in */
	struct arena arena;
};

/* Reads the inputs and the files, and predicts. False, after a message: that could not begin. measuring_free in any case. */
bool measuring_begin(struct measuring *measuring, const struct options *options, const char *const *paths,
                     size_t count);
/* Tells the inputs that no launch has a buffer for, once it has been planned what is measured. */
void measuring_check_inputs(struct measuring *measuring);
/* Writes the report; `measured`: there is a result. */
enum exit_code measuring_report(struct measuring *measuring, const struct options *options, bool measured);
void measuring_free(struct measuring *measuring);

#endif
