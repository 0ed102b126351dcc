#include "support/clock.h"

double
clock_of(clockid_t clock)
{
	struct timespec time = {0};
	clock_gettime(clock, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double
clock_seconds(void)
{
	return clock_of(CLOCK_MONOTONIC);
}

double
clock_processor_seconds(void)
{
	return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

double
clock_thread_seconds(void)
{
	return clock_of(CLOCK_THREAD_CPUTIME_ID);
}
