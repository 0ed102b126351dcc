/* The clocks that a GPU runs at, as the driver's management library (NVML) tells them. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CLOCKS_H
#define GPULINT_RUNTIME_CHECK_RUN_CLOCKS_H

#include <jansson.h>

/* Opened before something is timed, so that reading takes next to no time behind it: an idle GPU lowers its clocks. */
struct clock_reader {
	void *device; /* NULL: they cannot be read */
	int (*read)(void *device, int which, unsigned *mhz);
};

/* Of the GPU of that UUID, "GPU-…". Where there is no such library, or it does not know the GPU, nothing will be read. */
void clock_reader_open(struct clock_reader *reader, const char *uuid);
/* As the races of docs/result.schema.json have them, in MHz. */
json_t *clock_reader_read(const struct clock_reader *reader);

#endif
