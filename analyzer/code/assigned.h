/* What a loop, or another statement, may assign, found by reading its body: some of it may not have happened in the
 * iterations that were run. */
#ifndef GPULINT_CODE_ASSIGNED_H
#define GPULINT_CODE_ASSIGNED_H

#include "code/may_write.h"
#include "ir/ir.h"

enum { MOST_ASSIGNED = 256 };

/* A pointer that is a variable, or one's member, so many bytes from its beginning. */
struct assigned_pointer {
	const struct ir_var *var;
	const struct ir_type *type;
	uint64_t offset;
};

struct assigned {
	const struct ir_var *vars[MOST_ASSIGNED];   /* written in the loop, under whatever condition */
	bool declared[MOST_ASSIGNED];               /* in the loop: new in every iteration */
	bool varying[MOST_ASSIGNED];                /* may hold other numbers in another iteration: what is carried over, and
	                                               what is computed from that or from memory */
	bool conditional[MOST_ASSIGNED];            /* also where a condition decides that changes from iteration to iteration */
	size_t count;
	struct assigned_pointer pointers[MOST_ASSIGNED];   /* memory is written through these under such a condition */
	size_t pointer_count;
	bool anything;                              /* more than can be listed, or through who knows what */
};

void assigned_in(struct assigned *assigned, const struct ir_stmt *stmt, struct may_write_known *known);
/* Whether an expression, a condition say, may come out differently in another iteration of the loop. What it reads of memory
 * may; NULL does not. */
bool assigned_may_change(const struct assigned *assigned, const struct ir_expr *e);
bool assigned_arguments_may_change(const struct assigned *assigned, const struct ir_expr *call);

#endif
