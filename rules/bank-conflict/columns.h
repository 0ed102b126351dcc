/* Lanes that go down columns of an array in shared memory, and why other layouts may not be tried for them
 * (repair.h). */
#ifndef GPULINT_RULES_BANK_CONFLICT_COLUMNS_H
#define GPULINT_RULES_BANK_CONFLICT_COLUMNS_H

#include "rules/rules.h"

/* Whether neighbouring lanes are whole rows of the array apart. */
bool is_down_column(const struct site *site);

/* For lanes that go down a column: another access to the array whose lanes each stay in one bank with the present row
 * length, whatever rows they access; NULL: there is none. */
const struct site *keeper_of_banks(const struct launch *launch, const struct site *site);

#endif
