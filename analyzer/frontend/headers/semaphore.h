#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
#pragma GCC system_header
typedef union { char size[32]; long value; } sem_t;
extern "C" {
inline int sem_init(sem_t *, int, unsigned) { return 0; }
inline int sem_destroy(sem_t *) { return 0; }
inline int sem_wait(sem_t *) { return 0; }
inline int sem_trywait(sem_t *) { return 0; }
inline int sem_post(sem_t *) { return 0; }
}
#endif
