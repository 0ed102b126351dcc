#include "wait.h"

#include <errno.h>
#include <pthread.h>

#include "own_thread.h"

/* The driver's wait has no limit: a thread of our own is in it. */
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_started, is_busy;
	const struct cuda_driver *driver;
	CUcontext context;
	CUresult result;
} wait_state = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void *
wait_always(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&wait_state.mutex);
	for (;;) {
		while (!wait_state.is_busy)
			pthread_cond_wait(&wait_state.changed, &wait_state.mutex);
		const CUcontext context = wait_state.context;
		pthread_mutex_unlock(&wait_state.mutex);
		CUresult result = wait_state.driver->cuCtxSetCurrent(context);
		if (result == CUDA_SUCCESS)
			result = wait_state.driver->cuCtxSynchronize();
		pthread_mutex_lock(&wait_state.mutex);
		wait_state.result = result;
		wait_state.is_busy = false;
		pthread_cond_broadcast(&wait_state.changed);
	}
	return NULL;
}

static bool
start(void)
{
	pthread_condattr_t attributes;
	/* Somebody may set the clock on the wall meanwhile. */
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&wait_state.changed, &attributes);
	pthread_condattr_destroy(&attributes);
	return own_thread_start(wait_always);
}

struct timespec
wait_deadline(clockid_t clock, double seconds)
{
	struct timespec time;
	clock_gettime(clock, &time);
	const double end = (double)time.tv_nsec * 1e-9 + seconds;
	time.tv_sec += (time_t)end;
	time.tv_nsec = (long)((end - (double)(time_t)end) * 1e9);
	return time;
}

bool
wait_for_context(const struct cuda_driver *driver, CUcontext context, double seconds, CUresult *result)
{
	const struct timespec deadline = wait_deadline(CLOCK_MONOTONIC, seconds);
	pthread_mutex_lock(&wait_state.mutex);
	bool in_time = !wait_state.is_busy && (wait_state.is_started || (wait_state.is_started = start()));
	if (in_time) {
		wait_state.driver = driver;
		wait_state.context = context;
		wait_state.is_busy = true;
		pthread_cond_broadcast(&wait_state.changed);
		while (wait_state.is_busy && in_time)
			in_time = pthread_cond_timedwait(&wait_state.changed, &wait_state.mutex, &deadline) != ETIMEDOUT;
		in_time = !wait_state.is_busy;
		*result = wait_state.result;
	}
	pthread_mutex_unlock(&wait_state.mutex);
	return in_time;
}
