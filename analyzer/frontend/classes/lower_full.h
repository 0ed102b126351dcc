/* Full expressions and their temporaries. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_FULL_H
#define GPULINT_FRONTEND_CLASSES_LOWER_FULL_H

#include "frontend/unit/lower.h"

/* Begins the lowering of a full expression. */
void full_begin(struct lower *l, struct lower_full *full);
/* Emits the start of the full expression, if its effects are not emitted by full_end or full_emit. */
void full_start(struct lower *l, struct lower_full *full, struct ir_loc loc);
/* The full expression's effects and then its destructions: as effects, or as statements of the current block. */
void full_end(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct lower_effects *effects);
void full_emit(struct lower *l, struct lower_full *full, const struct lower_effects *own, struct ir_loc loc);
/* A full expression as a value, or of type void as an effect. Its temporaries are destroyed before the value is
 * used. */
const struct ir_expr *full_value(struct lower *l, CXCursor cursor);
/* Records that a temporary of the type is alive from here on. Returns the effect to evaluate after its construction;
 * NULL: none. */
const struct ir_expr *full_note(struct lower *l, const struct ir_var *var, CXType type);
/* Copies a call's result to a temporary if it has to be destroyed: the next call overwrites the result. */
const struct ir_expr *full_hold(struct lower *l, const struct ir_expr *result, CXType type);
/* The address of the object that an expression yields. A call's result is copied to a temporary, because the next call
 * overwrites it. */
const struct ir_expr *full_keep(struct lower *l, const struct ir_expr *result);
/* Removes from the full expression the temporaries that an address designates: the caller destroys them. Only those
 * recorded after the first `before` are considered. `parts`: the address may designate a part of one. *taken (may be
 * NULL) receives them. */
size_t full_count(const struct lower *l);
void full_take(struct lower *l, size_t before, const struct ir_expr *address, bool parts, struct lower_full *taken);
/* From here on, references extend the lifetime of temporaries, which `extended` receives (NULL: they do not). Returns
 * the previous receiver. */
struct lower_full *full_extend(struct lower *l, struct lower_full *extended);
/* Enclose the lowering of an operand that is evaluated conditionally. */
void full_enter_conditional(struct lower *l);
void full_leave_conditional(struct lower *l);

#endif
