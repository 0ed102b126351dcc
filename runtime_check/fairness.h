/* Whether two versions of a kernel, of which one has an access in its ideal form, can be compared in time. */
#ifndef GPULINT_RUNTIME_CHECK_FAIRNESS_H
#define GPULINT_RUNTIME_CHECK_FAIRNESS_H

#include "runtime_check/counterfactual.h"

/* Of a kernel's answer in a result whose launch ran; else why it did not, in the arena. NULL: it ran. */
const char *fairness_failure(const json_t *kernel, struct arena *arena);

/* Why the version is no fair counterpart of the original, both answers of a result with one launch each, in the arena; NULL: it
 * is one. */
const char *fairness_objection(const struct counterfactual *own, const json_t *original, const json_t *version,
                               struct arena *arena);

#endif
