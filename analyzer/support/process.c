#include "support/process.h"

#include <errno.h>
#include <sys/wait.h>
#include <time.h>

#include "support/clock.h"

bool
process_wait(pid_t child, double seconds, int *status)
{
	enum { FIRST_PAUSE = 100000, LONGEST_PAUSE = 20000000 };   /* nanoseconds */
	const double deadline = clock_seconds() + seconds;
	long pause = FIRST_PAUSE;
	*status = 0;
	for (;;) {
		const pid_t ended = waitpid(child, status, WNOHANG);
		if (ended == child || (ended < 0 && errno != EINTR))
			return true;
		if (clock_seconds() >= deadline)
			return false;
		nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
		pause = pause * 2 < LONGEST_PAUSE ? pause * 2 : LONGEST_PAUSE;
	}
}
