/* What is to be said of files besides what the front end says of them. */
#ifndef GPULINT_CLI_FILE_NOTES_H
#define GPULINT_CLI_FILE_NOTES_H

#include "cli/analysis.h"

/* Says of a file's flags what its user may not expect: whose they are, and which are missing. */
void file_notes_flags(struct analysis *analysis, const char *file, const struct file_flags *flags);
/* Of a parsed file whose flags have the compiler optimise less than is predicted. */
void file_notes_unoptimised(struct analysis *analysis, const struct ir_unit *unit);
/* Of a file beside those given, which names what they define. */
void file_notes_left_out(struct analysis *analysis, const char *file, const char *left_out);
/* Puts what is to be said of the files before what the front end says of them. */
void file_notes_report(const struct analysis *analysis, struct facts *facts);

#endif
