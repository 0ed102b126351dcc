/* The scalars in an object of a type, as a copy of a record or an array moves them. */
#ifndef GPULINT_IR_LEAVES_H
#define GPULINT_IR_LEAVES_H

#include "ir/ir.h"

struct ir_leaf {
	const struct ir_type *type;
	uint64_t offset;  /* bytes from the object's start */
	const char *name; /* of the innermost member that is or contains it; "": none */
	bool in_union;
};

struct ir_leaves {
	struct ir_leaf *items; /* in the order of the members; freed by the caller */
	size_t count, capacity;
	bool too_many; /* the list is cut at `most` */
};

/* At most `most` leaves. The widest member of a union represents all; bit-fields of one unit are one leaf. */
struct ir_leaves ir_leaves_of(const struct ir_type *type, size_t most);

#endif
