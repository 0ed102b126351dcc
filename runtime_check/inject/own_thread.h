/* Threads of gpulint's own inside another program. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_OWN_THREAD_H
#define GPULINT_RUNTIME_CHECK_INJECT_OWN_THREAD_H

#include <stdbool.h>

/* Starts a detached thread that blocks all signals, so that the program's own threads handle them. False: it could not
 * be started. */
bool own_thread_start(void *(*run)(void *));

#endif
