/* Members of records, told apart by the expressions that access them. */
#ifndef GPULINT_EVAL_OTHER_MEMBER_H
#define GPULINT_EVAL_OTHER_MEMBER_H

#include <stdbool.h>

#include "ir/ir.h"

/* Whether both accesses, of so many bytes, are to records of one type and to other parts of these. Since two such records
 * are the same or apart, the compiler may know that neither access concerns the other. */
bool is_other_member(const struct ir_expr *a, unsigned a_width, const struct ir_expr *b, unsigned b_width);

#endif
