#ifndef GPULINT_FRONTEND_LOWER_LOWER_LOOP_H
#define GPULINT_FRONTEND_LOWER_LOWER_LOOP_H

#include "frontend/unit/lower.h"

void loop_for(struct lower *l, CXCursor cursor);
void loop_while(struct lower *l, CXCursor cursor);
void loop_do(struct lower *l, CXCursor cursor);

#endif
