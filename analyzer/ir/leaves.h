/* The scalars that an object of a type is made of: what a copy of a record or an array moves. */
#ifndef GPULINT_IR_LEAVES_H
#define GPULINT_IR_LEAVES_H

#include "ir/ir.h"

struct ir_leaf {
	const struct ir_type *type;
	uint64_t offset;           /* bytes from the object's start */
	const char *name;          /* of the innermost member that it is, or is an element of; "": it has none */
	bool in_union;
};

struct ir_leaves {
	struct ir_leaf *items;     /* in the order of the members; the caller's to free */
	size_t count, capacity;
	bool too_many;             /* there are more than were asked for */
};

/* Of a union the widest member stands for all; bit-fields of one unit are one. At most so many are listed. */
struct ir_leaves ir_leaves_of(const struct ir_type *type, size_t most);

#endif
