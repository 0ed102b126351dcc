/* What a program's own launches were counted to cost, put beside what is predicted of them. */
#ifndef GPULINT_RUNTIME_CHECK_ATTACH_H
#define GPULINT_RUNTIME_CHECK_ATTACH_H

#include <jansson.h>

#include "model/facts.h"

/* Fills in what was measured, by the events of attach_run. A launch that was counted belongs to the first launch of its
 * kernel with its grid, block and dynamic shared memory that has no figures yet; one that no prediction is for is added
 * (LAUNCH_MEASURED), its kernel too, with the figures of each line. `launches`: how many of each kernel were wanted.
 * Strings are taken from the arena of the facts. */
void attach_merge(struct facts *facts, const json_t *events, unsigned launches);

#endif
