/* Races: loads that yield one value or another by which of several warps comes first.
 *
 * A block runs in lock step here, and one block after the other. A GPU keeps no such order: what one warp loads and another
 * stores, with no barrier of the block between the two, is loaded as it was before or as it is after. So it is with any two
 * blocks of a launch. The evaluator goes on with what its own order yields; which loads these are is noted, so that what hangs
 * on them is not told as certain. Lanes of one warp are taken to go together.
 *
 * Memory is looked at by words of four bytes; loads whose value nobody knows are not of interest. */
#ifndef GPULINT_EVAL_GRID_RACES_H
#define GPULINT_EVAL_GRID_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/near_map.h"
#include "support/pointer_set.h"

struct machine;
struct value;
struct ir_expr;
struct ir_func;
struct ir_type;
struct launch_request;

enum { MOST_LOADS = 63 };

/* Of one launch. */
struct races {
	struct race_sector *sectors;    /* in the order in which they came */
	size_t count, capacity;
	struct near_map places;         /* of sectors, by their numbers: counted from 1 */
	const struct ir_expr *loads[MOST_LOADS];   /* that have been made, each a bit of a number of 64; the last bit is all others' */
	uint32_t reasons[MOST_LOADS + 1];  /* for what they yield not being known; of all others, the first one's */
	size_t load_count;
	struct pointer_set other_loads;
	uint64_t racing;                /* loads */
	struct pointer_set one_way;     /* objects that the kernel does not write to, or not read, as far as its parameters say */
	struct pointer_set scattered;   /* objects that are stored to at places that are not known */
	uint32_t block;                 /* that runs; counts from 0 */
	uint32_t barriers;              /* of blocks, so far */
	bool too_many;                  /* sectors, to keep them all */
};

/* Before the first block. */
void races_begin(struct machine *m, const struct launch_request *request);
void races_begin_block(struct machine *m);
/* All warps of the block have come to the same place. */
void races_barrier(struct machine *m);
/* type: of what each lane moves. load NULL: it is the evaluator's own business. */
void races_load(struct machine *m, const struct ir_expr *load, const struct ir_type *type, const struct value *address,
                const struct value *loaded);
void races_store(struct machine *m, const struct ir_type *type, const struct value *address);
/* Adds the loads that race; the reason of the first, 0: there are none. */
uint32_t races_found(const struct machine *m, struct pointer_set *loads);
void races_free(struct races *races);

#endif
