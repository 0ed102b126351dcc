/* Advice on a bank conflict in words, and as an edit of the declaration if that is the whole fix. */
#ifndef GPULINT_RULES_BANK_CONFLICT_ADVICE_H
#define GPULINT_RULES_BANK_CONFLICT_ADVICE_H

#include "rules/bank-conflict/repair.h"

/* Whether there is no advice: neither another layout nor another order of the array's elements helps. */
bool is_without_layout(const struct site *site, const struct repair *repair);

/* repair NULL: no layouts were tried. keeper: as of keeper_of_banks. */
const char *conflict_advice(struct rule_context *context, const struct site *site, const struct site *keeper,
                            const struct repair *repair);

/* Whether the layout only needs an edit of the declaration; and that edit. */
bool conflict_has_fix(const struct site *site, const struct repair *repair);
struct fix conflict_fix(struct rule_context *context, const struct site *site, const struct repair *repair);

#endif
