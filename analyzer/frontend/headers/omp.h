/* OpenMP: one thread, as in a program without -fopenmp. */
#ifndef _OMP_H
#define _OMP_H
#pragma GCC system_header
#include <gpulint/primitives.h>
extern "C" {
typedef struct { int state; } omp_lock_t, omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
inline void omp_set_num_threads(int) {}
inline int omp_get_num_threads(void) { return 1; }
inline int omp_get_max_threads(void) { return 1; }
inline int omp_get_thread_num(void) { return 0; }
inline int omp_get_num_procs(void) { return 1; }
inline int omp_in_parallel(void) { return 0; }
inline void omp_set_dynamic(int) {}
inline int omp_get_dynamic(void) { return 0; }
inline void omp_set_nested(int) {}
inline int omp_get_nested(void) { return 0; }
inline int omp_get_thread_limit(void) { return 1; }
inline void omp_init_lock(omp_lock_t *) {}
inline void omp_destroy_lock(omp_lock_t *) {}
inline void omp_set_lock(omp_lock_t *) {}
inline void omp_unset_lock(omp_lock_t *) {}
inline int omp_test_lock(omp_lock_t *) { return 1; }
inline double omp_get_wtime(void) { __gl_clock(); return __gl_unknown<double>(); }
inline double omp_get_wtick(void) { return 1e-9; }
}
#endif
