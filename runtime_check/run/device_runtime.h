/* The functions of CUDA's runtime that kernels can call. They are in a library (cudadevrt) that device code is linked
 * with. NVRTC neither declares nor links it. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_DEVICE_RUNTIME_H
#define GPULINT_RUNTIME_CHECK_RUN_DEVICE_RUNTIME_H

#include "compiler_log.h"

/* The message if the error is that a part of this library is missing; NULL: it is another error. */
const char *device_runtime_text(const struct log_error *error, struct arena *arena);

#endif
