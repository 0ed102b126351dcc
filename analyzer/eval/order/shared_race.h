/* Races in shared memory: two threads of a block access the same bytes without a barrier in between, and one of them
 * stores.
 *
 * A block runs in lock step, so accesses are seen in an order that a GPU may produce, and barriers divide that order
 * into intervals. For each word of shared memory the last store and two loads are kept, as in compute-sanitizer's
 * racecheck. Only certain accesses count: lanes that must execute, at known addresses. Unmodelled code that may
 * order threads counts as a barrier: a fence, inline assembly, an atomic whose result decides control, skipped
 * iterations. So does a volatile load of a word that a thread of another warp has stored as volatile, because it may
 * wait for that store. Stores of one value by several threads are no race.
 *
 * Threads of one warp need __syncwarp() between such accesses since compute capability 7.0 (CUDA C++ programming
 * guide, "Independent Thread Scheduling"). A load followed directly by the store that overwrites it is accepted all
 * the same: the lanes execute both together, one instruction after the other. */
#ifndef GPULINT_EVAL_ORDER_SHARED_RACE_H
#define GPULINT_EVAL_ORDER_SHARED_RACE_H

#include <stdbool.h>
#include <stdint.h>

struct ir_expr;
struct ir_type;
struct machine;
struct shared_races;
struct value;

/* Call before the first block of a launch, and before each block. */
void shared_races_begin(struct machine *m);
void shared_races_begin_block(struct machine *m, const uint32_t block[3]);
/* type: of each lane's access. */
void shared_races_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                       const struct value *address);
/* stored: NULL: unknown. */
void shared_races_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                        const struct value *address, const struct value *stored);
void shared_races_atomic(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                         const struct value *address);
/* Call if all threads of the block are ordered or may be, or the threads of each warp with active lanes. */
void shared_races_order_block(struct machine *m);
void shared_races_order_warps(struct machine *m);
/* The following code may be unreachable: a loop was left before its end. */
void shared_races_end(struct machine *m);
/* Discards the launch's results: shared memory of other blocks looks like the block's own. */
void shared_races_give_up(struct machine *m);
/* Reports the races to the sink. */
void shared_races_report(struct machine *m);
void shared_races_free(struct shared_races *races);

#endif
