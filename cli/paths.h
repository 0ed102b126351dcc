/* The paths of the command line: whether they make sense together, before anything is read or written. */
#ifndef GPULINT_CLI_PATHS_H
#define GPULINT_CLI_PATHS_H

#include <stdbool.h>

#include "cli/options.h"

/* Whether it stands for standard input. */
bool path_is_stdin(const char *path);
bool paths_name_stdin(const char *const *paths, size_t count);

/* The files to be read, each once: the operands, less those that are another under a second name. False, after a message,
 * when there are none, or when they do not go with the options. */
bool paths_choose(struct words *chosen, struct arena *arena, const struct options *options, const char *const *paths,
                  size_t count);

/* Whether the file that the option says is to be written is none of those that are read: false, after a message, if it is one.
 * NULL is none. */
bool paths_spare(const char *option, const char *written, const char *const *read, size_t count);

/* The same of a program that is to be run, as a shell finds it. */
bool paths_spare_program(struct arena *arena, const char *option, const char *written, const char *program);

/* Whether the file can be written, as far as that shows beforehand: false, after a message, if it cannot. NULL is none. */
bool paths_can_write(struct arena *arena, const char *path);

#endif
