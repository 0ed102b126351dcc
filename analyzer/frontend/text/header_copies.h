/* Copies of the headers that the compiler would not read as nvcc does. */
#ifndef GPULINT_FRONTEND_TEXT_HEADER_COPIES_H
#define GPULINT_FRONTEND_TEXT_HEADER_COPIES_H

/* Of a regular file that this thread has opened for reading: the same, or in its place a copy of it as nvcc reads it. Each
 * file has one copy, however often and by whatever name it is opened: that tells a file which is included once. */
int header_copies_open(int file);
/* Forgets the thread's copies; files that are open stay so. */
void header_copies_close(void);

#endif
