/* What a unit must hold in any case. */
#ifndef GPULINT_FRONTEND_LOWER_ROOTS_H
#define GPULINT_FRONTEND_LOWER_ROOTS_H

#include "frontend/lower/lower.h"

/* Queues what a unit must hold in any case. */
void roots_collect(struct lower *l);
/* Of a function or a template of one: whether it is __global__. */
bool roots_is_kernel(CXCursor cursor);

#endif
