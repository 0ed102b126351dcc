/* What the integers of a function's code may be each time that they are computed, found by reading the code forwards, as the
 * compiler does: literals, types, the grid's limits and what conditions leave of a variable bound them, whatever the data. */
#ifndef GPULINT_CODE_POSSIBLE_VALUES_H
#define GPULINT_CODE_POSSIBLE_VALUES_H

#include <stdbool.h>

#include "ir/possible.h"
#include "support/arena.h"
#include "support/pointer_map.h"

/* Of one function. */
struct possible_values {
	struct pointer_map exprs;      /* those of which more is known than their types say, to struct possible */
	struct possible result;
};

/* What is known of functions so far; zeroed: nothing. */
struct possible_known {
	struct pointer_map funcs;      /* to struct possible_values */
	unsigned depth;                /* of functions being read, one for another */
	bool without_grid;             /* the grid's limits are left out */
	struct arena arena;
};

/* Lives as long as `known`. */
const struct possible_values *possible_values_of(struct possible_known *known, const struct ir_func *func);
struct possible possible_value(const struct possible_values *values, const struct ir_expr *e);
void possible_known_free(struct possible_known *known);

#endif
