/* Members of records, and their bases. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_H
#define GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_H

#include "frontend/unit/lower.h"

const struct ir_expr *member_address(struct lower *l, CXCursor cursor);
/* threadIdx.x and the like; NULL: an ordinary member. */
const struct ir_expr *member_special(struct lower *l, CXCursor cursor);
/* A base class's part of a record at `address`, or the other way round; NULL when the one is no base of the other. */
const struct ir_expr *member_upcast(struct lower *l, const struct ir_expr *address, const struct ir_type *from,
                                    const struct ir_type *to, struct ir_loc loc);
/* The address of a FieldDecl in a record, through anonymous parts and bases; NULL: it is not there. */
const struct ir_expr *member_find(struct lower *l, const struct ir_expr *address, const struct ir_type *record,
                                  CXCursor field, struct ir_loc loc);
const struct ir_expr *member_of_this(struct lower *l, CXCursor field, struct ir_loc loc);
/* Bytes from a record's start to its base `to`, -1: no base. */
int64_t member_base_offset(const struct ir_type *from, const struct ir_type *to);

#endif
