/* Internal to the engine: records of whole blocks.
 *
 * A record follows each warp from start to end, as extrapolate.h follows loop iterations. The induction variable is the
 * block index; linear functions of it advance by steps. */
#ifndef GPULINT_CODEGEN_EXECUTE_RECORD_H
#define GPULINT_CODEGEN_EXECUTE_RECORD_H

#include "codegen/execute/extrapolate.h"

void record_begin(struct execute_record *record, const struct execute_launch *launch);
struct extrapolation *record_of(const struct warp *warp);
/* Whether the current access loads the same contents in each block. True if no record is made. */
bool record_loads_alike(const struct warp *warp);
/* The block has ended or cannot continue. */
void record_end(struct execute_record *record, const struct execute_run *run);

/* ---- extrapolated loops ---- */

/* Called when the second and when the third period of a loop begin in a recorded block. */
void record_begin_second(const struct extrapolation *block, struct passage *passage);
void record_begin_third(const struct extrapolation *block, struct passage *passage);
/* Called when the third period ends: whether both periods used the block index in the same way. */
bool record_is_invariant(const struct extrapolation *block, const struct passage *passage);
/* `periods` more periods like the third are skipped. */
void record_leave_out(struct extrapolation *block, const struct passage *passage, uint64_t periods);

#endif
