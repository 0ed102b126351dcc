#include "wait.h"

#include <errno.h>
#include <pthread.h>

#include "own_thread.h"

/* The driver's own wait has no time limit, so a separate thread calls it. */
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_made, is_started; /* is_made: the condition variable exists; is_started: the thread runs */
	bool is_busy;
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

/* The monotonic clock is used, because the wall clock may be changed during the wait. */
static bool
make_condition(void)
{
	pthread_condattr_t attributes;
	if (pthread_condattr_init(&attributes) != 0)
		return false;
	const bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
	                  pthread_cond_init(&wait_state.changed, &attributes) == 0;
	pthread_condattr_destroy(&attributes);
	return made;
}

/* Tries again at each call until the thread runs. */
static bool
is_started(void)
{
	wait_state.is_made = wait_state.is_made || make_condition();
	wait_state.is_started = wait_state.is_started || (wait_state.is_made && own_thread_start(wait_always));
	return wait_state.is_started;
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

/* The driver's result, or WAIT_TOO_LONG if there is none in time. */
static enum wait_end
wait_in_thread(const struct cuda_driver *driver, CUcontext context, const struct timespec *deadline, CUresult *result)
{
	bool in_time = true;
	wait_state.driver = driver;
	wait_state.context = context;
	wait_state.is_busy = true;
	pthread_cond_broadcast(&wait_state.changed);
	while (wait_state.is_busy && in_time)
		in_time = pthread_cond_timedwait(&wait_state.changed, &wait_state.mutex, deadline) != ETIMEDOUT;
	*result = wait_state.result;
	return wait_state.is_busy ? WAIT_TOO_LONG : WAIT_DONE;
}

enum wait_end
wait_for_context(const struct cuda_driver *driver, CUcontext context, double seconds, CUresult *result)
{
	const struct timespec deadline = wait_deadline(CLOCK_MONOTONIC, seconds);
	pthread_mutex_lock(&wait_state.mutex);
	enum wait_end end = WAIT_TOO_LONG;
	if (!wait_state.is_busy)
		end = is_started() ? wait_in_thread(driver, context, &deadline, result) : WAIT_NO_THREAD;
	pthread_mutex_unlock(&wait_state.mutex);
	return end;
}

bool
wait_goes_on(void)
{
	pthread_mutex_lock(&wait_state.mutex);
	const bool goes_on = wait_state.is_busy;
	pthread_mutex_unlock(&wait_state.mutex);
	return goes_on;
}
