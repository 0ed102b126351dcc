#ifndef _UNISTD_H
#define _UNISTD_H
#pragma GCC system_header
#include <stdlib.h>
#include <sys/types.h>
#include <getopt.h>
#define _POSIX_VERSION 200809L
#define _POSIX2_VERSION 200809L
#define _XOPEN_VERSION 700
#define _POSIX_TIMERS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_CPUTIME 0
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#pragma clang force_cuda_host_device begin
extern "C" {
inline unsigned sleep(unsigned) { return 0; }
inline int usleep(useconds_t) { return 0; }
inline int close(int) { return 0; }
inline ssize_t read(int, void *to, size_t n) { __gl_forget_input(to, n); return __gl_input<ssize_t>(); }
inline ssize_t write(int, const void *, size_t n) { return (ssize_t)n; }
inline ssize_t pread(int, void *to, size_t n, off_t) { __gl_forget_input(to, n); return __gl_input<ssize_t>(); }
inline ssize_t pwrite(int, const void *, size_t n, off_t) { return (ssize_t)n; }
inline off_t lseek(int, off_t, int) { return __gl_input<off_t>(); }
inline int access(const char *, int) { return __gl_unknown<int>(); }
inline int unlink(const char *) { return 0; }
inline int rmdir(const char *) { return 0; }
inline int chdir(const char *) { return 0; }
inline char *getcwd(char *text, size_t n) { __gl_forget(text, n); return text; }
inline int ftruncate(int, off_t) { return 0; }
inline int fsync(int) { return 0; }
inline int isatty(int) { return 0; }
inline int dup(int) { return __gl_unknown<int>(); }
inline int dup2(int, int to) { return to; }
inline int pipe(int *ends) { __gl_forget(ends, 2 * sizeof(int)); return 0; }
inline pid_t fork(void) { return __gl_unknown<pid_t>(); }
inline pid_t getpid(void) { return __gl_unknown<pid_t>(); }
inline pid_t getppid(void) { return __gl_unknown<pid_t>(); }
inline uid_t getuid(void) { return __gl_unknown<uid_t>(); }
inline long sysconf(int) { return __gl_unknown<long>(); }
inline int gethostname(char *text, size_t n) { __gl_forget(text, n); return 0; }
inline ssize_t readlink(const char *, char *text, size_t n) { __gl_forget(text, n); return __gl_unknown<ssize_t>(); }
inline int execvp(const char *, char *const *) { return -1; }
inline int execl(const char *, const char *, ...) { return -1; }
inline unsigned alarm(unsigned) { return 0; }
inline int getpagesize(void) { return 4096; }
inline void *sbrk(intptr_t) { return __gl_unknown<void *>(); }
}
#pragma clang force_cuda_host_device end
#endif
