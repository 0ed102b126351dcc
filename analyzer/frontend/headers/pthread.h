/* Threads run to completion where they are created. */
#ifndef _PTHREAD_H
#define _PTHREAD_H
#pragma GCC system_header
#include <time.h>
#include <sched.h>
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
extern "C" {
typedef unsigned long pthread_t;
typedef union { int state; long size[5]; } pthread_mutex_t;
typedef union { int state; long size[6]; } pthread_cond_t;
typedef union { int state; long size[7]; } pthread_rwlock_t, pthread_attr_t;
typedef union { int state; long size[4]; } pthread_barrier_t;
typedef volatile int pthread_spinlock_t;
typedef struct { int state; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;
typedef int pthread_once_t;
typedef unsigned pthread_key_t;
inline int pthread_create(pthread_t *thread, const pthread_attr_t *, void *(*run)(void *), void *argument) { *thread = 1; run(argument); return 0; }
inline int pthread_join(pthread_t, void **) { return 0; }
inline int pthread_detach(pthread_t) { return 0; }
inline void pthread_exit(void *) {}
inline int pthread_cancel(pthread_t) { return 0; }
inline pthread_t pthread_self(void) { return 1; }
inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
inline int pthread_attr_init(pthread_attr_t *) { return 0; }
inline int pthread_attr_destroy(pthread_attr_t *) { return 0; }
inline int pthread_attr_setdetachstate(pthread_attr_t *, int) { return 0; }
inline int pthread_attr_setstacksize(pthread_attr_t *, size_t) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *) { return 0; }
inline int pthread_mutex_destroy(pthread_mutex_t *) { return 0; }
inline int pthread_mutex_lock(pthread_mutex_t *) { return 0; }
inline int pthread_mutex_trylock(pthread_mutex_t *) { return 0; }
inline int pthread_mutex_unlock(pthread_mutex_t *) { return 0; }
inline int pthread_mutexattr_init(pthread_mutexattr_t *) { return 0; }
inline int pthread_mutexattr_settype(pthread_mutexattr_t *, int) { return 0; }
inline int pthread_mutexattr_setpshared(pthread_mutexattr_t *, int) { return 0; }
inline int pthread_condattr_init(pthread_condattr_t *) { return 0; }
inline int pthread_condattr_setpshared(pthread_condattr_t *, int) { return 0; }
inline int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *) { return 0; }
inline int pthread_cond_destroy(pthread_cond_t *) { return 0; }
inline int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *) { return 0; }
inline int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *) { return 0; }
inline int pthread_cond_signal(pthread_cond_t *) { return 0; }
inline int pthread_cond_broadcast(pthread_cond_t *) { return 0; }
inline int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned) { return 0; }
inline int pthread_barrier_destroy(pthread_barrier_t *) { return 0; }
inline int pthread_barrier_wait(pthread_barrier_t *) { return 0; }
inline int pthread_once(pthread_once_t *, void (*run)(void)) { run(); return 0; }
inline int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *) { return 0; }
}
#endif
