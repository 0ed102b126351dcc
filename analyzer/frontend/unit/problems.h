/* Reports to the user about source that cannot be modelled. */
#ifndef GPULINT_FRONTEND_UNIT_PROBLEMS_H
#define GPULINT_FRONTEND_UNIT_PROBLEMS_H

#include "frontend/unit/lower.h"

/* Reports a problem of the source. The number of problems is limited, and each is reported once. */
void frontend_add_problem(struct lower *l, struct ir_loc loc, const char *message);
/* Reports once that a construct is not modelled, unless the compiler has rejected code on its line. */
void frontend_add_left_out(struct lower *l, struct ir_loc loc, const char *message);
/* The first error inside a cursor's extent; NULL: none. */
const struct lower_error *frontend_errors_in(struct lower *l, CXCursor cursor);
/* The first error in [start, end) of a file; NULL: none. */
const struct lower_error *frontend_errors_between(struct lower *l, size_t file, unsigned start, unsigned end);
/* The message of the first error on a line, or in an instantiation that the line causes; NULL: none. */
const char *frontend_error_from(struct lower *l, struct ir_loc line);

#endif
