/* Records of an array that lanes take whole, a member at a time: whether one access can move them. */
#ifndef GPULINT_RULES_UNCOALESCED_ACCESS_RECORDS_H
#define GPULINT_RULES_UNCOALESCED_ACCESS_RECORDS_H

#include "rules/rules.h"

/* Whether the members are accessed with nothing in between that may change them: a store, or for stores a load. Else the compiler
 * makes an access of each, however the record is aligned. */
bool records_are_moved_whole(const struct launch *launch, const struct site *site);
/* The launch as it is over that with records of so many bytes, each access of which moves up to 16 bytes. All NAN: not known. */
struct penalty records_padded_slowdown(struct rule_context *context, const struct site *site, int64_t bytes);

#endif
