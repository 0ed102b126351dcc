/* What speaks against a trial of other layouts (repair.h): matrix fragments, whose calls say how long rows are, and lanes that keep
 * to banks of their own. */
#ifndef GPULINT_RULES_BANK_CONFLICT_PADDING_H
#define GPULINT_RULES_BANK_CONFLICT_PADDING_H

#include "rules/rules.h"

struct padding {
	int64_t elements;              /* to add to each row of matrix fragments; 0: there are none, or nothing fits */
	bool by_matrices;              /* fragments are moved from or to the array: their calls say how long rows are */
	const struct site *own_columns;   /* whose lanes each keep to a bank as rows are now, whatever rows they go to; or NULL */
};

/* Bytes that rows of a matrix take more, so that the fragments' lanes meet in no bank. */
unsigned matrix_padding(const struct site *site);

/* Whether neighbouring lanes are whole rows of the array apart. */
bool padding_is_down_column(const struct site *site);

struct padding padding_for(const struct launch *launch, const struct site *site);

#endif
