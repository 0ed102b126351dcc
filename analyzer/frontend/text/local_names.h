/* Names that mean something only where they are written: parameters of the template around them, members of the class,
 * variables of the function. */
#ifndef GPULINT_FRONTEND_TEXT_LOCAL_NAMES_H
#define GPULINT_FRONTEND_TEXT_LOCAL_NAMES_H

#include "frontend/lower/lower.h"

/* Whether the template arguments, which are written at that offset of l->files[file], name what a function, a class or a template
 * around that place declares. */
bool local_names_in(struct lower *l, size_t file, unsigned offset, const char *arguments);

#endif
