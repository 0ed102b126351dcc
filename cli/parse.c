#include "cli/parse.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cli/missing_headers.h"
#include "support/allocate.h"
#include "support/deep_stack.h"

struct queue {
	struct parse_job *jobs;
	size_t count;
	atomic_size_t next;
};

static void
make_failed_unit(struct ir_unit *unit, const char *path, const char *error)
{
	*unit = (struct ir_unit){0};
	unit->path = arena_strdup(&unit->arena, path);
	unit->failed = true;
	const char *no_file = "";
	memory_push(unit->files, unit->file_count, unit->file_capacity, no_file);
	const struct ir_problem problem = {.message = arena_strdup(&unit->arena, error)};
	memory_push(unit->problems, unit->problem_count, unit->problem_capacity, problem);
}

static void
parse_one(const struct parse_job *job)
{
	frontend_parse(job->unit, job->path, &job->options);
	missing_headers_suggest(job->unit, &job->options, job->project);
}

static void *
work(void *argument)
{
	struct queue *queue = argument;
	for (size_t i; (i = atomic_fetch_add(&queue->next, 1)) < queue->count;) {
		struct parse_job *job = &queue->jobs[i];
		if (job->error)
			make_failed_unit(job->unit, job->path, job->error);
		else
			parse_one(job);
	}
	return NULL;
}

/* Which of several parses used up the memory is only seen when each runs alone: one that fails then is at fault. */
static void
parse_again_alone(struct parse_job *jobs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!jobs[i].unit->out_of_memory)
			continue;
		ir_unit_free(jobs[i].unit);
		parse_one(&jobs[i]);
	}
}

void
parse_all(struct parse_job *jobs, size_t count, unsigned threads)
{
	struct queue queue = {.jobs = jobs, .count = count};
	if (threads > count)
		threads = (unsigned)count;
	if (threads > deep_stack_most())
		threads = deep_stack_most();
	pthread_t *workers = memory_zeroed(threads, sizeof *workers);
	unsigned started = 0;
	while (started < threads && !pthread_create(&workers[started], NULL, work, &queue))
		started++;
	/* If the system provides no threads, this thread does the work. */
	if (!started)
		work(&queue);
	for (unsigned i = 0; i < started; i++)
		pthread_join(workers[i], NULL);
	free(workers);
	if (started > 1)
		parse_again_alone(jobs, count);
}
