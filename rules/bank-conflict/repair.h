/* Another layout of an array in shared memory, tried on all accesses to it: the best of those that break none of them, fit, and
 * are no slower by the time model. */
#ifndef GPULINT_RULES_BANK_CONFLICT_REPAIR_H
#define GPULINT_RULES_BANK_CONFLICT_REPAIR_H

#include "model/layout.h"
#include "rules/draft.h"

/* What the array's accesses take together, in the launch: wavefronts, a request. */
struct repair {
	const struct site *site; /* the first that is found of those that it changes: */
	/* of those that go along matrices with rows of so many bytes, in an array that holds some; -1: it is not known
	 * how long they are; 0: it holds none, and it is all accesses to it */
	int64_t matrix_row;
	struct layout layout; /* LAYOUT_AS_IT_IS: none is better */
	unsigned tried;       /* layouts of which it is known what they would take */
	double now, then;     /* wavefronts per request, of all accesses that it changes and whose cost is known */
	bool is_skew;         /* lanes step in several ways: words are to be left free behind each row of the banks */
	bool by_index;        /* each access has to compute its index otherwise */
	bool swizzle_as_good; /* as the padding that it is */
	const struct site *wide; /* needs rows that stay multiples of its vectors; NULL: none does */
	/* goes through a pointer into the array, which may count on how long rows are; or NULL */
	const struct site *by_hand;
	const struct repaired_launch *launch; /* with that layout */
};

/* In the facts' arena. */
const struct repair *repair_find(struct rule_context *context, const struct site *site);

#endif
