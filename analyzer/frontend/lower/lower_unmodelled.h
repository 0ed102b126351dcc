/* What is left out, and what that is called. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_UNMODELLED_H
#define GPULINT_FRONTEND_LOWER_LOWER_UNMODELLED_H

#include "frontend/unit/lower.h"

/* Leaves a statement out, and forgets the variables that it names. */
void unmodelled_lower(struct lower *l, CXCursor cursor, const char *what);
/* What a user calls a kind of expression or statement. */
const char *unmodelled_name(enum CXCursorKind kind);

#endif
