/* Copies and moves of records. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_COPY_H
#define GPULINT_FRONTEND_CLASSES_LOWER_COPY_H

#include "frontend/unit/lower.h"

enum copy_kind { COPY_CONSTRUCT, COPY_ASSIGN, MOVE_CONSTRUCT, MOVE_ASSIGN };
/* Whether a record goes to its like as the bytes that it is, whatever they are used for. */
bool copy_is_of_bytes(struct lower *l, CXType type, enum copy_kind way);
/* What to copy from where an object's address is `c ? a : b`: the compiler selects values of objects in registers, not addresses. a or b
 * is copied where c is decided, for nobody knows the address that data decides. Other addresses are returned as they are. */
const struct ir_expr *copy_selected(struct lower *l, const struct ir_expr *address, CXType type);
/* An object from another of its type, by the way that its class has for it. */
void copy_object(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_kind way,
                 struct lower_effects *effects);
/* What the compiler's own constructor or assignment does: the bytes, unless a part has one that the user wrote. */
void copy_record(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_kind way,
                 struct lower_effects *effects);

/* Of a copy that compilers leave out, `T` of `T({1, 2})`, what would be copied, which is made in its place; null cursor: it is
 * another call. libclang does not name a constructor for it. */
CXCursor copy_left_out(CXCursor call);

#endif
