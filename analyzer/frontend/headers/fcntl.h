#ifndef _FCNTL_H
#define _FCNTL_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_DIRECT 040000
#define O_LARGEFILE 0
#define O_CLOEXEC 02000000
#define F_GETFL 3
#define F_SETFL 4
extern "C" {
inline int open(const char *, int, ...) { return __gl_unknown<int>(); }
inline int creat(const char *, mode_t) { return __gl_unknown<int>(); }
inline int fcntl(int, int, ...) { return 0; }
inline int posix_fadvise(int, off_t, off_t, int) { return 0; }
}
#endif
