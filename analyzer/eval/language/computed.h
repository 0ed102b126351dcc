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

enum { COMPUTED_KEPT = 64 };

/* What was asked for last in front. */
struct computed_values {
	struct name name[COMPUTED_KEPT];
	uint32_t warps[COMPUTED_KEPT];   /* that computed it; 0: there is none */
};

/* Zeroed: nothing was computed yet. */
struct computed {
	struct computed_values same, near;
};

/* Whether all warps that run have it from before; from now on they have. */
bool computed_before(struct machine *m, struct name name);
/* The same of a number or an address, or one that is a constant away, in whatever round of a loop. */
bool computed_near(struct machine *m, struct name name);

#endif
