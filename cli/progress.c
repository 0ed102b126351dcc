#include "cli/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"
#include "cli/report/report.h"
#include "support/clock.h"

enum { BAR = 30, WIDTH = 78 };

/* Over all rounds. More signs of life than expected do not mean that a round is complete. */
static double
share_done(const struct progress *progress)
{
	const double of_round = fmin(1, (double)progress->signs / (double)progress->expected);
	return (progress->round - 1 + of_round) / progress->rounds;
}

/* "about 40 s left", extrapolated from the elapsed time. */
static void
write_rest(char *text, size_t size, double share, double seconds)
{
	text[0] = '\0';
	if (share > 0.02 && seconds > 1)
		snprintf(text, size, "  about %.0f s left", ceil(seconds * (1 - share) / share));
}

static void
draw(const struct progress *progress)
{
	static const char full[] = "##############################", empty[] = "..............................";
	const double share = share_done(progress);
	const int done = (int)(BAR * share);
	char rest[40], head[64];
	write_rest(rest, sizeof rest, share, clock_seconds() - progress->begin);
	const int length = snprintf(head, sizeof head, "gpulint: round %u of %u  [", progress->round, progress->rounds);
	fprintf(stderr, "\r%s%s%.*s%s%.*s] %3.0f%%%-*s", head, progress->color ? "\033[32m" : "", done, full,
	        progress->color ? "\033[0m" : "", BAR - done, empty, 100 * share, WIDTH - length - BAR - 6, rest);
	fflush(stderr);
}

struct progress
progress_begin(const struct options *options)
{
	return (struct progress){
		.drawn = isatty(STDERR_FILENO) == 1,
		.color = options_want_color(options->color, stderr),
		.rounds = options->rounds,
		.begin = clock_seconds(),
	};
}

void
progress_round(struct progress *progress, size_t expected)
{
	progress->round++;
	progress->signs = 0;
	progress->expected = expected;
	if (progress->drawn)
		draw(progress);
	else
		message("round %u of %u", progress->round, progress->rounds);
}

void
progress_see(void *context, size_t signs)
{
	struct progress *progress = context;
	const double enough = 0.1;
	progress->signs = signs;
	if (!progress->drawn || clock_seconds() - progress->last < enough)
		return;
	progress->last = clock_seconds();
	draw(progress);
}

/* Ends the drawn line first, if there is one; the next drawing begins a new line. */
void
progress_wait(void *context, const char *command, double seconds, const struct runner_limits *limits)
{
	const struct progress *progress = context;
	const unsigned times = (unsigned)(seconds / PROGRESS_PATIENCE), minute = 60 / PROGRESS_PATIENCE;
	if (times != 1 && times % minute != 0)
		return;
	if (progress && progress->drawn)
		putc('\n', stderr);
	message("waiting for the runner: '%s' has sent no answer for %.0f s (limit %.0f s)", command, seconds,
	        limits->start);
}

void
progress_hear(void *context, const char *text, size_t length)
{
	(void)context;
	flockfile(stderr); /* so that several runners each write whole lines */
	for (size_t at = 0; at < length; at++) {
		const char *newline = memchr(text + at, '\n', length - at);
		const size_t end = newline ? (size_t)(newline - text) : length;
		report_write(stderr, text + at, end - at);
		if (end < length)
			putc('\n', stderr);
		at = end;
	}
	funlockfile(stderr);
}

void
progress_end(const struct progress *progress)
{
	if (progress->drawn)
		fprintf(stderr, "\r%*s\r", WIDTH, "");
}
