/* Restricts libclang to files that have an end. */
#ifndef GPULINT_FRONTEND_REGULAR_FILES_H
#define GPULINT_FRONTEND_REGULAR_FILES_H

/* Between the two calls this thread opens only regular files and folders for reading: an #include of anything else
 * fails with EPERM. A pipe would block until someone writes to it, and a device need not end. libclang receives a copy
 * of a header that it would not read as nvcc does: see frontend/text/header_copies.h. */
void regular_files_begin(void);
void regular_files_end(void);

#endif
