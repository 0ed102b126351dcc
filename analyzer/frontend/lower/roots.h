#ifndef GPULINT_FRONTEND_LOWER_ROOTS_H
#define GPULINT_FRONTEND_LOWER_ROOTS_H

#include "frontend/unit/lower.h"

/* Queues the functions that a unit always contains. */
void roots_collect(struct lower *l);

#endif
