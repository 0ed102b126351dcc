/* Accesses to shared memory that the compiler merges into wider ones: each waits for its neighbours, and what came
 * together is counted as the instructions that the compiler makes of it.
 *
 * Of four words in 16 bytes, three loads or more become one load of 16 bytes, two in one half one of 8, unless it would go
 * beyond an end of the array; stores write what they must and no more. A store in between, an atomic or a barrier keeps neighbours apart. So nvcc 13.0 does for sm_90;
 * tests/unit/test_widen.c has the statements that were compiled. */
#ifndef GPULINT_MODEL_WIDEN_H
#define GPULINT_MODEL_WIDEN_H

#include "model/fold.h"

struct widening;

struct widening *widening_new(unsigned lanes);
void widening_free(struct widening *widening);
/* An access to shared memory. True when it waits, and is counted with its neighbours or when it is seen to have none. */
bool widen(struct widening *widening, struct fold *fold, const struct fold_access *access);
/* Whether other stores stand between that one and its neighbours: it is told by itself. */
bool widen_parts(const struct widening *widening, const struct ir_expr *store);
/* Nothing waits any longer. */
void widen_finish(struct widening *widening, struct fold *fold);

#endif
