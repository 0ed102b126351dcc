/* Runs work in its own process. The compiler, the driver and the user's kernels can crash, hang, or leave a broken
 * CUDA context. This then happens to a child, and the worker continues with the next one.
 *
 * The worker itself never loads these libraries, so a plain fork suffices. Several threads may each have a child. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_CHILD_H
#define GPULINT_RUNTIME_CHECK_RUN_CHILD_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

enum child_end {
	CHILD_DONE,          /* it closed its messages, and normally exited by itself */
	CHILD_TIMEOUT,       /* it was silent for too long, and was killed */
	CHILD_NO_END,        /* it used up its processor time */
	CHILD_CRASHED,       /* it died; `text` says why */
	CHILD_OUT_OF_MEMORY, /* it died because it reached its memory limit */
};

struct child_result {
	enum child_end end;
	char text[192];
};

/* The child's work. It answers by messages, in order. */
typedef void child_work(void *context, FILE *messages);
/* Called in the parent for each message. */
typedef void child_receive(void *context, json_t *message);

/* Limits of a child. */
struct child_limits {
	double seconds;   /* longest time without a message */
	double processor; /* seconds of processor time, rounded up to whole seconds; 0: no limit */
	uint64_t memory;  /* bytes beyond those at its start; 0: no limit */
	/* a file that the child closes, so that its reader sees the end when the worker closes it, whatever the child
	 * does; NULL: none */
	FILE *not_kept;
};

/* Runs `work` in a child. The system cannot end a child whose driver waits for a hanging GPU. Such a child is abandoned
 * after a while, and `text` says so. */
struct child_result child_run(child_work *work, child_receive *receive, void *context,
                              const struct child_limits *limits);

/* The status of launches and sources for a child that did not complete. */
const char *child_status(const struct child_result *result);

/* In the child: sends one message, and takes over the reference. */
void child_send(FILE *messages, json_t *message);

#endif
