/* Running gpulint-run, here or through any command that carries standard input and output to where it is. */
#ifndef GPULINT_RUNTIME_CHECK_RUNNER_H
#define GPULINT_RUNTIME_CHECK_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

/* Gives `input` to the command and returns what it wrote, for the caller to free; its standard error is ours. `command` is
 * for the shell; NULL: the gpulint-run beside this executable, or on the path. NULL on failure, with *error for the caller
 * to free. After `seconds`, or when a signal ends us, all that it started is ended; it has no terminal to ask at. */
char *runner_run(const char *command, const char *input, size_t length, double seconds, size_t *output_length,
                 char **error);

#endif
