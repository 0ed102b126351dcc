/* What atomics come to: sums, extrema and masks of whole numbers are the same in whichever order threads and blocks come, so
 * that what lies in memory behind them is known where every contribution is.
 *
 * On the way it is not: a load may come before other threads' contributions. So words that atomics have changed are unknown
 * to loads until all contributions are in: in shared memory behind the next barrier of the block, elsewhere behind the launch. */
#ifndef GPULINT_EVAL_GRID_ACCUMULATED_H
#define GPULINT_EVAL_GRID_ACCUMULATED_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"
#include "support/near_map.h"

struct machine;
struct value;

/* Of one launch. */
struct accumulated {
	struct near_map words;         /* by address / 4: the barriers that had been met when it was changed last, and one; and
	                                * whether it has been stored to since */
	uint32_t barriers;             /* of blocks, so far, and their beginnings */
	uint32_t reason;               /* of the latest atomic: why what it changes is not known on the way */
};

/* Makes an atomic's contributions in memory; type: of the number there. False: they do not commute, or not all of them are
 * known, and nothing has been done. reason: why a number that was not known is not known now. */
bool accumulated_add(struct machine *m, enum ir_builtin id, const struct ir_type *type, const struct value *address,
                     const struct value *operand, uint32_t reason);
/* Whether a load by the running lanes reads words of which not all contributions are in. */
bool accumulated_is_open(struct machine *m, const struct ir_type *type, const struct value *address);
/* The running lanes store there: who loads gets that, and what atomics add before the others are in may come before it or behind. */
void accumulated_overwrite(struct machine *m, const struct ir_type *type, const struct value *address);
/* Not all of the launch has been run: what atomics have come to so far is no more than part of it, and is unknown. */
void accumulated_drop(struct machine *m);
/* All warps of a block have come to one place, or the next block begins. */
void accumulated_settle(struct machine *m);

#endif
