/* What a unit must hold in any case. */
#ifndef GPULINT_FRONTEND_LOWER_ROOTS_H
#define GPULINT_FRONTEND_LOWER_ROOTS_H

#include "frontend/unit/lower.h"

/* Queues what a unit must hold in any case. */
void roots_collect(struct lower *l);

#endif
