/* Constructors of IR nodes. */
#ifndef GPULINT_FRONTEND_UNIT_BUILD_H
#define GPULINT_FRONTEND_UNIT_BUILD_H

#include "frontend/unit/lower.h"

struct ir_expr *build_expr(struct lower *l, enum ir_expr_kind kind, const struct ir_type *type, struct ir_loc loc);
/* Evaluates the effect (NULL: none) and yields no value. */
const struct ir_expr *build_nothing(struct lower *l, const struct ir_expr *effect, struct ir_loc loc);
const struct ir_expr *build_int(struct lower *l, const struct ir_type *type, int64_t value, struct ir_loc loc);
const struct ir_expr *build_float(struct lower *l, const struct ir_type *type, double value, struct ir_loc loc);
const struct ir_expr *build_var(struct lower *l, const struct ir_var *var, struct ir_loc loc);
const struct ir_expr *build_load(struct lower *l, const struct ir_expr *address, const struct ir_type *type,
                                 struct ir_loc loc);
const struct ir_expr *build_store(struct lower *l, const struct ir_expr *address, const struct ir_expr *value,
                                  const struct ir_type *type, struct ir_loc loc);
/* An IR_UPDATE. The caller sets op, post and compute_type. */
struct ir_expr *build_update(struct lower *l, const struct ir_expr *address, const struct ir_expr *operand,
                             const struct ir_type *type, struct ir_loc loc);
/* The same address as a pointer to another type: a decayed array, a record as its first member. */
const struct ir_expr *build_retyped(struct lower *l, const struct ir_expr *address, const struct ir_type *type);
const struct ir_expr *build_convert(struct lower *l, const struct ir_expr *value, const struct ir_type *type);
const struct ir_expr *build_offset(struct lower *l, const struct ir_expr *base, const struct ir_expr *index,
                                   int64_t scale, const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_field(struct lower *l, const struct ir_expr *base, const struct ir_field *field,
                                  struct ir_loc loc);
const struct ir_expr *build_copy(struct lower *l, const struct ir_expr *to, const struct ir_expr *from,
                                 const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_zero(struct lower *l, const struct ir_expr *address, const struct ir_type *type,
                                 struct ir_loc loc);
const struct ir_expr *build_binary(struct lower *l, enum ir_op op, const struct ir_expr *a, const struct ir_expr *b,
                                   const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_comma(struct lower *l, const struct ir_expr *a, const struct ir_expr *b);
/* Evaluates the effect if the condition holds. */
const struct ir_expr *build_if(struct lower *l, const struct ir_expr *condition, const struct ir_expr *effect);
struct ir_expr *build_builtin(struct lower *l, enum ir_builtin builtin, const struct ir_expr **args, uint32_t count,
                              const struct ir_type *type, struct ir_loc loc);
const struct ir_expr *build_call(struct lower *l, struct ir_func *func, const struct ir_expr **args, uint32_t count,
                                 struct ir_loc loc);
/* An unknown value. It makes the function partial. */
const struct ir_expr *build_unknown(struct lower *l, const struct ir_type *type, struct ir_loc loc, const char *text);
/* A copy of the address for a second use. Precondition: the operand has no effects. */
const struct ir_expr *build_again(struct lower *l, const struct ir_expr *address);
/* All effects as one expression; NULL if there are none. The tree is balanced, so that long initialisers do not nest
 * deeply. */
const struct ir_expr *build_sequence(struct lower *l, const struct lower_effects *effects);

void effects_add(struct lower *l, struct lower_effects *effects, const struct ir_expr *expr);
void effects_add_all(struct lower *l, struct lower_effects *effects, const struct lower_effects *more);
void stmts_add(struct lower *l, struct lower_stmts *stmts, const struct ir_stmt *stmt);
struct ir_stmt *build_stmt(struct lower *l, enum ir_stmt_kind kind, struct ir_loc loc);
const struct ir_stmt *build_block(struct lower *l, struct lower_stmts *stmts, struct ir_loc loc);
void emit_expr(struct lower *l, const struct ir_expr *expr, struct ir_loc loc);
void emit_effects(struct lower *l, const struct lower_effects *effects, struct ir_loc loc);
/* Replaces a statement that is not modelled. */
void emit_unknown(struct lower *l, struct ir_loc loc, const char *text);
/* Stores a value, or the record at an address, in a temporary of its own. */
const struct ir_var *emit_kept(struct lower *l, const struct ir_expr *value, const struct ir_type *type,
                               struct ir_loc loc);
/* The memory at the address is unknown from here on. */
void emit_forget(struct lower *l, const struct ir_expr *address, int64_t bytes, struct ir_loc loc);
void lower_partial(struct lower *l, const char *reason);
/* Whether the cursor is nested too deeply. If so, a problem is reported and the caller must leave the construct out. */
bool lower_is_too_deep(struct lower *l, CXCursor cursor);

#endif
