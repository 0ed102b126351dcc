#include "captures.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "support/allocate.h"

struct capture {
	CUcontext context;
	CUstream stream;
	pthread_t thread; /* the thread that began it */
};

static struct {
	pthread_mutex_t mutex;
	struct capture *items;
	size_t count, capacity;
	bool are_unknown;  /* memory ran out while one was added; from then on a capture may always be active */
	atomic_size_t now; /* the count, for threads that read it without the lock */
} captures = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Stream handles are unique, except for CU_STREAM_PER_THREAD, which denotes another stream in each thread and
 * context. */
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
remove_at(size_t index)
{
	captures.items[index] = captures.items[--captures.count];
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
	captures_end(context, stream); /* a stream has at most one capture */
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
