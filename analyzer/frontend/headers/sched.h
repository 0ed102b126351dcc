#ifndef _SCHED_H
#define _SCHED_H
#pragma GCC system_header
#include <sys/types.h>
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) ((void)(set))
#define CPU_SET(cpu, set) ((void)(cpu), (void)(set))
#define CPU_ISSET(cpu, set) 0
typedef struct { unsigned long bits[16]; } cpu_set_t;
struct sched_param { int sched_priority; };
extern "C" {
inline int sched_yield(void) { return 0; }
inline int sched_setaffinity(pid_t, size_t, const cpu_set_t *) { return 0; }
inline int sched_getaffinity(pid_t, size_t, cpu_set_t *) { return 0; }
inline int sched_getcpu(void) { return 0; }
}
#endif
