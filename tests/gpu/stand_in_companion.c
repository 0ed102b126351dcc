/* The library that CUPTI loads for counting. Loading takes STAND_IN_LOADS milliseconds, and then creates the file named
 * by STAND_IN_LOADED. Built as libnvperf_host.so, next to stand_in_cupti.c. */
#define _DEFAULT_SOURCE /* usleep */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void
load(void)
{
	const char *milliseconds = getenv("STAND_IN_LOADS"), *file = getenv("STAND_IN_LOADED");
	if (milliseconds)
		usleep(1000 * (unsigned)atoi(milliseconds));
	const int made = file ? open(file, O_WRONLY | O_CREAT, 0600) : -1;
	if (made >= 0)
		close(made);
}
