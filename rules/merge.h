/* From what the rules found, launch by launch, to what a reader should see. */
#ifndef GPULINT_RULES_MERGE_H
#define GPULINT_RULES_MERGE_H

#include "rules/draft.h"

/* Adds a finding for each cause to the facts, ordered by file, line and column: of one rule's drafts at one place, which
 * differ by launch or by template instance, the worst; likewise of rules that rules.def calls one cause, but of one rule's
 * that name several causes one for each; and none that a
 * better one silences. Drafts that share their subject (an array, walked in one way, in one kernel) or their walk become
 * the worst of them, which names the places of the others, and what they named, and tells the traffic of all. */
void drafts_merge(struct facts *facts, const struct drafts *drafts);

#endif
