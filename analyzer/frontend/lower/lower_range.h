#ifndef GPULINT_FRONTEND_LOWER_LOWER_RANGE_H
#define GPULINT_FRONTEND_LOWER_LOWER_RANGE_H

#include "frontend/unit/lower.h"

void range_lower(struct lower *l, CXCursor cursor);

#endif
