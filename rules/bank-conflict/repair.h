/* Another layout of an array in shared memory, tried on all accesses to it: the best of those that break none of them, fit, and
 * are no slower by the time model. */
#ifndef GPULINT_RULES_BANK_CONFLICT_REPAIR_H
#define GPULINT_RULES_BANK_CONFLICT_REPAIR_H

#include "model/layout.h"
#include "rules/draft.h"

/* What the array's accesses take together, in the launch: wavefronts, a request. */
struct repair {
	struct layout layout;          /* LAYOUT_AS_IT_IS: none is better */
	double now, then;              /* wavefronts per request, of all accesses to the array whose cost is known */
	bool is_skew;                  /* lanes step in several ways: words are to be left free behind each row of the banks */
	bool swizzle_as_good;          /* as the padding that it is */
	const struct site *wide;       /* needs rows that stay multiples of its vectors; NULL: none does */
	const struct site *by_hand;    /* goes through a pointer into the array, which may count on how long rows are; or NULL */
	const struct repaired_launch *launch;   /* with that layout */
};

/* In the facts' arena. */
const struct repair *repair_find(struct rule_context *context, const struct site *site);

#endif
