#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H
#pragma GCC system_header
#include <sys/time.h>
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_CORE 4
#define RLIMIT_NPROC 6
#define RLIMIT_NOFILE 7
#define RLIMIT_MEMLOCK 8
#define RLIMIT_AS 9
#define RLIM_INFINITY (~0ul)
typedef unsigned long rlim_t;
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss, ru_minflt, ru_majflt, ru_inblock, ru_oublock, ru_nvcsw, ru_nivcsw; };
struct rlimit { rlim_t rlim_cur, rlim_max; };
extern "C" {
inline int getrusage(int, struct rusage *out) { __gl_forget(out, sizeof *out); return 0; }
inline int getrlimit(int, struct rlimit *out) { __gl_forget(out, sizeof *out); return 0; }
inline int setrlimit(int, const struct rlimit *) { return 0; }
}
#endif
