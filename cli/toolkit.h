/* Where NVIDIA's headers are, should the code include what the built-in ones lack. */
#ifndef GPULINT_CLI_TOOLKIT_H
#define GPULINT_CLI_TOOLKIT_H

#include "support/arena.h"

/* The include folder of a toolkit: $CUDA_PATH's, $CUDA_HOME's, the system's, or that of the wheels that setup.sh
 * unpacked beside the executable; NULL: there is none. */
const char *toolkit_find(struct arena *arena);

#endif
