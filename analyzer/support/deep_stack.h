/* Work that recurses as deeply as its input is nested. */
#ifndef GPULINT_SUPPORT_DEEP_STACK_H
#define GPULINT_SUPPORT_DEEP_STACK_H

/* Runs it to its end on a stack of 1 GiB, whatever the caller's limit is: address space, not memory, until it is used. Where
 * there is not as much, on one of 16 MiB, or the caller's. */
void deep_stack_run(void (*work)(void *context), void *context);

#endif
