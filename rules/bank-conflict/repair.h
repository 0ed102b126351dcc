/* Tries other layouts of an array in shared memory on all accesses to it. The result is the best one that breaks no
 * access, fits, and is not slower by the time model. */
#ifndef GPULINT_RULES_BANK_CONFLICT_REPAIR_H
#define GPULINT_RULES_BANK_CONFLICT_REPAIR_H

#include "model/layout.h"
#include "rules/draft.h"

/* Figures of all changed accesses in the launch together, in wavefronts per request. */
struct repair {
	const struct site *site; /* the first site found among those that the layout changes */
	/* row length in bytes of the changed matrices, if the array contains matrices; -1: unknown; 0: it contains
	 * none, and all accesses to the array change */
	int64_t matrix_row;
	struct layout layout;    /* LAYOUT_AS_IT_IS: none is better */
	unsigned tried;          /* number of layouts whose cost is known */
	double now, then;        /* wavefronts per request of all changed accesses with known costs */
	bool is_skew;            /* lanes have several steps, so free words are inserted after each row of the banks */
	bool by_index;           /* every access must compute another index */
	bool swizzle_as_good;    /* the layout is a padding, and a swizzle is equally good */
	const struct site *wide; /* an access that needs row lengths in multiples of its vectors; NULL: none */
	/* an access through a pointer into the array, which may rely on the row length; NULL: none */
	const struct site *by_hand;
	const struct repaired_launch *launch; /* with the layout */
};

/* In the facts' arena. */
const struct repair *repair_find(struct rule_context *context, const struct site *site);

#endif
