/* Members of records, as the addresses of accesses say: `p->from.x`, `r.v[2]`. */
#ifndef GPULINT_IR_MEMBER_H
#define GPULINT_IR_MEMBER_H

#include "ir/ir.h"

struct ir_member {
	const struct ir_expr *record;   /* the address of the outermost record; NULL: the access is to no member */
	const struct ir_type *type;     /* of that record */
	uint64_t offset;                /* in it, in bytes */
};

struct ir_member ir_member_of(const struct ir_expr *access);
/* Whether both accesses, of so many bytes, are to records of one type and to other parts of these. Since two such records
 * are the same or apart, the compiler may know that neither access concerns the other. */
bool ir_is_other_member(const struct ir_expr *a, unsigned a_width, const struct ir_expr *b, unsigned b_width);

/* Where an access goes, at so many bytes from what its address begins with: a variable, or a pointer. */
struct ir_known_place {
	const struct ir_expr *root;     /* NULL: how many these are is not known, or there is no address */
	int64_t offset;
};

struct ir_known_place ir_known_place_of(const struct ir_expr *access);

/* Whether the address begins with a variable in shared memory. */
bool ir_is_in_shared(const struct ir_expr *address);

/* The variable that an address begins with, or the member that a pointer is loaded from, as the source names it; "": none. */
const char *ir_root_name(const struct ir_expr *address);

#endif
