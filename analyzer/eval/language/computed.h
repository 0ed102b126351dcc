/* What a block's warps have in registers of what they computed, by its names (data/name.h): what the compiler knows to be the same
 * again it computes once. So what a loop does not change is an instruction in its first round alone; and of addresses that lie a
 * constant apart, as `a[k]` does from round to round, each access adds the constant itself.
 *
 * As many values are kept as there is room for, those longest that are asked for again and again. */
#ifndef GPULINT_EVAL_LANGUAGE_COMPUTED_H
#define GPULINT_EVAL_LANGUAGE_COMPUTED_H

#include <stdbool.h>

#include "data/name.h"

struct machine;

enum { COMPUTED_SETS = 64, COMPUTED_WAYS = 4 };

/* Zeroed: nothing was computed yet. */
struct computed {
	struct computed_value {
		uint64_t number;
		uint32_t made;
		uint32_t warps;             /* that computed it; 0: there is none */
	} sets[COMPUTED_SETS][COMPUTED_WAYS];   /* each with what was asked for last in front */
};

/* Whether all warps that run have it from before; from now on they have. */
bool computed_before(struct machine *m, struct name name);
/* The same of a number or an address, or one that is a constant away, in whatever round of a loop. */
bool computed_near(struct machine *m, struct name name);

#endif
