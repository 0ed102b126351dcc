#ifndef GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_H
#define GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_H

#include "frontend/unit/lower.h"

const struct ir_expr *member_address(struct lower *l, CXCursor cursor);
/* The value of threadIdx.x and similar members; NULL: an ordinary member. */
const struct ir_expr *member_special(struct lower *l, CXCursor cursor);
/* The address of the base `to` in the record `from` at `address`; NULL: `to` is no base of `from`. */
const struct ir_expr *member_upcast(struct lower *l, const struct ir_expr *address, const struct ir_type *from,
                                    const struct ir_type *to, struct ir_loc loc);
/* The address of a FieldDecl in a record, found through anonymous parts and bases; NULL: not found. */
const struct ir_expr *member_find(struct lower *l, const struct ir_expr *address, const struct ir_type *record,
                                  CXCursor field, struct ir_loc loc);
const struct ir_expr *member_of_this(struct lower *l, CXCursor field, struct ir_loc loc);
/* The offset in bytes of the base `to` in a record; -1: no base. */
int64_t member_base_offset(const struct ir_type *from, const struct ir_type *to);

#endif
