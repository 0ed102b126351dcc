/* --gpu native: the GPU of this machine, or of the machine to which --runner leads. CUDA is not needed on this machine:
 * the kernel's driver lists its GPUs in /proc, and gpulint-run asks CUDA's driver. */
#ifndef GPULINT_CLI_NATIVE_H
#define GPULINT_CLI_NATIVE_H

#include <stdbool.h>

#include "cli/options.h"
#include "model/gpu.h"

/* Whether --gpu is native. */
bool native_is_wanted(const char *gpu);
/* The GPU's data sheet or, after a message, that of another GPU of its architecture; NULL after a message. */
const struct gpu *native_gpu(const struct options *options);
/* The common name of all GPUs that the driver lists in the folder, where each has a subfolder with a file
 * "information"; NULL: there are none, or several kinds. */
const char *native_model(struct arena *arena, const char *folder);

#endif
