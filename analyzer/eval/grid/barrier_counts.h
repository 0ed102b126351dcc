/* How many barriers of the block each of its threads meets, and what becomes of threads that do not come to one.
 *
 * A barrier waits for all threads of the block that have not ended (CUDA C++ Programming Guide, "Compute Capability 7.x", of
 * __syncthreads). So a thread that is elsewhere is waited for until it ends, or its next barrier is taken for this one: which it is
 * shows at the end of the block, by how many barriers it has met. */
#ifndef GPULINT_EVAL_GRID_BARRIER_COUNTS_H
#define GPULINT_EVAL_GRID_BARRIER_COUNTS_H

struct barrier_counts;
struct fold_barrier;
struct machine;
struct mask;

/* Before each block, and behind it: then the fold gets what was noted. */
void barrier_counts_begin_block(struct machine *m);
void barrier_counts_end_block(struct machine *m);
/* The running lanes come to one. */
void barrier_counts_meet(struct machine *m);
/* They have come to this one, which the others do not; these have not ended. */
void barrier_counts_note(struct machine *m, const struct fold_barrier *barrier, const struct mask *missing);
/* The running lanes meet barriers that are not counted, or may. */
void barrier_counts_lose(struct machine *m);
void barrier_counts_free(struct barrier_counts *counts);

#endif
