/* What the code of a job may have read. NVRTC opens any file that an #include names, and shows its lines in messages. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CONFINEMENT_H
#define GPULINT_RUNTIME_CHECK_RUN_CONFINEMENT_H

#include "support/arena.h"

/* Before it begins: the folder is one more below which files may be read, */
void confinement_allow_reading(const char *folder, struct arena *arena);
/* or written, and made and removed as well. Of the latter there is one. */
void confinement_allow_writing(const char *folder, struct arena *arena);
/* From now on the process opens only what lies below the toolkit's headers (NULL: nothing), and that for reading alone. Where the
 * kernel has Landlock, that holds for everything in the process, and nothing can be made, removed or connected to; elsewhere it
 * holds for what calls open and fopen, as NVRTC does. Its temporary files lie in memory. For a child process: nothing takes it back. */
void confinement_begin(const char *toolkit, struct arena *arena);

#endif
