/* Internal to the engine: functions that a module calls but does not define, because the driver provides them. They
 * are printf, the device heap, the handler of failed assertions, and launches of child kernels. A call is skipped;
 * the calling convention says which registers it preserves. */
#ifndef GPULINT_CODEGEN_EXECUTE_EXTERNAL_H
#define GPULINT_CODEGEN_EXECUTE_EXTERNAL_H

#include "codegen/execute/region.h"
#include "codegen/execute/run_state.h"

struct cubin;

/* Whether the module holds no address of one of its own functions. Then every call through a register is external. */
bool external_is_all(const struct cubin *cubin);
/* The lanes resume after the call, if all of them call the same function. False: the target is unknown or not
 * external. */
bool external_call(struct warp *warp, const struct operation *operation, uint32_t lanes);
/* Records in `region` that it calls an external function. */
void external_note_call(struct region *region);

#endif
