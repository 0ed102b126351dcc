/* What libclang opens: files that have an end. */
#ifndef GPULINT_FRONTEND_REGULAR_FILES_H
#define GPULINT_FRONTEND_REGULAR_FILES_H

/* Between the two calls this thread opens nothing for reading but regular files and folders: an #include of anything else fails
 * with EPERM. A pipe would wait for who writes to it, and a device need not end. Of a header that it would not read as nvcc
 * does it gets a copy: see text/header_copies.h. */
void regular_files_begin(void);
void regular_files_end(void);

#endif
