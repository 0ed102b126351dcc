#include "support/deep_stack.h"

#include <limits.h>
#include <sys/resource.h>

#include "support/allocate.h"

/* The second size is used if the process cannot have the first. It is small to leave memory for the work. */
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

bool
deep_stack_start(pthread_t *thread, size_t *size, void *(*work)(void *context), void *context)
{
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		*size = sizes[i];
		pthread_attr_t attributes;
		pthread_attr_init(&attributes);
		pthread_attr_setstacksize(&attributes, *size);
		pthread_attr_setguardsize(&attributes, DEEP_STACK_GUARD);
		const int error = pthread_create(thread, &attributes, work, context);
		pthread_attr_destroy(&attributes);
		if (!error)
			return true;
	}
	return false;
}

unsigned
deep_stack_most(void)
{
	/* The work's additional memory, including malloc's arena for its thread. */
	const double each = (double)sizes[0] + (512 << 20);
	struct rlimit limit;
	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return UINT_MAX;
	const double most = ((double)limit.rlim_cur - memory_of_process(MEMORY_ADDRESSES)) / each;
	return most < 1 ? 1 : most < UINT_MAX ? (unsigned)most : UINT_MAX;
}

void
deep_stack_run(void (*work)(void *context), void *context)
{
	struct task task = {work, context};
	pthread_t thread;
	size_t size;
	if (deep_stack_start(&thread, &size, run, &task))
		pthread_join(thread, NULL);
	else
		work(context);
}
