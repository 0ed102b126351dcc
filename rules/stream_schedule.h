/* When the work that a loop issues to streams is over: what runs beside what, and what waits.
 *
 * Work of one stream runs in its order; copies to the device, copies to the host and kernels have an engine each, which takes one
 * after the other (CUDA C++ programming guide, "Overlap of Data Transfer and Kernel Execution"). A kernel leaves room beside it for
 * as many others as its grid leaves multiprocessors. Work in the legacy default stream starts when that of all streams is done, and
 * theirs when it is. Times are microseconds. */
#ifndef GPULINT_RULES_STREAM_SCHEDULE_H
#define GPULINT_RULES_STREAM_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stream_engine { ENGINE_NONE, ENGINE_KERNELS, ENGINE_TO_DEVICE, ENGINE_TO_HOST, STREAM_ENGINES };

enum { STREAM_MOST = 32 }; /* they are told apart up to this one */
enum {
	STREAM_IN_TURN = -1,
	STREAM_OF_ALL = -2
}; /* another in each iteration; one that waits for all, and they for it */

/* What an iteration issues. */
struct stream_step {
	enum stream_engine engine; /* none: it only waits, or takes the host's time */
	double us;
	double share;    /* of the engine that it takes: of small grids less than 1 */
	int stream;      /* from 1 on, or one of the above */
	bool host_waits; /* until it is over */
};

/* From the first to the end of the last of so many iterations, which go round so many streams. */
double stream_schedule_us(const struct stream_step *steps, size_t count, uint64_t iterations, unsigned streams);

#endif
