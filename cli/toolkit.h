/* Finds NVIDIA's headers, in case the code includes one that is not built in. */
#ifndef GPULINT_CLI_TOOLKIT_H
#define GPULINT_CLI_TOOLKIT_H

#include "support/arena.h"

/* The include folder of a toolkit: that of $CUDA_PATH, of $CUDA_HOME, of the system, or of the wheels that setup.sh
 * unpacked next to the executable; NULL: there is none. */
const char *toolkit_find(struct arena *arena);

#endif
