/* How far a calibration is, and that a runner keeps one waiting. The former as a line on standard error that is drawn anew while it goes on; where that is no terminal,
 * a line for each round. */
#ifndef GPULINT_CLI_PROGRESS_H
#define GPULINT_CLI_PROGRESS_H

#include "cli/options.h"
#include "codegen/worker/runner.h"

struct progress {
	bool drawn; /* on a terminal */
	bool color;
	unsigned round, rounds; /* round: from 1 on */
	size_t signs, expected; /* of life, in this round */
	double begin, last;     /* seconds, of the first round's start and of the last drawing */
};

struct progress progress_begin(const struct options *options);
/* A round in which the worker will show life so often. */
void progress_round(struct progress *progress, size_t expected);
/* For a runner_watch, whose context is the progress. */
void progress_see(void *context, size_t signs);
/* For a runner_watch, with or without a progress: after RUNNER_PATIENCE seconds a message, and one a minute from then on. */
void progress_wait(void *context, const char *command, double seconds, const struct runner_limits *limits);
/* The same: what the runner writes to standard error, as far as that may reach a terminal. */
void progress_hear(void *context, const char *text, size_t length);
/* Takes the line away. */
void progress_end(const struct progress *progress);

#endif
