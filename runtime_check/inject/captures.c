#include "captures.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "support/memory.h"

struct capture {
	CUcontext context;
	CUstream stream;
	pthread_t thread; /* that began it */
};

static struct {
	pthread_mutex_t mutex;
	struct capture *items;
	size_t count, capacity;
	bool are_unknown;  /* there was no memory to note one: from then on there may always be one */
	atomic_size_t now; /* the count, for those who only look */
} captures = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Streams have handles that no other stream has, but for the one that is another in each thread. */
static bool
is_of(const struct capture *capture, CUcontext context, CUstream stream)
{
	if (capture->stream != stream)
		return false;
	return stream != CU_STREAM_PER_THREAD ||
	       (capture->context == context && pthread_equal(capture->thread, pthread_self()));
}

static void
note_count(void)
{
	atomic_store(&captures.now, captures.count + captures.are_unknown);
}

static void
remove_at(size_t place)
{
	captures.items[place] = captures.items[--captures.count];
	note_count();
}

void
captures_end(CUcontext context, CUstream stream)
{
	pthread_mutex_lock(&captures.mutex);
	for (size_t i = captures.count; i-- > 0;)
		if (is_of(&captures.items[i], context, stream))
			remove_at(i);
	pthread_mutex_unlock(&captures.mutex);
}

void
captures_begin(CUcontext context, CUstream stream)
{
	captures_end(context, stream); /* nothing is captured twice at a time */
	pthread_mutex_lock(&captures.mutex);
	struct capture *items = memory_try_grow(captures.items, &captures.capacity, captures.count + 1, sizeof *items);
	if (items) {
		captures.items = items;
		captures.items[captures.count++] = (struct capture){context, stream, pthread_self()};
	}
	captures.are_unknown |= !items;
	note_count();
	pthread_mutex_unlock(&captures.mutex);
}

void
captures_end_all(CUcontext context)
{
	pthread_mutex_lock(&captures.mutex);
	for (size_t i = captures.count; i-- > 0;)
		if (captures.items[i].context == context)
			remove_at(i);
	pthread_mutex_unlock(&captures.mutex);
}

bool
captures_go_on(void)
{
	return atomic_load(&captures.now) > 0;
}
