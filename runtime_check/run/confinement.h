/* Limits which files the code of a job can read. NVRTC opens any file that an #include names, and quotes its lines in
 * messages. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CONFINEMENT_H
#define GPULINT_RUNTIME_CHECK_RUN_CONFINEMENT_H

#include "support/arena.h"

/* Before confinement_begin: allows reading of files in this folder and below. */
void confinement_allow_reading(const char *folder, struct arena *arena);
/* The same for reading, writing, creating and removing files. There is one such folder. */
void confinement_allow_writing(const char *folder, struct arena *arena);
/* From now on the process can only open files below the toolkit's headers (NULL: none) and the allowed folders, for
 * reading. If the kernel has Landlock, this holds for the whole process, which can also not create or remove files, or
 * connect. Otherwise it holds for callers of open and fopen, as NVRTC is. NVRTC's temporary files are kept in memory.
 * For a child process: it cannot be undone. */
void confinement_begin(const char *toolkit, struct arena *arena);

#endif
