/* Waiting for child processes. */
#ifndef GPULINT_SUPPORT_PROCESS_H
#define GPULINT_SUPPORT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Waits for a child's end without reaping it, so its process id stays reserved. False as below. */
bool process_ends(pid_t child, double seconds);
/* Whether it has ended with a status other than 0, without reaping it. */
bool process_has_failed(pid_t child);
/* Reaps a child that has ended and returns its waitpid status; 0: it is no child of this process. */
int process_status(pid_t child);
/* Waits for a child and sets *status as waitpid does. False: it has not ended within `seconds`. Even a killed
 * process may not end: no signal reaches it inside a driver that waits for its device. */
bool process_wait(pid_t child, double seconds, int *status);

#endif
