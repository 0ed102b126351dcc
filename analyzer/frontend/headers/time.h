#ifndef _TIME_H
#define _TIME_H
#pragma GCC system_header

#include <stddef.h>
#include <sys/types.h>
#include <gpulint/primitives.h>

#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define TIME_UTC 1

#pragma clang force_cuda_host_device begin
extern "C" {

struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern struct tm __gl_tm;

time_t time(time_t *);
clock_t clock(void);
inline int clock_gettime(clockid_t, struct timespec *now) { __gl_clock(); __gl_forget(now, sizeof *now); return 0; }
inline int clock_getres(clockid_t, struct timespec *step) { step->tv_sec = 0; step->tv_nsec = 1; return 0; }
inline int timespec_get(struct timespec *now, int base) { __gl_clock(); __gl_forget(now, sizeof *now); return base; }
inline int nanosleep(const struct timespec *, struct timespec *) { return 0; }
inline double difftime(time_t end, time_t start) { return (double)(end - start); }
inline time_t mktime(struct tm *) { return __gl_unknown<time_t>(); }
inline struct tm *localtime(const time_t *) { __gl_forget(&__gl_tm, sizeof __gl_tm); return &__gl_tm; }
inline struct tm *gmtime(const time_t *) { __gl_forget(&__gl_tm, sizeof __gl_tm); return &__gl_tm; }
inline struct tm *localtime_r(const time_t *, struct tm *out) { __gl_forget(out, sizeof *out); return out; }
inline struct tm *gmtime_r(const time_t *, struct tm *out) { __gl_forget(out, sizeof *out); return out; }
inline size_t strftime(char *text, size_t size, const char *, const struct tm *) { __gl_forget(text, size); return __gl_unknown<size_t>(); }
inline char *ctime(const time_t *) { return (char *)"now\n"; }
inline char *asctime(const struct tm *) { return (char *)"now\n"; }

}
#pragma clang force_cuda_host_device end
#endif
