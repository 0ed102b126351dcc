/* What CUPTI takes in for counting, as slow as STAND_IN_LOADS says, in milliseconds. It makes the file that STAND_IN_LOADED names
 * when it is there.
 *
 * Built as libnvperf_host.so, beside stand_in_cupti.c. */
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
