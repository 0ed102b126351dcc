#include "model/compiled/runs.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/allocate.h"

/* The most warp-level instructions to execute, for a launch and for the program. */
enum { LAUNCH_STEPS = 2500000, PROGRAM_STEPS = 10000000 };

/* An additional budget for each of the program's first launches, for runs with moved addresses. */
enum { MOVED_STEPS = 3000000, MOST_MOVED = 8 };

/* Threads in addition to the caller's, and launches that run before the awaited one. Each finished launch uses
 * memory. */
enum { MOST_HELPERS = 7, MOST_AHEAD = 32 };

/* Launches do not share results through a kernel, but they set its launch parameters, so each thread has its own. */
struct opened {
	struct execute_kernel *kernel;
	const struct cubin *cubin;
	const char *function;
};

struct run {
	struct run_item item;
	struct launch_traffic traffic;
	bool is_done;
};

struct runs {
	struct run *items;
	size_t count;
	size_t next;  /* the next item to begin */
	size_t taken; /* the first item that was not awaited */
	size_t running;
	uint64_t steps; /* remaining budget, without the running items' claims */
	bool is_over;
	/* protects the whole structure, except for an item that runs, which belongs to its thread */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t helpers[MOST_HELPERS];
	size_t helper_count;
	struct opened own; /* the caller's kernel */
};

static void
close_kernel(struct opened *opened)
{
	if (opened->kernel)
		execute_close(opened->kernel);
}

static struct execute_kernel *
open_kernel(struct opened *opened, const struct run_item *item)
{
	if (opened->cubin == item->cubin && opened->function == item->function)
		return opened->kernel;
	close_kernel(opened);
	*opened = (struct opened){execute_open(item->cubin, item->function), item->cubin, item->function};
	return opened->kernel;
}

/* Sets the step limit of the next launch. False if it depends on the steps that running launches leave. */
static bool
find_steps(const struct runs *runs, uint64_t *steps)
{
	const uint64_t claimed = runs->running * (uint64_t)LAUNCH_STEPS;
	*steps = runs->steps < LAUNCH_STEPS ? runs->steps : LAUNCH_STEPS;
	return !runs->running || runs->steps >= claimed + LAUNCH_STEPS;
}

/* Runs the next launch, if one can begin. The caller holds the lock, which is released during the run. */
static bool
run_next(struct runs *runs, struct opened *opened)
{
	uint64_t steps;
	if (runs->next == runs->count || runs->next >= runs->taken + MOST_AHEAD || !find_steps(runs, &steps))
		return false;
	struct run *run = &runs->items[runs->next++];
	const uint64_t before = steps;
	runs->running++;
	pthread_mutex_unlock(&runs->lock);
	struct execute_kernel *kernel = open_kernel(opened, &run->item);
	if (kernel)
		run->traffic = traffic_of_launch(kernel, run->item.launch, &steps,
		                                 run < runs->items + MOST_MOVED ? MOVED_STEPS : 0);
	pthread_mutex_lock(&runs->lock);
	runs->running--;
	runs->steps -= before - steps;
	run->is_done = true;
	pthread_cond_broadcast(&runs->changed);
	return true;
}

static void *
help(void *argument)
{
	struct runs *runs = argument;
	struct opened opened = {0};
	pthread_mutex_lock(&runs->lock);
	while (!runs->is_over && runs->next < runs->count)
		if (!run_next(runs, &opened))
			pthread_cond_wait(&runs->changed, &runs->lock);
	pthread_mutex_unlock(&runs->lock);
	close_kernel(&opened);
	return NULL;
}

static size_t
helpers_for(size_t count)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	const size_t others = processors > 1 ? (size_t)processors - 1 : 0,
		     most = others < MOST_HELPERS ? others : MOST_HELPERS;
	return count < most + 1 ? count - (count > 0) : most;
}

struct runs *
runs_begin(const struct run_item *items, size_t count)
{
	struct runs *runs = memory_zeroed(1, sizeof *runs);
	runs->items = memory_zeroed(count + 1, sizeof *runs->items);
	runs->count = count;
	runs->steps = PROGRAM_STEPS;
	for (size_t i = 0; i < count; i++)
		runs->items[i].item = items[i];
	pthread_mutex_init(&runs->lock, NULL);
	pthread_cond_init(&runs->changed, NULL);
	const size_t helpers = helpers_for(count);
	while (runs->helper_count < helpers &&
	       pthread_create(&runs->helpers[runs->helper_count], NULL, help, runs) == 0)
		runs->helper_count++;
	return runs;
}

/* The waiting caller also executes pending launches. */
static void
wait_for(struct runs *runs, const struct run *run)
{
	while (!run->is_done)
		if (!run_next(runs, &runs->own))
			pthread_cond_wait(&runs->changed, &runs->lock);
	pthread_cond_broadcast(&runs->changed);
}

struct launch_traffic
runs_take(struct runs *runs, const struct launch *launch)
{
	pthread_mutex_lock(&runs->lock);
	struct run *run = NULL;
	while (!run && runs->taken < runs->count) {
		struct run *item = &runs->items[runs->taken++];
		wait_for(runs, item);
		if (item->item.launch == launch)
			run = item;
		else
			traffic_free(&item->traffic);
	}
	pthread_mutex_unlock(&runs->lock);
	return run ? run->traffic : (struct launch_traffic){.why = "not started"};
}

void
runs_end(struct runs *runs)
{
	pthread_mutex_lock(&runs->lock);
	runs->is_over = true;
	pthread_cond_broadcast(&runs->changed);
	pthread_mutex_unlock(&runs->lock);
	for (size_t i = 0; i < runs->helper_count; i++)
		pthread_join(runs->helpers[i], NULL);
	for (size_t i = runs->taken; i < runs->count; i++)
		traffic_free(&runs->items[i].traffic);
	close_kernel(&runs->own);
	pthread_cond_destroy(&runs->changed);
	pthread_mutex_destroy(&runs->lock);
	free(runs->items);
	free(runs);
}
