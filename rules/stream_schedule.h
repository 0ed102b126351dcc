/* Schedules the work that a loop issues to streams: what overlaps, and what waits.
 *
 * Work of one stream executes in order. Copies to the device, copies to the host and kernels each have an engine
 * that processes one at a time (CUDA C++ programming guide, "Overlap of Data Transfer and Kernel Execution"). A
 * kernel leaves the multiprocessors that its grid does not use to other kernels. Work in the legacy default stream
 * starts after the work of all streams, and theirs after it. Times are in microseconds. */
#ifndef GPULINT_RULES_STREAM_SCHEDULE_H
#define GPULINT_RULES_STREAM_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stream_engine { ENGINE_NONE, ENGINE_KERNELS, ENGINE_TO_DEVICE, ENGINE_TO_HOST, STREAM_ENGINES };

enum { STREAM_MOST = 32 }; /* streams are distinguished up to this number */
enum {
	STREAM_IN_TURN = -1,
	STREAM_OF_ALL = -2
}; /* STREAM_IN_TURN: another stream in each iteration; STREAM_OF_ALL: all streams wait for it, and it for them */

/* One step that an iteration issues. */
struct stream_step {
	enum stream_engine engine; /* none: it only waits, or takes the host's time */
	double us;
	double share;    /* share of the engine that it uses; less than 1 for small grids */
	int stream;      /* from 1, or one of the above */
	bool host_waits; /* the host waits until it ends */
};

/* The time from the first iteration's start to the last one's end, over `iterations` iterations that alternate among
 * `streams` streams. */
double stream_schedule_us(const struct stream_step *steps, size_t count, uint64_t iterations, unsigned streams);

#endif
