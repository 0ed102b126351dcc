/* Checks that the paths of the command line are consistent, before anything is read or written. */
#ifndef GPULINT_CLI_PATHS_H
#define GPULINT_CLI_PATHS_H

#include <stdbool.h>

#include "cli/options.h"

/* Whether the path stands for standard input. */
bool path_is_stdin(const char *path);
bool paths_name_stdin(const char *const *paths, size_t count);

/* The files to read, without duplicates under a second name. False, after a message: there are none, or they conflict
 * with the options. */
bool paths_choose(struct words *chosen, struct arena *arena, const struct options *options, const char *const *paths,
                  size_t count);

/* Whether the option's output file is not among the files that are read; false, after a message, if it is. NULL is no
 * file. */
bool paths_spare(const char *option, const char *written, const char *const *read, size_t count);

/* The same for a program to be run, as a shell finds it. */
bool paths_spare_program(struct arena *arena, const char *option, const char *written, const char *program);

/* Whether the file can be written, as far as is visible in advance; false, after a message: it cannot. NULL is no
 * file. */
bool paths_can_write(struct arena *arena, const char *path);

#endif
