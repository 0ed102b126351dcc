/* The driver's calls that matter for counting, as CUPTI reports them. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_CALLS_H
#define GPULINT_RUNTIME_CHECK_INJECT_CALLS_H

#include "runtime_check/run/cupti.h"

enum call_role {
	CALL_OTHER,
	CALL_LAUNCH,        /* launches one kernel */
	CALL_GRAPHS,        /* launches a graph; CUPTI does not show its kernels one by one */
	CALL_SEVERAL_GPUS,  /* a cooperative launch on several GPUs; its kernels are not shown either */
	CALL_OLD_LAUNCH,    /* a launch with the driver's first interface; its kernel is not shown either */
	CALL_CAPTURE_BEGIN, /* from here on, launches are recorded and not executed */
	CALL_CAPTURE_END,
	CALL_ROLE_COUNT
};

struct call_launch {
	unsigned grid[3], block[3], dynamic_shared; /* in bytes */
	CUstream stream;
};

/* Makes CUPTI report the calls to the subscriber. */
CUptiResult calls_watch(const struct cupti *cupti, CUpti_SubscriberHandle subscriber);

enum call_role call_role(CUpti_CallbackId id);
/* The work that such a call begins without naming a kernel; for a CALL_LAUNCH, the text for an unnamed kernel. NULL:
 * none. */
const char *call_unseen_work(enum call_role role);
/* For a CALL_LAUNCH. */
struct call_launch call_launch(CUpti_CallbackId id, const void *parameters);
/* For a CALL_CAPTURE_BEGIN or CALL_CAPTURE_END. */
CUstream call_stream(CUpti_CallbackId id, const void *parameters);

#endif
