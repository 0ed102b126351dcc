/* The driver's calls that matter for counting, as CUPTI shows them. */
#ifndef GPULINT_RUNTIME_CHECK_INJECT_CALLS_H
#define GPULINT_RUNTIME_CHECK_INJECT_CALLS_H

#include "runtime_check/run/cupti.h"

enum call_role {
	CALL_OTHER,
	CALL_LAUNCH,        /* of one kernel */
	CALL_GRAPHS,        /* begin kernels that are not shown one by one: of a graph, */
	CALL_SEVERAL_GPUS,  /* of a cooperative launch on several GPUs, */
	CALL_OLD_LAUNCH,    /* of the driver's first interface */
	CALL_CAPTURE_BEGIN, /* from here on, launches are recorded and not made */
	CALL_CAPTURE_END,
	CALL_ROLE_COUNT
};

struct call_launch {
	unsigned grid[3], block[3], dynamic_shared; /* the last in bytes */
	CUstream stream;
};

/* Has CUPTI report them to the subscriber. */
CUptiResult calls_watch(const struct cupti *cupti, CUpti_SubscriberHandle subscriber);

enum call_role call_role(CUpti_CallbackId id);
/* What such calls begin without a kernel's name to it, a CALL_LAUNCH if there is none; NULL: nothing. */
const char *call_unseen_work(enum call_role role);
/* Of a CALL_LAUNCH. */
struct call_launch call_launch(CUpti_CallbackId id, const void *parameters);
/* Of a CALL_CAPTURE_BEGIN or CALL_CAPTURE_END. */
CUstream call_stream(CUpti_CallbackId id, const void *parameters);

#endif
