#include "support/deep_stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The second does where the first is more than the process may have: larger ones would take from what it works with. */
static const size_t sizes[] = {(size_t)1 << 30, (size_t)1 << 24};

struct task {
	void (*work)(void *context);
	void *context;
};

static void *
run(void *data)
{
	const struct task *task = data;
	task->work(task->context);
	return NULL;
}

static bool
run_on(size_t size, struct task *task)
{
	pthread_attr_t attributes;
	pthread_t thread;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, size);
	const bool created = !pthread_create(&thread, &attributes, run, task);
	pthread_attr_destroy(&attributes);
	if (created)
		pthread_join(thread, NULL);
	return created;
}

void
deep_stack_run(void (*work)(void *context), void *context)
{
	struct task task = {work, context};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (run_on(sizes[i], &task))
			return;
	work(context);
}
