/* Work in a process of its own. What touches the compiler, the driver or the user's kernels can crash, hang, or leave a
 * CUDA context that fails for ever; it happens to a child, and the worker goes on with the next one.
 *
 * The worker itself never loads any of these libraries, so a plain fork is enough. Several threads may each have a child. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CHILD_H
#define GPULINT_RUNTIME_CHECK_RUN_CHILD_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

enum child_end {
	CHILD_DONE,          /* it closed its messages, and in general ended on its own */
	CHILD_TIMEOUT,       /* it was silent for too long, and killed, */
	CHILD_NO_END,        /* or used its processor time up */
	CHILD_CRASHED,       /* it died: `text` says of what */
	CHILD_OUT_OF_MEMORY, /* it died for want of memory, of which it may have only so much */
};

struct child_result {
	enum child_end end;
	char text[192];
};

/* What the child runs; it answers by messages, in order. */
typedef void child_work(void *context, FILE *messages);
/* Called in the parent for each message. */
typedef void child_receive(void *context, json_t *message);

/* What a child may do and have. */
struct child_limits {
	double seconds;   /* for which it may be silent at a time */
	double processor; /* seconds of processor time, rounded up to whole ones; 0: as many as it wants */
	uint64_t memory;  /* bytes of its own, besides what it begins with; 0: as many as there are */
	/* a file of ours that it does not keep open: its reader is to see its end when we close it, whatever has
	 * become of the child; NULL: none */
	FILE *not_kept;
};

/* Runs `work` in a child. A child that the system does not let end, because its driver waits for a GPU that hangs, is left
 * behind after a while; `text` says so. */
struct child_result child_run(child_work *work, child_receive *receive, void *context,
                              const struct child_limits *limits);

/* As launches' and sources' statuses have it; of one that is not done. */
const char *child_status(const struct child_result *result);

/* In the child: sends one message, and takes over the reference. */
void child_send(FILE *messages, json_t *message);

#endif
