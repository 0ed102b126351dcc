/* Of the engine's own files: records of whole blocks.
 *
 * Each warp is followed from its begin to its end as the iterations of a loop are (cruise.h): what goes on by steps is
 * the block's number, and what is made of that linearly. */
#ifndef GPULINT_CODEGEN_EXECUTE_RECORD_H
#define GPULINT_CODEGEN_EXECUTE_RECORD_H

#include "codegen/execute/machine.h"

void record_begin(struct execute_record *record);
/* The warp goes on. */
void record_warp(struct warp *warp);
/* The block has come to its end, or to where it cannot go on. */
void record_end(struct execute_record *record, const struct execute_run *run);

#endif
