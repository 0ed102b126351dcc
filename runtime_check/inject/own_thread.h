/* Threads of gpulint's own in somebody else's program. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_OWN_THREAD_H
#define GPULINT_RUNTIME_CHECK_INJECT_OWN_THREAD_H

#include <stdbool.h>

/* Begins one, which nobody waits for. The program's signals are for its own threads. False: there is none. */
bool own_thread_start(void *(*run)(void *));

#endif
