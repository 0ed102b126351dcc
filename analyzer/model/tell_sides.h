/* From sums of accesses on the sides of branches to what is told of the sites. */
#ifndef GPULINT_MODEL_TELL_SIDES_H
#define GPULINT_MODEL_TELL_SIDES_H

#include "model/fold_internal.h"
#include "model/relate.h"

/* Keeps what the accesses cost so far, before any become one: what is on sides is a part of that. */
void tallies_settle_sides(const struct tallies *tallies);
/* Sets on_sides of all sites. */
void tell_sides(const struct relatives *relatives, struct arena *arena);

#endif
