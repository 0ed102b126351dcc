/* Work that recurses as deeply as its input is nested. */
#ifndef GPULINT_SUPPORT_DEEP_STACK_H
#define GPULINT_SUPPORT_DEEP_STACK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Below a deep stack: larger than what any function keeps, so that none steps over it. */
enum { DEEP_STACK_GUARD = 1 << 20 };

/* Runs it to its end on a stack of 1 GiB, whatever the caller's limit is: address space, not memory, until it is used. Where
 * there is not as much, on one of 16 MiB, or the caller's. */
void deep_stack_run(void (*work)(void *context), void *context);

/* Starts a thread with such a stack, whose `size` in bytes is there before the thread is. False: there is no room for one. */
bool deep_stack_start(pthread_t *thread, size_t *size, void *(*work)(void *context), void *context);

/* How many may be in use at once, where the process may have only so many addresses (ulimit -v): at least one. */
unsigned deep_stack_most(void);

#endif
