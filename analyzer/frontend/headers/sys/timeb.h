#ifndef _SYS_TIMEB_H
#define _SYS_TIMEB_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
struct timeb { time_t time; unsigned short millitm; short timezone, dstflag; };
extern "C" inline int ftime(struct timeb *out) { __gl_forget(out, sizeof *out); return 0; }
#endif
