/* Whether two versions of a kernel, of which one has what a finding tells of as it should be, can be compared in time: whether
 * the hardware counted what was meant. In both as many registers are spilled, and
 *  - of accesses: every line makes as many requests with as many lanes, those that changed now cost the ideal (packing.h), all others what
 *    they did, no branch goes other ways, and as many blocks fit on a multiprocessor;
 *  - of a branch: it splits no warp any more, no other one splits more than before, every line is run by as many threads, in no
 *    more requests at no higher cost, threads execute as many instructions in all, but for what it takes to let one lane decide,
 *    and as many blocks fit;
 *  - of blocks: every line is run by as many threads, to the last one, and the results are the same; and more warps fit, where
 *    the finding is about no idle lanes. */
#ifndef GPULINT_RUNTIME_CHECK_FAIRNESS_H
#define GPULINT_RUNTIME_CHECK_FAIRNESS_H

#include "runtime_check/counterfactual.h"

/* Answers of a result, for kernels with one launch each. */
struct pairing {
	const json_t *original, *version;
	const json_t *twice; /* the version that computes what it adds twice; NULL: there is none */
};

/* Of a kernel's answer in a result whose launch ran; else why it did not, in the arena. NULL: it ran. */
const char *fairness_failure(const json_t *kernel, struct arena *arena);

/* The same of what was to be counted of it. */
const char *fairness_uncounted(const json_t *kernel, struct arena *arena);

/* Why the version is no fair counterpart of the original, in the arena; NULL: it is one. Both have run and were counted. */
const char *fairness_objection(const struct counterfactual *own, const struct pairing *pairing, struct arena *arena);

/* Whether accesses at both places are one text. */
bool fairness_same_text(const struct place *a, const struct place *b);

#endif
