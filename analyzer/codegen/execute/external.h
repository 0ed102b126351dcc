/* Of the engine's own files: functions that a module calls and does not have, for the driver has them: printf, the device's heap, what
 * an assertion that fails calls, and the launches of child kernels. A call of one is left out; the calling convention says what it keeps. */
#ifndef GPULINT_CODEGEN_EXECUTE_EXTERNAL_H
#define GPULINT_CODEGEN_EXECUTE_EXTERNAL_H

#include "codegen/execute/machine.h"
#include "codegen/execute/way_out.h"

struct cubin;

/* Whether no place of the module holds the address of a function of its own: then each call through a register is of one that it does
 * not have. */
bool external_is_all(const struct cubin *cubin);
/* The lanes come back behind the call, which is of one function. False: nobody knows of which, or it is none of those. */
bool external_call(struct warp *warp, const struct operation *operation, uint32_t lanes);
/* A region calls one of them. */
void external_note_call(struct region *region);

#endif
