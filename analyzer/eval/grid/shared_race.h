/* Races in shared memory: two threads of a block that access the same bytes, one of them to store, with no barrier between.
 *
 * A block runs in lock step here, so that each access is looked at in an order in which a GPU may make them, and barriers part
 * that order into intervals. Of each word of shared memory the last store and two loads are kept, as compute-sanitizer's
 * racecheck does. Only what is certain counts: lanes that surely run, at addresses that are known. Whatever may order threads and
 * is not modelled as such (a fence, inline assembly, an atomic whose result decides what comes next, iterations that are not run)
 * is taken for a barrier; so is a volatile load of what a thread of another warp has stored as such, which may be what it waits
 * for. Stores of one value by several threads are no race.
 *
 * Threads of one warp need __syncwarp() between such accesses since compute capability 7.0 (CUDA C++ programming guide,
 * "Independent Thread Scheduling"). A load of which the next store to shared memory overwrites what it has read passes all the
 * same: both are made by lanes that go together, one instruction after the other. */
#ifndef GPULINT_EVAL_GRID_SHARED_RACE_H
#define GPULINT_EVAL_GRID_SHARED_RACE_H

#include <stdbool.h>
#include <stdint.h>

struct ir_expr;
struct ir_type;
struct machine;
struct shared_races;
struct value;

/* Before the first block of a launch, and before each. */
void shared_races_begin(struct machine *m);
void shared_races_begin_block(struct machine *m, const uint32_t block[3]);
/* type: of what each lane moves. */
void shared_races_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address);
/* stored: NULL: nobody knows. */
void shared_races_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address,
                        const struct value *stored);
void shared_races_atomic(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address);
/* Something orders all threads of the block, or may; or those of each warp some of whose lanes are there. */
void shared_races_order_block(struct machine *m);
void shared_races_order_warps(struct machine *m);
/* What comes next may never be reached: a loop was left that was not run to its end. */
void shared_races_end(struct machine *m);
/* What has been seen of the launch tells nothing: shared memory of other blocks looks like the block's own. */
void shared_races_give_up(struct machine *m);
/* Hands those that were found to the fold. */
void shared_races_tell(struct machine *m);
void shared_races_free(struct shared_races *races);

#endif
