/* A launch that is a sequence: copies between host and device, and launches of the kernel, each in its stream. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_SEQUENCE_H
#define GPULINT_RUNTIME_CHECK_RUN_SEQUENCE_H

#include "device_memory.h"
#include "timing.h"

struct sequence {
	const struct gpu *gpu;
	const struct launch_job *launch;
	const struct device_memory *memory;
	struct call call; /* of its kernel; the arguments' addresses are set for each of its launches */
	void **host;      /* the host's side of each buffer; NULL: it does not travel */
	CUstream *streams;
};

/* Makes the streams, and the host's side of the buffers with the contents that they have on the device. What it gets has to
 * live as long. sequence_free also where it fails. */
CUresult sequence_make(struct sequence *sequence, const struct gpu *gpu, const struct launch_job *launch,
                       const struct device_memory *memory, const struct call *call);
/* Issues the operations in their order. */
CUresult sequence_enqueue(const struct sequence *sequence);
/* Times the whole of it by the host's clock, from the first call until the device has nothing left to do. Events would not
 * do: part of a copy from pageable memory is the processor's work, and streams that are to be independent have no
 * place for an event of them all. */
CUresult sequence_time(struct sequence *sequence, const struct timing *timing, double latest,
                       const struct preparation *preparation, struct time_result *result);
void sequence_free(struct sequence *sequence);

#endif
