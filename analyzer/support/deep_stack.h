/* Large stacks for work that recurses as deeply as its input is nested. */
#ifndef GPULINT_SUPPORT_DEEP_STACK_H
#define GPULINT_SUPPORT_DEEP_STACK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Guard area below a deep stack: larger than any function's frame, so that none skips it. */
enum { DEEP_STACK_GUARD = 1 << 20 };

/* Runs the work to its end on a stack of 1 GiB, whatever the caller's limit is. Untouched parts use address space
 * only. If that much is unavailable, the stack has 16 MiB, or is the caller's. */
void deep_stack_run(void (*work)(void *context), void *context);

/* Starts a thread with such a stack. *size is its bytes, set before the thread starts. False: no room for one. */
bool deep_stack_start(pthread_t *thread, size_t *size, void *(*work)(void *context), void *context);

/* How many such stacks may be in use at once if the address space is limited (ulimit -v): at least one. */
unsigned deep_stack_most(void);

#endif
