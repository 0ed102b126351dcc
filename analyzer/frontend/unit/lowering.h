/* The recursion of lowering: an expression may construct an object, whose class has initialisers, which are expressions; a
 * lambda in it has a body of statements. lower/ implements these entries, and classes/ calls them as well. */
#ifndef GPULINT_FRONTEND_UNIT_LOWERING_H
#define GPULINT_FRONTEND_UNIT_LOWERING_H

#include "frontend/unit/lower.h"

/* ---- expressions ---- */

const struct ir_expr *lower_value(struct lower *l, CXCursor cursor);
const struct ir_expr *lower_address(struct lower *l, CXCursor cursor);
/* Whether an expression designates an object that lives on, rather than a value. */
bool lower_is_glvalue(struct lower *l, CXCursor cursor);
/* The value, converted to the type; for what the source leaves without a cast (elements of initialiser lists). */
const struct ir_expr *lower_value_as(struct lower *l, CXCursor cursor, const struct ir_type *type);
const struct ir_expr *lower_this(struct lower *l, struct ir_loc loc);
/* The address of a temporary that holds a scalar. */
const struct ir_expr *lower_materialise(struct lower *l, const struct ir_expr *value);
/* An address that can be used twice; *first: what must be evaluated before it, NULL when nothing. */
const struct ir_expr *lower_address_once(struct lower *l, const struct ir_expr *address, const struct ir_expr **first);

/* ---- calls ---- */

bool call_yields_reference(struct lower *l, CXCursor cursor);
/* Arguments of a call of `callee` (a function, method or constructor cursor) from index `first` of the call's. */
void call_arguments(struct lower *l, CXCursor call, CXCursor callee, unsigned first, struct lower_effects *args);
/* One argument for a parameter of that type. */
const struct ir_expr *call_argument(struct lower *l, CXCursor argument, CXType parameter);
/* The address of a record that is copied anyway: skips a trivial copy of it. */
const struct ir_expr *call_record_source(struct lower *l, CXCursor cursor);

/* ---- functions ---- */

struct ir_func *func_get(struct lower *l, CXCursor cursor);
/* A function that only the compiler makes, without a body, of another's signature; *args: its parameters, to hand on. */
struct ir_func *func_make(struct lower *l, const struct ir_func *like, const char *link_name,
                          struct lower_effects *args);
/* Lowers the bodies that are queued. */
void func_run_queue(struct lower *l);

/* ---- code that the compiler rejects ---- */

/* Whether an expression is one that the compiler keeps of what it rejects. */
bool rejected_is(struct lower *l, CXCursor expression);
/* What it does as the initialiser of an object. */
void rejected_init(struct lower *l, const struct ir_expr *address, const struct ir_type *type, CXCursor initialiser,
                   struct lower_effects *effects);
/* What was dropped of a lambda's body names variables that it does not capture for that: they may be anything once it is made. */
void rejected_in_lambda(struct lower *l, CXCursor lambda, struct lower_effects *effects);

#endif
