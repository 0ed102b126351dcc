/* Counts the barriers that each thread of a block executes, and finds threads that miss one.
 *
 * A barrier waits for all threads of the block that have not ended (CUDA C++ Programming Guide, "Compute Capability
 * 7.x", of __syncthreads). A thread that is elsewhere is waited for until it ends, or until its next barrier counts
 * as this one. The numbers of barriers at the end of the block show which happened. */
#ifndef GPULINT_EVAL_ORDER_BARRIER_COUNTS_H
#define GPULINT_EVAL_ORDER_BARRIER_COUNTS_H

struct barrier_counts;
struct barrier_event;
struct machine;
struct mask;

/* Call before and after each block. The latter reports the recorded barriers to the sink. */
void barrier_counts_begin_block(struct machine *m);
void barrier_counts_end_block(struct machine *m);
/* The active lanes arrive at a barrier. */
void barrier_counts_meet(struct machine *m);
/* Records a barrier that the active lanes reach. The lanes of `missing`, which have not ended, do not reach it. */
void barrier_counts_note(struct machine *m, const struct barrier_event *barrier, const struct mask *missing);
/* The active lanes may execute barriers that are not counted. */
void barrier_counts_forget(struct machine *m);
void barrier_counts_free(struct barrier_counts *counts);

#endif
