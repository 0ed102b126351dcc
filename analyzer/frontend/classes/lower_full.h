/* Full expressions and their temporaries. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_FULL_H
#define GPULINT_FRONTEND_CLASSES_LOWER_FULL_H

#include "frontend/unit/lower.h"

/* Around the lowering of one. */
void full_begin(struct lower *l, struct lower_full *full);
/* Begins it, where what it does is emitted otherwise than by the next. */
void full_start(struct lower *l, struct lower_full *full, struct ir_loc loc);
/* What it does and then destroys, as effects or as statements of the current block. */
void full_end(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct lower_effects *effects);
void full_emit(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct ir_loc loc);
/* A full expression as a value, or of type void as an effect; what it destroys is destroyed before the value is used. */
const struct ir_expr *full_value(struct lower *l, CXCursor cursor);
/* A temporary of the type lives from now on; what has to run once it is made, NULL: nothing. */
const struct ir_expr *full_note(struct lower *l, const struct ir_var *var, CXType type);
/* A result that lies where the next call puts its own: in a temporary, if it has to be destroyed. */
const struct ir_expr *full_hold(struct lower *l, const struct ir_expr *result, CXType type);
/* The address of an object that an expression yields; of a call's result, which lies where the next call puts its own, that of a
 * copy in a temporary. */
const struct ir_expr *full_keep(struct lower *l, const struct ir_expr *result);
/* Takes those noted since there were `before` that an address designates, in whole or with `parts` in part, out of those
 * that the full expression destroys: the caller answers for them. *taken (may be NULL) gets them. */
size_t full_count(const struct lower *l);
void full_take(struct lower *l, size_t before, const struct ir_expr *address, bool parts, struct lower_full *taken);
/* From now on references that are initialised make temporaries live longer, which that gets (NULL: they do not); who got them
 * before. */
struct lower_full *full_extend(struct lower *l, struct lower_full *extended);
/* Around the lowering of an operand that may not be run. */
void full_enter_conditional(struct lower *l);
void full_leave_conditional(struct lower *l);

#endif
