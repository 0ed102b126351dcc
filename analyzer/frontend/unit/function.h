/* Properties of functions, read from their cursors. */
#ifndef GPULINT_FRONTEND_UNIT_FUNCTION_H
#define GPULINT_FRONTEND_UNIT_FUNCTION_H

#include "frontend/unit/lower.h"

/* Whether a function or function template is __global__. */
bool func_is_kernel(CXCursor cursor);
/* The name of a function or function template, with its namespaces and classes. */
const char *func_qualified_name(struct lower *l, CXCursor cursor, const char *name);
/* The location from the function's name to the line on which its definition ends. */
struct ir_loc func_loc(struct lower *l, CXCursor cursor);
/* The compound statement of the function's body. Null cursor: none. */
CXCursor func_body(CXCursor function);
/* Whether the source has a body for the function. *definition (may be NULL): the cursor whose child the body is. */
bool func_has_body(CXCursor cursor, CXCursor *definition);
/* Whether the function has a body without statements. */
bool func_is_empty(CXCursor function);

#endif
