#ifndef GPULINT_FRONTEND_LOWER_LOWER_STMT_H
#define GPULINT_FRONTEND_LOWER_LOWER_STMT_H

#include "frontend/unit/lower.h"

void stmt_lower(struct lower *l, CXCursor cursor);
/* Lowers a single statement as a block. */
const struct ir_stmt *stmt_block(struct lower *l, CXCursor cursor);

#endif
