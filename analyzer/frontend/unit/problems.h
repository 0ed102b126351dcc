/* What the user is told of a source that cannot be followed. */
#ifndef GPULINT_FRONTEND_UNIT_PROBLEMS_H
#define GPULINT_FRONTEND_UNIT_PROBLEMS_H

#include "frontend/unit/lower.h"

/* Tells the user of a problem of the source; of very many only the first. */
void frontend_add_problem(struct lower *l, struct ir_loc loc, const char *message);
/* Tells the user once of a part of the source that is not followed, where the compiler has not rejected it. */
void frontend_add_left_out(struct lower *l, struct ir_loc loc, const char *message);
/* The first error inside a cursor's extent; NULL: none. */
const struct lower_error *frontend_errors_in(struct lower *l, CXCursor cursor);
/* The same of a stretch of a file's text. */
const struct lower_error *frontend_errors_between(struct lower *l, size_t file, unsigned start, unsigned end);
/* The message of the first error on a line or in what it has the compiler instantiate; NULL: none. */
const char *frontend_error_from(struct lower *l, struct ir_loc line);

#endif
