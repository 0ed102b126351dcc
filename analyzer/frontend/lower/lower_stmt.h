/* Statements. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_STMT_H
#define GPULINT_FRONTEND_LOWER_LOWER_STMT_H

#include "frontend/unit/lower.h"

void stmt_lower(struct lower *l, CXCursor cursor);
/* A statement on its own, as a block of what it takes. */
const struct ir_stmt *stmt_block(struct lower *l, CXCursor cursor);

#endif
