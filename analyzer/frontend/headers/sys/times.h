#ifndef _SYS_TIMES_H
#define _SYS_TIMES_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };
extern "C" inline clock_t times(struct tms *out) { __gl_forget(out, sizeof *out); return __gl_unknown<clock_t>(); }
#endif
