/* Runs gpulint-run, on this machine or through a command that connects its standard input and output. */
#ifndef GPULINT_CODEGEN_WORKER_RUNNER_H
#define GPULINT_CODEGEN_WORKER_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds. */
struct runner_limits {
	double start;   /* until it first reads or writes, or reads again while there is more input */
	double silence; /* between two bytes of its output */
	double whole;
};

/* Progress callbacks. Several threads may call them. */
struct runner_watch {
	/* The command has written `signs` line ends before anything else, as signs of life. May be NULL. */
	void (*see)(void *context, size_t signs);
	/* The command has not read or written anything for `seconds`. Called every `patience` seconds. May be NULL. */
	void (*wait)(void *context, const char *command, double seconds, const struct runner_limits *limits);
	double patience;
	/* The command has written to its standard error: whole lines, except at the end. NULL: it writes to our
	 * standard error. */
	void (*hear)(void *context, const char *text, size_t length);
	void *context;
};

/* How to run gpulint-run: a shell command, or NULL for a local one, and its callbacks. */
struct runner {
	const char *command;
	struct runner_watch watch;
};

/* Runs a command with `input` and returns its output, for the caller to free. `watch` receives its standard error.
 * `command` is a shell command; NULL: the gpulint-run next to this executable, or on the path. `watch` may be NULL.
 *
 * NULL on failure, with the reason in *error. *error is also set if the command died after its output; otherwise it
 * is NULL. The caller frees it.
 *
 * Past a limit, or when a signal ends this process, all processes of the command are ended. Those that made a session
 * of their own are not. If SIGKILL ends this process, only a gpulint-run without a command is ended. The command has
 * no terminal. Processes that outlive the command are not awaited and not ended.
 *
 * Up to RUNNER_MOST threads may call it at the same time. */
enum { RUNNER_MOST = 64 };
char *runner_run(const char *command, const char *input, size_t length, const struct runner_limits *limits,
                 const struct runner_watch *watch, size_t *output_length, char **error);

#endif
