/* What a piece of code may do, whether or not any lane runs it: to memory, as the compiler has to reckon with it, to the
 * random generators of the process, or to the device; and what it decides by. Bodies of functions that it calls are read. */
#ifndef GPULINT_CODE_EFFECTS_H
#define GPULINT_CODE_EFFECTS_H

#include "ir/ir.h"

/* Whether a statement may store, synchronise or call what cannot be seen; a local variable does not count. */
bool stmt_clobbers(const struct ir_stmt *s);
/* Whether it may order what threads of a block do: by a barrier, a fence, an exchange, an atomic, or what cannot be seen. */
bool stmt_may_order_threads(const struct ir_stmt *s);
/* Whether it may read memory, or let others read it: then what was stored before is needed. */
bool stmt_shows_stores(const struct ir_stmt *s);
bool expr_shows_stores(const struct ir_expr *e);
/* Of a builtin, whether what the thread has stored so far may be seen by it: most are, or the compiler cannot tell. */
bool builtin_shows_stores(enum ir_builtin id);
/* Whether calling it changes nothing that is seen outside of it. */
bool func_is_pure(const struct ir_func *func);
/* Whether evaluating it changes anything; NULL does not. */
bool expr_has_effects(const struct ir_expr *e);
/* Whether host code may launch a kernel, allocate or copy: what it does then counts for more than its results. */
bool stmt_reaches_device(const struct ir_stmt *s);
/* Whether it compares floating point or makes an integer of it: if not, no address and no branch depends on any. */
bool stmt_decides_by_reals(const struct ir_stmt *s);
/* Whether a statement may draw from or seed the process's random generators. */
bool stmt_draws(const struct ir_stmt *s);
/* Whether a function that cannot be seen may: the C library's own do not. */
bool call_may_draw(const struct ir_func *func);

#endif
