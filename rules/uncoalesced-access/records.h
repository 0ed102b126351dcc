/* Array records of which lanes use all members, one at a time: whether a single access can move them. */
#ifndef GPULINT_RULES_UNCOALESCED_ACCESS_RECORDS_H
#define GPULINT_RULES_UNCOALESCED_ACCESS_RECORDS_H

#include "rules/rules.h"

/* Whether no access between those of the members may change them: a store, or for stores also a load. Otherwise the
 * compiler generates one access for each member, whatever the record's alignment. */
bool records_are_moved_whole(const struct launch *launch, const struct site *site);
/* The launch's time over its time with records of `bytes` bytes, which accesses of up to 16 bytes move. All NAN:
 * unknown. */
struct penalty records_padded_slowdown(struct rule_context *context, const struct site *site, int64_t bytes);

#endif
