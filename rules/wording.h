/* The words that the rules share. What is returned lives in the facts' arena or is constant. */
#ifndef GPULINT_RULES_WORDING_H
#define GPULINT_RULES_WORDING_H

#include "rules/judge.h"

/* Text in the facts' arena. */
const char *text(struct rule_context *context, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The array that the site reads or writes, as the source calls it there: `length` bytes, 0 where it has no name. */
struct name { const char *start; int length; };
struct name array_name(const struct site *site);
/* "load of 'in'", "store", "load of 'p' ('in' of the kernel)", … */
const char *access_text(struct rule_context *context, const struct site *site);

/* "2.9 times as slow as with its lanes side by side (2.0 to 4.2): 66% of the kernel's time on NVIDIA H200, which memory
 * bounds"; "" when not known. share: of the kernel's time, NAN: not known; ideal: what it is compared with. */
const char *penalty_text(struct rule_context *context, struct penalty penalty, double share, const char *ideal);
/* "; these are 4% of the launch's sectors"; "" when not known. */
const char *share_text(struct rule_context *context, enum site_space space, const struct traffic *traffic);
/* What accesses at so many places cost: their excessive traffic, their share of the launch, and the penalty if there is
 * one. */
const char *traffic_text(struct rule_context *context, enum site_space space, const struct traffic *traffic,
                         size_t places, struct penalty penalty, double time_share);

#endif
