/* Calls. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_CALL_H
#define GPULINT_FRONTEND_LOWER_LOWER_CALL_H

#include "frontend/lower/lower.h"

const struct ir_expr *call_lower(struct lower *l, CXCursor cursor);
/* Of a copy that compilers leave out, `T` of `T({1, 2})`, what would be copied, which is made in its place; null cursor: it is
 * another call. libclang does not name a constructor for it. */
CXCursor call_left_out(CXCursor call);
bool call_yields_reference(struct lower *l, CXCursor cursor);
/* Arguments of a call of `callee` (a function, method or constructor cursor) from index `first` of the call's. */
void call_arguments(struct lower *l, CXCursor call, CXCursor callee, unsigned first, struct lower_effects *args);
/* A call of a function or method, without looking it up; the object is the first argument. */
const struct ir_expr *call_known(struct lower *l, CXCursor callee, const struct lower_effects *args, struct ir_loc loc);
/* One argument for a parameter of that type. */
const struct ir_expr *call_argument(struct lower *l, CXCursor argument, CXType parameter);
/* The address of a record that is copied anyway: skips a trivial copy of it. */
const struct ir_expr *call_record_source(struct lower *l, CXCursor cursor);

#endif
