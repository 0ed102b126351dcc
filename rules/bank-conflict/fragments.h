/* Matrix fragments in shared memory: the row length that was passed to the calls, and the cost of longer rows. */
#ifndef GPULINT_RULES_BANK_CONFLICT_FRAGMENTS_H
#define GPULINT_RULES_BANK_CONFLICT_FRAGMENTS_H

#include "model/layout.h"

/* Bytes between rows of the matrix. For an access that does not move a fragment: between rows of its array. -1:
 * unknown. */
int64_t fragment_row(const struct site *site);

/* Like layout_wavefronts, for a layout with these rows. Rows are counted from the beginning of the matrix, wherever it
 * is in the array. */
double fragment_wavefronts(const struct site *site, const struct layout *layout);

#endif
