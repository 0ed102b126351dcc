/* Loops. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_LOOP_H
#define GPULINT_FRONTEND_LOWER_LOWER_LOOP_H

#include "frontend/lower/lower.h"

void loop_for(struct lower *l, CXCursor cursor, int32_t unroll);
/* Of what a hint and a loop make: the factor of `#pragma unroll`, 0 none, -1 without a number. */
int32_t unroll_factor(struct lower *l, CXCursor cursor);
void loop_while(struct lower *l, CXCursor cursor, int32_t unroll);
void loop_do(struct lower *l, CXCursor cursor, int32_t unroll);

#endif
