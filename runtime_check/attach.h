/* Adds the measured costs of a program's own launches to the predictions. */
#ifndef GPULINT_RUNTIME_CHECK_ATTACH_H
#define GPULINT_RUNTIME_CHECK_ATTACH_H

#include <jansson.h>

#include "model/facts.h"

/* Fills in what was measured, from the events of attach_run. A counted launch is matched with the first launch of its
 * kernel that has no figures yet. Grid, block and dynamic shared memory must be equal. A launch without a prediction is
 * added (LAUNCH_MEASURED), with its kernel and the figures of each line. `launches`: how many launches of each kernel
 * were requested. Strings are taken from the arena of the facts. */
void attach_merge(struct facts *facts, const json_t *events, unsigned launches);

#endif
