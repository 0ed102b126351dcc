#ifndef _SYS_SYSINFO_H
#define _SYS_SYSINFO_H
#pragma GCC system_header
#include <gpulint/primitives.h>
struct sysinfo { long uptime; unsigned long loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap; unsigned short procs; unsigned mem_unit; };
extern "C" inline int sysinfo(struct sysinfo *out) { __gl_forget(out, sizeof *out); return 0; }
extern "C" inline int get_nprocs(void) { return __gl_unknown<int>(); }
#endif
