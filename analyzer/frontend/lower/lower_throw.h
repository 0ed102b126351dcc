/* Exceptions. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_THROW_H
#define GPULINT_FRONTEND_LOWER_LOWER_THROW_H

#include "frontend/lower/lower.h"

void throw_try(struct lower *l, CXCursor cursor);
void throw_statement(struct lower *l, CXCursor cursor);
/* A throw within an expression. */
const struct ir_expr *throw_value(struct lower *l, CXCursor cursor);

#endif
