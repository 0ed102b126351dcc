/* Lanes that go down columns of an array in shared memory, and what speaks against a trial of other layouts for them (repair.h). */
#ifndef GPULINT_RULES_BANK_CONFLICT_COLUMNS_H
#define GPULINT_RULES_BANK_CONFLICT_COLUMNS_H

#include "rules/rules.h"

/* Whether neighbouring lanes are whole rows of the array apart. */
bool is_down_column(const struct site *site);

/* Of lanes that go down a column, another access to the array whose lanes each keep to a bank as rows are now, whatever rows they go
 * to; NULL: there is none. */
const struct site *keeper_of_banks(const struct launch *launch, const struct site *site);

#endif
