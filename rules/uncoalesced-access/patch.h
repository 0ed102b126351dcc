/* Loads of a patch of an image: the pixels that a warp's lanes read lie close together, but in many rows of a few pixels, as where an
 * image is turned by some angle. No order of the lanes has them side by side. A texture keeps neighbours in both directions together. */
#ifndef GPULINT_RULES_UNCOALESCED_ACCESS_PATCH_H
#define GPULINT_RULES_UNCOALESCED_ACCESS_PATCH_H

#include "rules/rules.h"

/* Against fetches from a texture, of all loads of the array, the copy into that included where a kernel of the program makes the array;
 * all NAN where the load is of no patch, or a texture could not have the array. */
struct penalty patch_slowdown(const struct rule_context *context, const struct site *site);
const char *patch_advice(struct rule_context *context, const struct site *site);

#endif
