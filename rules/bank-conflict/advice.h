/* What to do about a bank conflict, in words, and as a change of the declaration where that is all of it. */
#ifndef GPULINT_RULES_BANK_CONFLICT_ADVICE_H
#define GPULINT_RULES_BANK_CONFLICT_ADVICE_H

#include "rules/bank-conflict/repair.h"

/* Whether nothing can be advised: no layout helps, and no other order of the array's elements can either. */
bool is_without_layout(const struct site *site, const struct repair *repair);

/* repair NULL: no layouts were tried; keeper: as keeper_of_banks has it. */
const char *conflict_advice(struct rule_context *context, const struct site *site, const struct site *keeper,
                            const struct repair *repair);

/* Whether the layout is a change of the declaration alone; and that change. */
bool conflict_has_fix(const struct site *site, const struct repair *repair);
struct fix conflict_fix(struct rule_context *context, const struct site *site, const struct repair *repair);

#endif
