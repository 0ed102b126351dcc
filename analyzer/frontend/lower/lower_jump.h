/* break, continue, goto and labels. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_JUMP_H
#define GPULINT_FRONTEND_LOWER_LOWER_JUMP_H

#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

/* Enclose the lowering of the body of a loop or switch. Call jump_leave after the statement itself is in the current
 * block. */
void jump_enter(struct lower *l, struct jump_target *target, enum jump_kind kind);
void jump_leave(struct lower *l, struct jump_target *target);
void jump_break(struct lower *l, struct ir_loc loc);
void jump_continue(struct lower *l, struct ir_loc loc);
void jump_goto(struct lower *l, CXCursor cursor);
/* Lowers the statements of a block, with the labels among them. */
void jump_lower_block(struct lower *l, CXCursor cursor);

#endif
