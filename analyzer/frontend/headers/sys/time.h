#ifndef _SYS_TIME_H
#define _SYS_TIME_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
#pragma clang force_cuda_host_device begin
extern "C" {
struct timezone { int tz_minuteswest, tz_dsttime; };
struct itimerval { struct timeval it_interval, it_value; };
inline int gettimeofday(struct timeval *now, void *) { __gl_clock(); __gl_forget(now, sizeof *now); return 0; }
inline int settimeofday(const struct timeval *, const struct timezone *) { return 0; }
inline int utimes(const char *, const struct timeval *) { return 0; }
}
#pragma clang force_cuda_host_device end
#define timersub(a, b, r) ((r)->tv_sec = (a)->tv_sec - (b)->tv_sec, (r)->tv_usec = (a)->tv_usec - (b)->tv_usec)
#define timeradd(a, b, r) ((r)->tv_sec = (a)->tv_sec + (b)->tv_sec, (r)->tv_usec = (a)->tv_usec + (b)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#endif
