/* Possible effects of code, whether or not a lane runs it: on memory as the compiler has to assume them, on the
 * process's random generators, on the device; and its use of floating point in decisions. Callees' bodies are read. */
#ifndef GPULINT_ANALYSIS_EFFECTS_H
#define GPULINT_ANALYSIS_EFFECTS_H

#include "ir/ir.h"

/* Whether a statement may store, synchronise or call unseen code; stores to local variables do not count. */
bool stmt_clobbers(const struct ir_stmt *s);
/* Whether it may order the threads of a block: by a barrier, fence, exchange, atomic, or unseen code. */
bool stmt_may_order_threads(const struct ir_stmt *s);
/* Whether it may read memory, or let other threads read it, so that earlier stores are needed. */
bool stmt_shows_stores(const struct ir_stmt *s);
bool expr_shows_stores(const struct ir_expr *e);
/* Whether a builtin may observe earlier stores of the thread, as far as the compiler knows. Most do. */
bool builtin_shows_stores(enum ir_builtin id);
/* Whether a call has no effect outside the function. */
bool func_is_pure(const struct ir_func *func);
/* Whether evaluation has an effect; false for NULL. */
bool expr_has_effects(const struct ir_expr *e);
/* Whether host code may launch a kernel, allocate or copy: these effects then matter more than its results. */
bool stmt_reaches_device(const struct ir_stmt *s);
/* Whether it compares floating-point numbers or converts one to an integer. If not, no address or branch depends on
 * them. */
bool stmt_decides_by_reals(const struct ir_stmt *s);
/* Whether it may draw from or seed the process's random generators. */
bool stmt_draws(const struct ir_stmt *s);
/* Whether a function without a visible body may do so: the C library's own functions do not. */
bool call_may_draw(const struct ir_func *func);

#endif
