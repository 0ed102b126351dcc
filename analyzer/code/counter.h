/* Counters of loops: variables that the step moves by a known amount. */
#ifndef GPULINT_CODE_COUNTER_H
#define GPULINT_CODE_COUNTER_H

#include "code/definitions.h"

/* The variable that the loop's step moves by a known amount; NULL: there is none. */
const struct ir_var *loop_counter(struct definitions *definitions, const struct ir_stmt *loop);
/* The same of one that is added to, and how much: negative where that is taken away. */
const struct ir_var *loop_counter_step(struct definitions *definitions, const struct ir_stmt *loop, int64_t *by);
/* How often the loop goes round whose counter starts at that number, by its source alone; 0: not known, or too often to matter. */
unsigned counter_trips(struct definitions *definitions, const struct ir_stmt *loop, int64_t start);

#endif
