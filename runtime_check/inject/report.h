/* The lines of out.h that describe the program and its kernels. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_REPORT_H
#define GPULINT_RUNTIME_CHECK_INJECT_REPORT_H

#include "calls.h"
#include "runtime_check/run/cuda_driver.h"
#include "runtime_check/run/metrics.h"

struct report_launch {
	const char *kernel; /* mangled */
	unsigned number;    /* index among the kernel's launches, from 1 */
	struct call_launch launch;
	CUdevice device;
	const struct metrics *metrics;
	const struct metric_record *records;
	size_t count;
};

/* {"event": "problem"}: why nothing is counted, or nothing from here on. */
void report_problem(const char *text);
/* {"event": "uncounted"}: why a launch of the kernel is not counted. */
void report_uncounted(const char *kernel, const char *reason);
/* {"event": "unseen"}: other launched work, which may contain any kernel. */
void report_unseen(const char *work);
/* {"event": "launch"}: the lines of docs/result.schema.json, with the instructions' figures summed up by line. */
void report_launch(const struct cuda_driver *driver, const struct report_launch *launch);

#endif
