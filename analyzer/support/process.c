#include "support/process.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "support/clock.h"

/* Also true if it is no child of this process. */
static bool
has_ended(pid_t child)
{
	siginfo_t info = {0};
	const int failed = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
	return failed ? errno != EINTR : info.si_pid == child;
}

bool
process_ends(pid_t child, double seconds)
{
	enum { FIRST_PAUSE = 100000, LONGEST_PAUSE = 20000000 }; /* nanoseconds */
	const double deadline = clock_seconds() + seconds;
	long pause = FIRST_PAUSE;
	while (!has_ended(child)) {
		if (clock_seconds() >= deadline)
			return false;
		nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
		pause = pause * 2 < LONGEST_PAUSE ? pause * 2 : LONGEST_PAUSE;
	}
	return true;
}

bool
process_has_failed(pid_t child)
{
	siginfo_t info = {0};
	return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child &&
	       info.si_status != 0;
}

int
process_status(pid_t child)
{
	int status = 0;
	while (waitpid(child, &status, WNOHANG) < 0 && errno == EINTR)
		continue;
	return status;
}

bool
process_wait(pid_t child, double seconds, int *status)
{
	const bool ended = process_ends(child, seconds);
	*status = ended ? process_status(child) : 0;
	return ended;
}
