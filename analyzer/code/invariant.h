/* Values that stay the same, as the source of a function shows. */
#ifndef GPULINT_CODE_INVARIANT_H
#define GPULINT_CODE_INVARIANT_H

#include "code/definitions.h"

/* Whether it, a value or an address, is the same in all rounds of the loop, as far as variables say: memory and
 * functions count as other each time. */
bool loop_invariant(const struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *e);
/* Whether it is made of what is the same for all lanes: literals, parameters, constant memory, and numbers of the launch. Parameters
 * of a function that is called are taken for such. */
bool uniform_in_block(const struct definitions *definitions, const struct ir_expr *e);
bool uniform_address(const struct definitions *definitions, const struct ir_expr *e);
/* Whether it, a value or an address, is made of such and of the numbers of threads: memory has no part in it. */
bool steady_of_threads(const struct definitions *definitions, const struct ir_expr *e);

#endif
