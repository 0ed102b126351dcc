/* What a function may do with what one of its parameters points to, found by reading its body: write to it, and return
 * a pointer or a reference into it. What is done through pointers that lie there is another object's business. */
#ifndef GPULINT_CODE_MAY_WRITE_H
#define GPULINT_CODE_MAY_WRITE_H

#include <stdbool.h>

#include "ir/ir.h"
#include "support/pointer_map.h"

/* What has been asked of functions so far; zeroed: nothing. */
struct may_write_known {
	struct pointer_map params;      /* what they point to */
};

/* Of a function that may be asked about again and again. */
bool func_is_known_to_write(struct may_write_known *known, const struct ir_func *func, uint32_t param);
bool func_is_known_to_return(struct may_write_known *known, const struct ir_func *func, uint32_t param);
void may_write_known_free(struct may_write_known *known);

#endif
