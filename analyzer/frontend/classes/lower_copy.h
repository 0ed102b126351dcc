/* Copies and moves of records. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_COPY_H
#define GPULINT_FRONTEND_CLASSES_LOWER_COPY_H

#include "frontend/unit/lower.h"

enum copy_kind { COPY_CONSTRUCT, COPY_ASSIGN, MOVE_CONSTRUCT, MOVE_ASSIGN };
/* Whether a record is copied or moved byte by byte, regardless of the meaning of its bytes. */
bool copy_is_of_bytes(struct lower *l, CXType type, enum copy_kind copying);
/* The object to copy from if its address is `c ? a : b`. The compiler selects values of objects in registers, not
 * addresses. The object a or b is therefore copied to a temporary under c, because a data-dependent address would be
 * unknown. Other addresses are returned unchanged. */
const struct ir_expr *copy_selected(struct lower *l, const struct ir_expr *address, CXType type);
/* Copies or moves an object to another of its type, with the class's own function if it has one. */
void copy_object(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type,
                 enum copy_kind copying, struct lower_effects *effects);
/* What the implicit constructor or assignment does: copies the bytes, unless a part has a user-written function. */
void copy_record(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type,
                 enum copy_kind copying, struct lower_effects *effects);

/* The argument of a copy that compilers elide, such as the inner T in `T` of `T({1, 2})`: it is constructed in place.
 * Null cursor: another call. libclang names no constructor for such a copy. */
CXCursor copy_left_out(CXCursor call);

#endif
