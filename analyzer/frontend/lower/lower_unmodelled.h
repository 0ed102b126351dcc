/* Constructs that are not modelled, and their names in messages. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_UNMODELLED_H
#define GPULINT_FRONTEND_LOWER_LOWER_UNMODELLED_H

#include "frontend/unit/lower.h"

/* Leaves a statement out. The variables that it names become unknown. */
void unmodelled_lower(struct lower *l, CXCursor cursor, const char *what);
/* The name of a kind of expression or statement in messages. */
const char *unmodelled_name(enum CXCursorKind kind);

#endif
