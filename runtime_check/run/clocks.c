#include "clocks.h"

#include <stdlib.h>

#include "library.h"

/* From nvml.h, which not every toolkit has next to cuda.h. */
enum { NVML_SUCCESS = 0, NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2 };

/* The library is never closed: the process ends after its race. */
void
clock_reader_open(struct clock_reader *reader, const char *uuid)
{
	static const char *const file_names[] = {"libnvidia-ml.so.1", NULL};
	static const struct library_names names = {"GPULINT_NVML", file_names};
	int (*init)(void), (*find)(const char *uuid, void **device);
	char *error = NULL;
	*reader = (struct clock_reader){0};
	void *library = library_open(&names, &error);
	free(error);
	if (!library || !library_find(library, "nvmlInit_v2", &init) ||
	    !library_find(library, "nvmlDeviceGetHandleByUUID", &find) ||
	    !library_find(library, "nvmlDeviceGetClockInfo", &reader->read) || init() != NVML_SUCCESS)
		return;
	if (find(uuid, &reader->device) != NVML_SUCCESS)
		reader->device = NULL;
}

static json_t *
read_one(const struct clock_reader *reader, int which)
{
	unsigned mhz;
	return reader->device && reader->read(reader->device, which, &mhz) == NVML_SUCCESS ? json_integer(mhz)
	                                                                                   : json_null();
}

json_t *
clock_reader_read(const struct clock_reader *reader)
{
	return json_pack("{s:o, s:o}", "sm_mhz", read_one(reader, NVML_CLOCK_SM), "memory_mhz",
	                 read_one(reader, NVML_CLOCK_MEM));
}
