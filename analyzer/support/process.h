/* Children's ends. */
#ifndef GPULINT_SUPPORT_PROCESS_H
#define GPULINT_SUPPORT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Waits for a child's end, which stays to be asked for: until then its number is nobody else's. False as below. */
bool process_ends(pid_t child, double seconds);
/* Whether it has ended, and not with status 0; its end stays to be asked for. */
bool process_has_failed(pid_t child);
/* Takes the status of a child that has ended, as waitpid has it; 0: it is not ours to ask for. */
int process_status(pid_t child);
/* Waits for a child, whose status is then in *status as waitpid has it. False: it has not ended within so many seconds. Even
 * one that was killed need not end: inside a driver that waits for its device, no signal reaches it. */
bool process_wait(pid_t child, double seconds, int *status);

#endif
