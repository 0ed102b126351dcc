/* Loads of a patch of an image. A warp's lanes read pixels that are close together, but in many rows of a few pixels,
 * as in a rotated image. No order of the lanes makes them contiguous. A texture stores neighbours in both directions
 * together. */
#ifndef GPULINT_RULES_UNCOALESCED_ACCESS_PATCH_H
#define GPULINT_RULES_UNCOALESCED_ACCESS_PATCH_H

#include "rules/rules.h"

/* The penalty of all loads of the array, compared with texture fetches. It includes the copy into a texture if a kernel
 * of the program writes the array. All NAN: the load is not of a patch, or a texture cannot hold the array. */
struct penalty patch_slowdown(const struct rule_context *context, const struct site *site);
const char *patch_advice(struct rule_context *context, const struct site *site);

#endif
