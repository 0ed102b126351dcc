/* Of the engine's own files: records of whole blocks.
 *
 * Each warp is followed from its begin to its end as the iterations of a loop are (cruise.h): what goes on by steps is
 * the block's number, and what is made of that linearly. */
#ifndef GPULINT_CODEGEN_EXECUTE_RECORD_H
#define GPULINT_CODEGEN_EXECUTE_RECORD_H

#include "codegen/execute/cruise.h"

void record_begin(struct execute_record *record, const struct execute_launch *launch);
struct cruise *record_of(const struct warp *warp);
/* Whether what the access that is executed finds in memory is the same in each block, if it is followed. */
bool record_loads_alike(const struct warp *warp);
/* The block has come to its end, or to where it cannot go on. */
void record_end(struct execute_record *record, const struct execute_run *run);

/* ---- loops of which periods are left out ---- */

/* The warp's block is followed when the second period of a loop begins, and when the third does. */
void record_begin_second(const struct cruise *block, struct passage *passage);
void record_begin_third(const struct cruise *block, struct passage *passage);
/* When it ends: whether the block's number was put to the same uses in both. */
bool record_is_steady(const struct cruise *block, const struct passage *passage);
/* So many periods like the third are left out behind it. */
void record_leave_out(struct cruise *block, const struct passage *passage, uint64_t periods);

#endif
