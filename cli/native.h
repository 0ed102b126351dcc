/* --gpu native: the GPU of this machine, or of the one that --runner leads to. CUDA is not needed for that here: the kernel's driver
 * names its GPUs in /proc, and gpulint-run asks CUDA's. */
#ifndef GPULINT_CLI_NATIVE_H
#define GPULINT_CLI_NATIVE_H

#include <stdbool.h>

#include "cli/options.h"
#include "model/gpu.h"

/* Whether --gpu asks for it. */
bool native_is_wanted(const char *gpu);
/* Its data sheet, or after a message that of another GPU of its architecture; NULL after a message. */
const struct gpu *native_gpu(const struct options *options);
/* The name that all GPUs have which the driver lists in that folder, one a folder with a file "information"; NULL: it lists none, or
 * of several kinds. */
const char *native_model(struct arena *arena, const char *folder);

#endif
