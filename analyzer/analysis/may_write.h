/* Whether a function may write to a pointer parameter's target, or return a pointer or reference into it, by its
 * body. Accesses through pointers stored in the target belong to other objects. */
#ifndef GPULINT_ANALYSIS_MAY_WRITE_H
#define GPULINT_ANALYSIS_MAY_WRITE_H

#include <stdbool.h>

#include "ir/ir.h"
#include "support/pointer_map.h"

/* Cache of answers; zeroed: empty. */
struct may_write_known {
	struct pointer_map params; /* by parameter: the answer for its target */
};

/* Queries with this cache. */
bool func_is_known_to_write(struct may_write_known *known, const struct ir_func *func, uint32_t param);
bool func_is_known_to_return(struct may_write_known *known, const struct ir_func *func, uint32_t param);
void may_write_known_free(struct may_write_known *known);

#endif
