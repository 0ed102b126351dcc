/* Launches whose shape stands in braces alone, `kernel<<<{4, 16}, {32, 1}>>>(…)`: nvcc takes these for what a dim3 is made of,
 * and libclang expects an expression. */
#ifndef GPULINT_FRONTEND_TEXT_LISTED_LAUNCH_H
#define GPULINT_FRONTEND_TEXT_LISTED_LAUNCH_H

#include <stddef.h>

/* The built-in header, an empty one, in whose place the names come. */
#define LISTED_LAUNCH_HEADER "gpulint/listed_launch.h"

/* Writes in place of such braces names that are not longer, so that all other places in the text stay what they were, and
 * yields what should stand in that header for it: macros of these names. On the heap; NULL: there are no such braces. What
 * stands in directives of the preprocessor is left alone, for there it may be made of a macro's parameters. */
char *listed_launch_name(char *text, size_t length);

#endif
