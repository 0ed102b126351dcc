#include "rules/stream_schedule.h"

#include <math.h>

enum { MOST_ITERATIONS = 128 };

struct schedule {
	double stream[STREAM_MOST];    /* when its issued work ends */
	double engine[STREAM_ENGINES]; /* when it is free */
	double host, all;              /* when the host continues; when the default stream ends */
	unsigned streams;
};

static double
last_of_streams(const struct schedule *s)
{
	double last = s->all;
	for (unsigned i = 0; i < STREAM_MOST; i++)
		last = fmax(last, s->stream[i]);
	return last;
}

static double *
stream_of(struct schedule *s, const struct stream_step *step, uint64_t iteration)
{
	if (step->stream == STREAM_OF_ALL)
		return &s->all;
	const uint64_t number = step->stream == STREAM_IN_TURN ? iteration % s->streams : (uint64_t)step->stream - 1;
	return &s->stream[number % STREAM_MOST];
}

static void
issue(struct schedule *s, const struct stream_step *step, uint64_t iteration)
{
	double *stream = stream_of(s, step, iteration), *engine = &s->engine[step->engine];
	const double ready = step->stream == STREAM_OF_ALL ? last_of_streams(s) : fmax(*stream, s->all);
	const double start = fmax(fmax(ready, s->host), step->engine == ENGINE_NONE ? 0 : *engine);
	*stream = start + step->us;
	if (step->engine != ENGINE_NONE)
		*engine = start + step->us * step->share;
	if (step->host_waits)
		s->host = *stream;
}

double
stream_schedule_us(const struct stream_step *steps, size_t count, uint64_t iterations, unsigned streams)
{
	struct schedule s = {.streams = streams < 1 ? 1 : streams < STREAM_MOST ? streams : STREAM_MOST};
	const uint64_t made = iterations < MOST_ITERATIONS ? iterations : MOST_ITERATIONS;
	for (uint64_t i = 0; i < made; i++)
		for (size_t k = 0; k < count; k++)
			issue(&s, &steps[k], i);
	return made ? fmax(last_of_streams(&s), s.host) * ((double)iterations / (double)made) : 0;
}
