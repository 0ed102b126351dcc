/* Arrays in shared memory that share an index, such as keys and values: a finding about one holds for the other. */
#ifndef GPULINT_RULES_BANK_CONFLICT_SAME_INDEX_H
#define GPULINT_RULES_BANK_CONFLICT_SAME_INDEX_H

#include "rules/draft.h"

/* The subject of an earlier finding in the launch to which the site belongs: its repair changes the site too, or has
 * the same layout for an array with the same index. NULL: there is none. */
const char *subject_by_same_index(const struct rule_context *context, const struct site *site,
                                  const struct repair *repair);

#endif
