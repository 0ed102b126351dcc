/* Barriers that order nothing: what threads access after one, up to the next, no other thread has accessed before it.
 *
 * Upper bounds are what counts here: each lane that may run an access makes it, an access whose place is not known goes anywhere,
 * and so does what is not modelled, or what a side of a branch may do that no lane has taken. Shared memory is looked at by words,
 * other memory by objects. Where nothing conflicts across a barrier, the accesses on both its sides are taken together before the
 * next one is judged: all that are found may go at once. */
#ifndef GPULINT_EVAL_GRID_BARRIER_USE_H
#define GPULINT_EVAL_GRID_BARRIER_USE_H

#include <stdbool.h>

struct barrier_uses;
struct ir_expr;
struct ir_type;
struct machine;
struct value;

/* Before the first block of a launch, and before each. */
void barrier_use_begin(struct machine *m);
void barrier_use_begin_block(struct machine *m);
/* An access of the lanes that run. */
void barrier_use_access(struct machine *m, const struct ir_type *type, const struct value *address, bool stores);
/* An atomic, by which other blocks may wait where it does not go to shared memory. */
void barrier_use_atomic(struct machine *m, const struct ir_type *type, const struct value *address);
/* Whether accesses there count: it is no memory of the thread's own. */
bool barrier_use_sees(const struct machine *m, const struct value *address);
/* Something may access any memory, or wait for other threads. */
void barrier_use_unseen(struct machine *m);
/* A barrier of the program's own; all_come: of all threads of the block that have not ended. */
void barrier_use_barrier(struct machine *m, const struct ir_expr *call, bool all_come);
/* The latest barrier is taken to be needed, whatever threads access: it says when what comes now happens. */
void barrier_use_keep_latest(struct machine *m);
/* All barriers so far are taken to be needed: what was not run may need them. */
void barrier_use_keep_all(struct machine *m);
/* Tells the fold of each barrier. */
void barrier_use_tell(struct machine *m);
void barrier_use_free(struct barrier_uses *use);

#endif
