/* Functions. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_FUNC_H
#define GPULINT_FRONTEND_LOWER_LOWER_FUNC_H

#include "frontend/lower/lower.h"

struct ir_func *func_get(struct lower *l, CXCursor cursor);
/* Of a function or a template of one: with the namespaces and classes that it is in. */
const char *func_qualified_name(struct lower *l, CXCursor cursor, const char *name);
/* And where: its name, to the line in which the definition ends. */
struct ir_loc func_loc(struct lower *l, CXCursor cursor);
void func_run_queue(struct lower *l);
/* A function that only the compiler makes, without a body, of another's signature; *args: its parameters, to hand on. */
struct ir_func *func_make(struct lower *l, const struct ir_func *like, const char *link_name,
                          struct lower_effects *args);
/* The builtin that a call of the function is; IR_BUILTIN_COUNT: none. */
enum ir_builtin func_builtin(struct lower *l, const struct ir_func *func);
/* The statement that is its body; null cursor: none. */
CXCursor func_body(CXCursor function);
/* Whether its body is there, with nothing in it. */
bool func_is_empty(CXCursor function);
/* Whether the source has a body for it, and the cursor whose child that is (may be NULL). */
bool func_has_body(CXCursor cursor, CXCursor *definition);

#endif
