/* Unnecessary barriers: no access between the barrier and the next one conflicts with an access that another thread
 * has made before it.
 *
 * The analysis uses upper bounds: every lane that may execute an access does. Accesses to unknown addresses, and
 * unsupported code, may touch any memory; so may the arm of a branch that no lane took. Shared memory is tracked by
 * words, other memory by objects. If nothing conflicts across a barrier, the accesses before and after it are merged
 * before the next barrier is judged. All reported barriers may therefore be removed together. */
#ifndef GPULINT_EVAL_ORDER_BARRIER_USE_H
#define GPULINT_EVAL_ORDER_BARRIER_USE_H

#include <stdbool.h>

struct barrier_uses;
struct ir_expr;
struct ir_type;
struct machine;
struct value;

/* Call before the first block of a launch, and before each block. */
void barrier_use_begin(struct machine *m);
void barrier_use_begin_block(struct machine *m);
/* An access of the active lanes. */
void barrier_use_access(struct machine *m, const struct ir_type *type, const struct value *address, bool stores);
/* An atomic. Outside shared memory, other blocks may wait for it. */
void barrier_use_atomic(struct machine *m, const struct ir_type *type, const struct value *address);
/* Whether accesses there count, because the memory is not private to a thread. */
bool barrier_use_sees(const struct machine *m, const struct value *address);
/* Code that may access any memory, or wait for other threads. */
void barrier_use_unseen(struct machine *m);
/* A barrier of the program. all_come: all threads of the block arrive that have not ended. */
void barrier_use_barrier(struct machine *m, const struct ir_expr *call, bool all_come);
/* Marks the latest barrier as needed regardless of accesses, because it decides which work a clock read measures. */
void barrier_use_keep_latest(struct machine *m);
/* Marks all barriers so far as needed: code that was not run may need them. */
void barrier_use_keep_all(struct machine *m);
/* Reports each barrier to the sink. */
void barrier_use_report(struct machine *m);
void barrier_use_free(struct barrier_uses *use);

#endif
