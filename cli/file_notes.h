/* Notes on files in addition to the front end's problems. */
#ifndef GPULINT_CLI_FILE_NOTES_H
#define GPULINT_CLI_FILE_NOTES_H

#include "cli/analysis.h"

/* Notes on a file's flags that may surprise the user: which entry they are from, and which are missing. */
void file_notes_flags(struct analysis *analysis, const char *file, const struct file_flags *flags);
/* For a parsed file whose flags make the compiler optimize less than predicted. */
void file_notes_unoptimised(struct analysis *analysis, const struct ir_unit *unit);
/* For a file next to the given ones that names what they define, but was not read. */
void file_notes_left_out(struct analysis *analysis, const char *file, const char *left_out);
/* Of the file in which it stands, if that was given, else of the first one. */
void file_notes_add(struct analysis *analysis, struct file_problem problem);
/* Puts the notes on the files before the other problems. */
void file_notes_report(struct analysis *analysis, struct facts *facts);

#endif
