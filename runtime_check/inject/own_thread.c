#include "own_thread.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

bool
own_thread_start(void *(*run)(void *))
{
	sigset_t all, before;
	pthread_t thread;
	sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
		return false;
	const bool started = pthread_create(&thread, NULL, run, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (started)
		pthread_detach(thread);
	return started;
}
