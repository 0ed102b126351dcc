/* The progress of a calibration, and messages while a runner does not answer. On a terminal, progress is one line on
 * standard error that is redrawn; otherwise, one line for each round. */
#ifndef GPULINT_CLI_PROGRESS_H
#define GPULINT_CLI_PROGRESS_H

#include "cli/options.h"
#include "codegen/worker/runner.h"

struct progress {
	bool drawn; /* on a terminal */
	bool color;
	unsigned round, rounds; /* round: from 1 */
	size_t signs, expected; /* signs of life in this round */
	double begin, last;     /* in seconds: start of the first round, and the last drawing */
};

struct progress progress_begin(const struct options *options);
/* Begins a round in which the worker will show this many signs of life. */
void progress_round(struct progress *progress, size_t expected);
/* For a runner_watch with the progress as context. */
void progress_see(void *context, size_t signs);
/* For a runner_watch with this patience, in seconds, with or without a progress: writes a message after the first wait,
 * and then one a minute. */
enum { PROGRESS_PATIENCE = 10 };
void progress_wait(void *context, const char *command, double seconds, const struct runner_limits *limits);
/* The same: writes what the runner prints to standard error, without characters that a terminal must not get. */
void progress_hear(void *context, const char *text, size_t length);
/* Removes the line. */
void progress_end(const struct progress *progress);

#endif
