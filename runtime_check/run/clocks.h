/* The clock rates of a GPU, from the driver's management library (NVML). */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CLOCKS_H
#define GPULINT_RUNTIME_CHECK_RUN_CLOCKS_H

#include <jansson.h>

/* Opened before the timing, so that the clocks can be read at once after it: an idle GPU lowers its clocks. */
struct clock_reader {
	void *device; /* NULL: the clocks cannot be read */
	int (*read)(void *device, int which, unsigned *mhz);
};

/* For the GPU of this UUID, "GPU-…". If the library is missing or does not know the GPU, nothing is read. */
void clock_reader_open(struct clock_reader *reader, const char *uuid);
/* In the form of the races in docs/result.schema.json, in MHz. */
json_t *clock_reader_read(const struct clock_reader *reader);

#endif
