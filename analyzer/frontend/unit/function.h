/* Functions as their cursors show them. */
#ifndef GPULINT_FRONTEND_UNIT_FUNCTION_H
#define GPULINT_FRONTEND_UNIT_FUNCTION_H

#include "frontend/unit/lower.h"

/* Of a function or a template of one: whether it is __global__. */
bool func_is_kernel(CXCursor cursor);
/* Of a function or a template of one: with the namespaces and classes that it is in. */
const char *func_qualified_name(struct lower *l, CXCursor cursor, const char *name);
/* And where: its name, to the line in which the definition ends. */
struct ir_loc func_loc(struct lower *l, CXCursor cursor);
/* The statement that is its body; null cursor: none. */
CXCursor func_body(CXCursor function);
/* Whether the source has a body for it, and the cursor whose child that is (may be NULL). */
bool func_has_body(CXCursor cursor, CXCursor *definition);
/* Whether its body is there, with nothing in it. */
bool func_is_empty(CXCursor function);

#endif
