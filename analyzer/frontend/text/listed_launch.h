/* Launches whose shape is a braced list, `kernel<<<{4, 16}, {32, 1}>>>(…)`. nvcc accepts such a list as the initialiser
 * of a dim3; libclang expects an expression. */
#ifndef GPULINT_FRONTEND_TEXT_LISTED_LAUNCH_H
#define GPULINT_FRONTEND_TEXT_LISTED_LAUNCH_H

#include <stddef.h>

/* The built-in header, empty by default, that receives the names. */
#define LISTED_LAUNCH_HEADER "gpulint/listed_launch.h"

/* Replaces such lists by names that are no longer than they are, so that all other offsets in the text stay the same.
 * Returns the text of that header, which defines the names as macros. On the heap; NULL: there are no such lists. Lists
 * in preprocessor directives are left alone, because they may contain parameters of a macro. */
char *listed_launch_name(char *text, size_t length);

#endif
