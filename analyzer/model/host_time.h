/* Times of host operations, by a profile's measured transfers (kernels/transfers.h).
 *
 * Copies between host and device depend on bytes, direction and kind of host memory. Their time includes the call
 * and the wait for its end, as the program sees it. Launches have the time of their kernel. Allocations, fills,
 * waits and the migration of managed memory depend more on the host and its driver than on the GPU. They have the
 * medians of an H200's host with CUDA 13.0, without a process's first call, which takes 0.2 s to make a context.
 * Frees have no time. Times are microseconds. */
#ifndef GPULINT_MODEL_HOST_TIME_H
#define GPULINT_MODEL_HOST_TIME_H

#include "model/host_work.h"

enum { TRANSFER_POINTS = 32 };

/* Measured copies of one direction, by ascending bytes. */
struct transfer_curve {
	struct transfer_point {
		double bytes, pageable_us, pinned_us;
	} points[TRANSFER_POINTS];
	size_t count; /* 0: not measured */
};

struct transfer_times {
	struct transfer_curve to_device, to_host;
};

/* The time of a copy; NAN: it is not between host and device, or the kind of memory was not measured. Interpolated
 * between measured sizes, and extrapolated beyond the largest at its rate. */
double transfer_us(const struct transfer_times *times, enum copy_direction direction, enum host_memory memory,
                   double bytes);
/* The time that a wait adds to the work: from its end until the host continues and its next launch begins. */
extern const double host_wait_us;
/* The time to allocate, or to pin, so many bytes of pinned memory. */
double pinning_us(double bytes);
/* The additional time of a launch whose kernel page-faults on so many bytes of managed memory on the host; and the
 * time of a prefetch of them. */
double migration_us(double bytes);
double prefetch_us(double bytes);
/* Sets each operation's time; the kernels' launches have theirs already. times NULL: no profile. */
void host_predict_times(struct facts *facts, const struct transfer_times *times);

#endif
