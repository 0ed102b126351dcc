/* Finds the error that explains why the compiler rejected something. The first error is often only a consequence of
 * another one. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CAUSE_H
#define GPULINT_RUNTIME_CHECK_RUN_CAUSE_H

#include "repair.h"

/* From a non-empty list of errors about one thing, in the log's order: the error that is not a consequence of
 * another. */
const struct log_error *cause_choose(const struct log_error *const *errors, size_t count);

/* The same for the errors of one line, from `first` on. */
const struct log_error *cause_in_line(const struct compiler_log *log, const struct log_error *first);

/* Name expressions are in a generated file after the source. Each is in a pragma of its own, which the log shows below
 * the error. */
#define CAUSE_NAME_PRAGMA "#pragma nv_mangled_name "
bool cause_is_about_name(const struct log_error *error);

/* For an error about a name expression: if the name is unknown because the source could not be read to its end, the
 * error that caused this. */
const struct log_error *cause_of_name(const struct compiler_log *log, const struct log_error *error);

/* If the error mentions a removed declaration, the error for which that was removed, and so on; otherwise the error
 * itself. */
const struct log_error *cause_of(const struct compilation *compilation, const struct log_error *error);

/* The error's message. It also names the emptied header that may declare the missing name, or says that the name
 * belongs to a library (device_runtime.h). If the message only says that a declaration was not understood, it also
 * names what was removed directly before it. */
const char *cause_text(struct compilation *compilation, const struct log_error *error);

#endif
