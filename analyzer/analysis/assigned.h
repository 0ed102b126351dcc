/* Variables that a statement, such as a loop, may assign, found by reading its body. Iterations that were run need
 * not have assigned all of them. */
#ifndef GPULINT_ANALYSIS_ASSIGNED_H
#define GPULINT_ANALYSIS_ASSIGNED_H

#include "analysis/may_write.h"
#include "ir/ir.h"

enum { MOST_ASSIGNED = 256 };

/* A pointer variable, or a pointer member `offset` bytes from the variable's start. */
struct assigned_pointer {
	const struct ir_var *var;
	const struct ir_type *type;
	uint64_t offset;
};

struct assigned {
	const struct ir_var *vars[MOST_ASSIGNED]; /* written under any condition */
	bool declared[MOST_ASSIGNED];             /* inside the loop: new in every iteration */
	/* may differ between iterations: loop-carried, or computed from that or from memory */
	bool varying[MOST_ASSIGNED];
	/* also assigned under a condition that changes between iterations */
	bool conditional[MOST_ASSIGNED];
	size_t count;
	struct assigned_pointer pointers[MOST_ASSIGNED]; /* memory is written through these under such a condition */
	size_t pointer_count;
	bool anything; /* too many to list, or through unknown pointers */
};

void assigned_in(struct assigned *assigned, const struct ir_stmt *stmt, struct may_write_known *known);
/* Whether an expression, such as a condition, may have another value in another iteration. Loads from memory may;
 * NULL does not. */
bool assigned_may_change(const struct assigned *assigned, const struct ir_expr *e);
bool assigned_arguments_may_change(const struct assigned *assigned, const struct ir_expr *call);

#endif
