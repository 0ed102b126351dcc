/* The streams that are being captured: what is launched in them is recorded and not made, and waiting for the GPU would end
 * that, whichever stream it is for. Any thread may call. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_CAPTURES_H
#define GPULINT_RUNTIME_CHECK_INJECT_CAPTURES_H

#include <cuda.h>
#include <stdbool.h>

/* Of the context, in the calling thread: which one a stream that each thread has for itself is, that says. */
void captures_begin(CUcontext context, CUstream stream);
void captures_end(CUcontext context, CUstream stream);
/* Of all its streams: it is no more. */
void captures_end_all(CUcontext context);
/* Whether there is such a stream. */
bool captures_go_on(void);

#endif
