/* How long the operations of host code take, by a profile's measured transfers (kernels/transfers.h).
 *
 * Copies between host and device are priced by their bytes, direction and kind of host memory, as the program waits for them:
 * with the call and the wait for its end. Launches have the time of their kernel. Allocations, fills, waits and the migration of managed memory
 * depend on the host and its driver more than on the GPU: they have the medians of an H200's host with CUDA 13.0, without the first call of a process, which
 * takes 0.2 s to make a context. Frees have no time. Times are microseconds. */
#ifndef GPULINT_MODEL_HOST_TIME_H
#define GPULINT_MODEL_HOST_TIME_H

#include "model/host_work.h"

enum { TRANSFER_POINTS = 32 };

/* Measured copies of one direction, by ascending bytes. */
struct transfer_curve {
	struct transfer_point {
		double bytes, pageable_us, pinned_us;
	} points[TRANSFER_POINTS];
	size_t count; /* 0: nothing was measured */
};

struct transfer_times {
	struct transfer_curve to_device, to_host;
};

/* A copy of so many bytes; NAN: it is not between host and device, or its memory is of no measured kind. Between two measured
 * sizes it is interpolated; beyond the largest it goes on at its rate. */
double transfer_us(const struct transfer_times *times, enum copy_direction direction, enum host_memory memory,
                   double bytes);
/* What a wait adds that the work does not take: from the end of the work until the host goes on and its next launch begins. */
extern const double host_wait_us;
/* What it takes to allocate so many bytes of pinned memory, or to pin as many. */
double pinning_us(double bytes);
/* What a launch takes longer whose kernel finds so many bytes of managed memory on the host, page fault by page fault; and what a
 * prefetch of them takes. */
double migration_us(double bytes);
double prefetch_us(double bytes);
/* Gives each operation its time; the kernels' launches have theirs. times NULL: there is no profile. */
void host_predict_times(struct facts *facts, const struct transfer_times *times);

#endif
