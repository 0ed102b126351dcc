/* Matrix fragments in shared memory: how long the rows are that the calls were given, and what longer rows would take. */
#ifndef GPULINT_RULES_BANK_CONFLICT_FRAGMENTS_H
#define GPULINT_RULES_BANK_CONFLICT_FRAGMENTS_H

#include "model/layout.h"

/* Bytes from row to row of the matrix: of an access that moves no fragment, of the array that it goes to. -1: not known. */
int64_t fragment_row(const struct site *site);

/* As layout_wavefronts, of a layout with those rows: wherever in the array the matrix begins, they count from there. */
double fragment_wavefronts(const struct site *site, const struct layout *layout);

#endif
