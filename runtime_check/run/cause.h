/* Why the compiler refused something, out of all that it says: the first error is often no more than what comes of another. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CAUSE_H
#define GPULINT_RUNTIME_CHECK_RUN_CAUSE_H

#include "repair.h"

/* Of errors about one thing, at least one, in the log's order: the one that is not what comes of another. */
const struct log_error *cause_choose(const struct log_error *const *errors, size_t count);

/* Of errors in one line: those from that one on. */
const struct log_error *cause_in_line(const struct compiler_log *log, const struct log_error *first);

/* Name expressions stand in a made-up file behind the source, one in a pragma of its own, which the log shows below the error. */
#define CAUSE_NAME_PRAGMA "#pragma nv_mangled_name "
bool cause_is_about_name(const struct log_error *error);

/* Of an error about a name expression: where the name is not known, and the source could not be read to its end, what that was. */
const struct log_error *cause_of_name(const struct compiler_log *log, const struct log_error *error);

/* What an error comes of that speaks of something that was taken out: what that was taken out for, and so on. Else the error. */
const struct log_error *cause_of(const struct compilation *compilation, const struct log_error *error);

/* The error's message: with the header that may declare the name it misses, if that became empty; or that the name is of a library
 * (device_runtime.h); or, where it says no more than that a declaration was not understood, with what was refused directly in
 * front of it. */
const char *cause_text(struct compilation *compilation, const struct log_error *error);

#endif
