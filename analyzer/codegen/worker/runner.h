/* Running gpulint-run, here or through any command that carries standard input and output to where it is. */
#ifndef GPULINT_CODEGEN_WORKER_RUNNER_H
#define GPULINT_CODEGEN_WORKER_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds. */
struct runner_limits {
	double start;      /* until it takes or writes anything, at first or again while it is still being written to */
	double silence;    /* between one byte of what it writes and the next */
	double whole;
};

/* Who is told how it goes, maybe by several threads. */
struct runner_watch {
	/* The command has written so many line ends in front of anything else: its signs of life. May be NULL. */
	void (*see)(void *context, size_t signs);
	/* It has not written or taken anything yet, for so many seconds; told every RUNNER_PATIENCE seconds. May be NULL. */
	void (*wait)(void *context, const char *command, double seconds, const struct runner_limits *limits);
	/* It has written so many bytes to its standard error: whole lines, but at its end. NULL: that is ours, as it is. */
	void (*hear)(void *context, const char *text, size_t length);
	void *context;
};
enum { RUNNER_PATIENCE = 10 };

/* How gpulint-run is had: a shell command that is it somewhere, or NULL, and who watches it. */
struct runner {
	const char *command;
	struct runner_watch watch;
};

/* Gives `input` to the command and returns what it wrote, for the caller to free; its standard error is told to `watch`. `command` is
 * for the shell; NULL: the gpulint-run beside this executable, or on the path; `watch` may be NULL. NULL on failure; *error then says
 * why, as it does where the command has died behind what it wrote; it is NULL or for the caller to free. Past a limit, or
 * when a signal ends us, all that it started is ended but what makes itself a session of its own, of SIGKILL only gpulint-run
 * without a command; it has no terminal to ask at. What goes on behind the command's own end is not waited for, and left alone.
 *
 * May be called by up to RUNNER_MOST threads at the same time. */
enum { RUNNER_MOST = 64 };
char *runner_run(const char *command, const char *input, size_t length, const struct runner_limits *limits,
                 const struct runner_watch *watch, size_t *output_length, char **error);

#endif
