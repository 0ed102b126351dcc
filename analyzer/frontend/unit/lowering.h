/* The recursion of lowering. An expression may construct an object, whose class has initialisers, which are
 * expressions. A lambda in an expression has a body of statements. lower/ implements these entries, and classes/ calls
 * them too. */
#ifndef GPULINT_FRONTEND_UNIT_LOWERING_H
#define GPULINT_FRONTEND_UNIT_LOWERING_H

#include "frontend/unit/lower.h"

/* ---- expressions ---- */

const struct ir_expr *lower_value(struct lower *l, CXCursor cursor);
const struct ir_expr *lower_address(struct lower *l, CXCursor cursor);
/* Whether an expression designates an object (a glvalue) and not a temporary value. */
bool lower_is_glvalue(struct lower *l, CXCursor cursor);
/* The value, converted to the type. For conversions without a cast in the tree, such as elements of initialiser
 * lists. */
const struct ir_expr *lower_value_as(struct lower *l, CXCursor cursor, const struct ir_type *type);
const struct ir_expr *lower_this(struct lower *l, struct ir_loc loc);
/* The address of a temporary that holds a scalar. */
const struct ir_expr *lower_materialise(struct lower *l, const struct ir_expr *value);
/* An address that may be used twice. *first: the effect to evaluate before it; NULL: none. */
const struct ir_expr *lower_address_once(struct lower *l, const struct ir_expr *address, const struct ir_expr **first);

/* ---- calls ---- */

bool call_yields_reference(struct lower *l, CXCursor cursor);
/* Appends the call's arguments, from index `first`, for `callee`: a function, method or constructor cursor. */
void call_arguments(struct lower *l, CXCursor call, CXCursor callee, unsigned first, struct lower_effects *args);
/* One argument, lowered for a parameter of the given type. */
const struct ir_expr *call_argument(struct lower *l, CXCursor argument, CXType parameter);
/* The address of a record that the caller copies. A trivial copy in the source is skipped. */
const struct ir_expr *call_record_source(struct lower *l, CXCursor cursor);

/* ---- functions ---- */

struct ir_func *func_get(struct lower *l, CXCursor cursor);
/* A function without a body that only the compiler generates, with the signature of `like`. *args: its parameters, to
 * pass on. */
struct ir_func *func_make(struct lower *l, const struct ir_func *like, const char *link_name,
                          struct lower_effects *args);
/* Lowers the bodies of the queued functions. */
void func_run_queue(struct lower *l);

/* ---- code that the compiler rejects ---- */

/* Whether an expression is the recovery node that the compiler keeps for code that it rejects. */
bool rejected_is(struct lower *l, CXCursor expression);
/* The effects of rejected code as the initialiser of an object. */
void rejected_init(struct lower *l, const struct ir_expr *address, const struct ir_type *type, CXCursor initialiser,
                   struct lower_effects *effects);
/* The compiler drops rejected code from a lambda's body, with the captures that only this code needs. The variables
 * that the code names become unknown when the lambda is created. */
void rejected_in_lambda(struct lower *l, CXCursor lambda, struct lower_effects *effects);

#endif
