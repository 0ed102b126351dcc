/* What the code of a job may have read. NVRTC opens any file that an #include names, and shows its lines in messages. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CONFINEMENT_H
#define GPULINT_RUNTIME_CHECK_RUN_CONFINEMENT_H

#include "support/arena.h"

/* From now on the process opens only what lies below the toolkit's headers (NULL: nothing), and that for reading alone. Where the
 * kernel has Landlock, that holds for everything in the process, and nothing can be made, removed or connected to; elsewhere it
 * holds for what calls open and fopen, as NVRTC does. For a child process: nothing takes it back. */
void confinement_begin(const char *toolkit, struct arena *arena);

#endif
