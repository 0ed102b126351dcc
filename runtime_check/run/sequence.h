/* A launch that is a sequence: copies between host and device, and launches of the kernel, each in its stream. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_SEQUENCE_H
#define GPULINT_RUNTIME_CHECK_RUN_SEQUENCE_H

#include "device_memory.h"
#include "timing.h"

struct sequence {
	const struct gpu *gpu;
	const struct launch_job *launch;
	const struct device_memory *memory;
	struct call call; /* of its kernel; the arguments' addresses are set for each launch */
	void **host;      /* host memory for each buffer; NULL: the buffer is not copied */
	CUstream *streams;
};

/* Creates the streams, and host memory for the buffers with their contents on the device. The arguments must outlive
 * the sequence. Call sequence_free even if it fails. */
CUresult sequence_make(struct sequence *sequence, const struct gpu *gpu, const struct launch_job *launch,
                       const struct device_memory *memory, const struct call *call);
/* Issues the operations in order. */
CUresult sequence_enqueue(const struct sequence *sequence);
/* Times the whole sequence by the host's clock, from the first call until the device is idle. Events are not suitable:
 * the processor does part of a copy from pageable memory, and independent streams have no common place for an event. */
CUresult sequence_time(struct sequence *sequence, const struct timing *timing, double latest,
                       const struct preparation *preparation, struct time_result *result);
void sequence_free(struct sequence *sequence);

#endif
