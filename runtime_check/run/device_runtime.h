/* What kernels call of CUDA's runtime, which for them is a library (cudadevrt) that their code is linked with. NVRTC neither
 * declares it nor links. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_DEVICE_RUNTIME_H
#define GPULINT_RUNTIME_CHECK_RUN_DEVICE_RUNTIME_H

#include "compiler_log.h"

/* Why the error cannot be helped, if it is that something of the library is missing; NULL: it is another one. */
const char *device_runtime_text(const struct log_error *error, struct arena *arena);

#endif
