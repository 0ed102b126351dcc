/* The streams that are being captured. Launches in them are recorded and not executed. Waiting for the GPU would end
 * the capture, whichever stream the wait is for. Any thread may call. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_CAPTURES_H
#define GPULINT_RUNTIME_CHECK_INJECT_CAPTURES_H

#include <cuda.h>
#include <stdbool.h>

/* The context and the calling thread identify the stream if it is CU_STREAM_PER_THREAD. */
void captures_begin(CUcontext context, CUstream stream);
void captures_end(CUcontext context, CUstream stream);
/* Ends all captures of a context that was destroyed. */
void captures_end_all(CUcontext context);
/* Whether a stream is being captured. */
bool captures_go_on(void);

#endif
