/* Accesses that the compiler makes in place of others: before a loop, or once for both sides of a branch and what stands
 * behind it. They have no line, and tools count them to that of the instruction before as the compiler has ordered them: to any
 * of the block, of those behind them too. */
#ifndef GPULINT_EVAL_REUSE_LINELESS_H
#define GPULINT_EVAL_REUSE_LINELESS_H

#include "model/fold.h"

enum { LINELESS_NEAR = 16 };

struct lineless {
	/* The latest accesses. */
	struct lineless_near {
		const struct ir_expr *access;   /* NULL: there is none */
		enum site_kind kind;
		enum site_space space;
		uint64_t block;
	} near[LINELESS_NEAR];
	unsigned next;
	uint64_t behind[SITE_STORE + 1][SPACE_GENERIC + 1];   /* one more than the block in which one may be made; 0: none */
};

/* The access is made now; it is in doubt if one without a line may be counted to its own. Blocks are numbered as they come. */
void lineless_note(struct lineless *lineless, struct fold *fold, const struct lineless_near *access);
/* One of that kind may be made in a block, of those from the first to the last: what is made there is in doubt. */
void lineless_doubt(struct lineless *lineless, struct fold *fold, enum site_kind kind, enum site_space space, uint64_t first,
                    uint64_t last);

#endif
