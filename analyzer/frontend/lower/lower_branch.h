#ifndef GPULINT_FRONTEND_LOWER_LOWER_BRANCH_H
#define GPULINT_FRONTEND_LOWER_LOWER_BRANCH_H

#include "frontend/unit/lower.h"

void branch_if(struct lower *l, CXCursor cursor);
void branch_switch(struct lower *l, CXCursor cursor);

#endif
