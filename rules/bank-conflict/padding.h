/* Whether longer rows of a shared array cure an access's bank conflict, and what stands in the way of making them so. */
#ifndef GPULINT_RULES_BANK_CONFLICT_PADDING_H
#define GPULINT_RULES_BANK_CONFLICT_PADDING_H

#include "rules/rules.h"

struct padding {
	int64_t elements;              /* to add to each row; 0: the conflict is no walk down a column, or none would help */
	unsigned ways, ways_left;      /* in which lanes conflict, without and with them */
	bool by_matrices;              /* matrix fragments are moved from or to the array: their calls say how long rows are */
	const struct site *wide;       /* needs rows that stay multiples of its vectors; NULL: none does */
	const struct site *own_columns;   /* whose lanes each keep to a bank as rows are now, whatever rows they go to; or NULL */
	const struct site *by_hand;    /* goes through a pointer into the array, which may count on how long rows are; or NULL */
};

/* Bytes that rows of a matrix take more, so that the fragments' lanes meet in no bank. */
unsigned matrix_padding(const struct site *site);

/* Whether neighbouring lanes are whole rows of the array apart. */
bool padding_is_down_column(const struct site *site);

struct padding padding_for(const struct launch *launch, const struct site *site);

#endif
