/* Merges what the rules found in each launch into findings. */
#ifndef GPULINT_RULES_MERGE_H
#define GPULINT_RULES_MERGE_H

#include "rules/draft.h"
#include "rules/suppressions.h"

/* Adds a finding for each cause to the facts, ordered by file, line and column. A rule's drafts at one place differ by
 * launch or template instance; the worst one is kept. The same holds for rules with one cause in rules.def. A rule that
 * names several causes has one finding for each. Silenced drafts are dropped. Drafts with equal subjects (an array with
 * one access pattern in one kernel) or a common index are merged into the worst of them. It names the places of the
 * others, and reports the traffic of all. But drafts that a comment accepts are not merged with others. suppressions may be
 * NULL. */
void drafts_merge(struct facts *facts, const struct drafts *drafts, const struct suppressions *suppressions);

#endif
