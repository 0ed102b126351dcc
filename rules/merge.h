/* From what the rules found, launch by launch, to what a reader should see. */
#ifndef GPULINT_RULES_MERGE_H
#define GPULINT_RULES_MERGE_H

#include "model/facts.h"

/* Orders the findings by file, line and column, and leaves one for each cause: of one rule's findings at one place,
 * which differ by launch or by template instance, the worst; likewise of rules that rules.def calls one cause; and none
 * that a better one silences. Findings of one rule that share their subject (an array, walked in one way, in one kernel)
 * become the worst of them, which names the places of the others, and what they named. */
void findings_merge(struct facts *facts);

#endif
