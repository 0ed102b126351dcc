/* Arrays in shared memory that lanes go to by one index, such as keys and values: what is found of one is found of the other. */
#ifndef GPULINT_RULES_BANK_CONFLICT_TWINS_H
#define GPULINT_RULES_BANK_CONFLICT_TWINS_H

#include "rules/draft.h"

/* What the launch's finding so far is about that the site belongs to: another access that the repair changes too or, with the same
 * layout, one to a twin of its array. NULL: there is none. */
const char *subject_of_twins(const struct rule_context *context, const struct site *site, const struct repair *repair);

#endif
