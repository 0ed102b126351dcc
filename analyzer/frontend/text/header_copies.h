/* Copies of headers that libclang would not read as nvcc does. */
#ifndef GPULINT_FRONTEND_TEXT_HEADER_COPIES_H
#define GPULINT_FRONTEND_TEXT_HEADER_COPIES_H

/* `file`: a regular file that this thread has opened for reading. Returns the file itself, or in its place a copy as
 * nvcc reads it. Each file has one copy, however often and by whatever name it is opened: libclang recognises by it a
 * file that is included once. */
int header_copies_open(int file);
/* Discards the thread's copies. Files that are open stay valid. */
void header_copies_close(void);

#endif
