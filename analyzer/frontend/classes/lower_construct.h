#ifndef GPULINT_FRONTEND_CLASSES_LOWER_CONSTRUCT_H
#define GPULINT_FRONTEND_CLASSES_LOWER_CONSTRUCT_H

#include "frontend/classes/lower_copy.h"
#include "frontend/unit/lower.h"

/* Whether the constructor copies or moves, and which of the two. */
bool construct_is_copy(CXCursor constructor);
enum copy_kind construct_copy_kind(CXCursor constructor);
/* Evaluates the constructor call `cursor` on the object at `address`. */
void construct_at(struct lower *l, const struct ir_expr *address, CXCursor cursor, struct lower_effects *effects);
/* Emits the member initialisers of a constructor into the current block. */
void construct_members(struct lower *l, CXCursor constructor, CXCursor body);

#endif
