/* Decides whether the times of a kernel and its counterfactual variant can be compared: whether the hardware's
 * counters confirm that only the finding changed. Both versions must spill as many registers. Further conditions:
 * - Accesses: every line makes as many requests with as many lanes. Changed accesses have the ideal cost
 *   (packing.h), all others have their old cost. Branches take the same paths. As many blocks fit on a
 *   multiprocessor.
 * - Branches: the changed branch no longer diverges, and no other branch diverges more. Every line is executed by as
 *   many threads, in no more requests and at no higher cost. Threads execute as many instructions in total, except
 *   for those that let one lane decide. As many blocks fit.
 * - Block sizes: every line is executed by exactly as many threads, and the results are equal. More warps fit,
 *   unless the finding is about idle lanes. */
#ifndef GPULINT_RUNTIME_CHECK_FAIRNESS_H
#define GPULINT_RUNTIME_CHECK_FAIRNESS_H

#include "runtime_check/counterfactual.h"

/* Entries of a result, for kernels with one launch each. */
struct pairing {
	const json_t *original, *version;
	const json_t *twice; /* the variant with its extra computation done twice; NULL: there is none */
};

/* Why the kernel's launch did not run, in the arena; NULL: it ran. */
const char *fairness_failure(const json_t *kernel, struct arena *arena);

/* Why the kernel's launch was not counted; NULL: it was. */
const char *fairness_uncounted(const json_t *kernel, struct arena *arena);

/* Why the variant is not fair, in the arena; NULL: it is. Both must have been run and counted. */
const char *fairness_objection(const struct counterfactual *own, const struct pairing *pairing, struct arena *arena);

/* Whether the accesses at both places have one text. */
bool fairness_same_text(const struct place *a, const struct place *b);

#endif
