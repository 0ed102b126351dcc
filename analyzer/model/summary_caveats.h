/* Reasons not to call the figures of a site exact. */
#ifndef GPULINT_MODEL_SUMMARY_CAVEATS_H
#define GPULINT_MODEL_SUMMARY_CAVEATS_H

#include "model/summary.h"

/* The assumption that the figures hold under; NULL: none of this kind. A constant, or in the arena. */
typedef const char *caveat_of(struct summary *t, const struct site_accumulator *accumulator);

/* summary_run_caveats.c: of the evaluation. */
caveat_of caveat_of_launch, caveat_of_ends, caveat_of_trips, caveat_of_lanes, caveat_of_cluster, caveat_of_placement,
	caveat_of_addresses, caveat_of_faults;

/* A caveat and its name. */
struct named_caveat {
	const char *name;
	caveat_of *of;
};
/* Those of a site of this kind, in the order in which they count; the last one's `of` is NULL. */
const struct named_caveat *summary_caveats(enum site_kind kind);

#endif
