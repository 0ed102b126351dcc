/* __wrap_pthread_create starts threads, so that they and their creators are delayed as on a loaded machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>

#include "support/allocate.h"
#include "support/bounded_run.h"

static const struct bounded_limits ample = {.seconds = 60, .bytes = 1e10};
static const struct bounded_limits narrow = {.seconds = 5, .bytes = 128 << 20};

static struct {
	void (*before_work)(void); /* on the started thread; or NULL */
	void (*beside_work)(void); /* on the creating thread */
	void *(*work)(void *context);
	void *context;
} starting;

static void *
start_late(void *unused)
{
	(void)unused;
	starting.before_work();
	return starting.work(starting.context);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context);

int
__wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context)
{
	starting.work = work;
	starting.context = context;
	const int error = __real_pthread_create(thread, attributes, starting.before_work ? start_late : work, context);
	if (starting.beside_work)
		starting.beside_work();
	return error;
}

static int
start_at_once(void **state)
{
	(void)state;
	starting.before_work = starting.beside_work = NULL;
	return 0;
}

static void
sleep_for(double seconds)
{
	struct timespec left = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
	while (nanosleep(&left, &left))
		;
}

/* ---- functions to run -------------------------------------------------------------------------------------------- */

static void
finish(void *data)
{
	*(int *)data = 1;
}

static void
compute_for_ever(void *data)
{
	for (volatile unsigned *rounds = data;; ++*rounds)
		;
}

static void
wait_for_ever(void *data)
{
	for (;;)
		sem_wait(data);
}

static atomic_int depth;
/* volatile, so that the compiler cannot remove the recursion */
static int (*volatile deeper)(int);

static int
go_deeper(int so_deep)
{
	volatile char kept[1000] = {0};
	depth = so_deep;
	return deeper(so_deep + 1) + kept[0];
}

static void
exhaust_stack(void *data)
{
	deeper = go_deeper;
	*(int *)data = go_deeper(1);
}

/* Memory that a stopped run has not freed. */
static char *pieces[256];
static atomic_size_t taken;

static void
take_pieces(void)
{
	for (taken = 0; taken < sizeof pieces / sizeof *pieces; taken++) {
		pieces[taken] = memory_alloc(1 << 20);
		memset(pieces[taken], 1, 1 << 20);
	}
}

static void
give_pieces_back(void)
{
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
		free(pieces[i]);
}

static void
take_memory(void *data)
{
	take_pieces();
	compute_for_ever(data);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void
await_bottom(void)
{
	int before;
	do {
		before = depth;
		sleep_for(0.1);
	} while (!depth || depth != before);
}

/* Must be the first test: cmocka installs its SIGSEGV handler in each test, and it is replaced only once. */
static void
stacks_are_bounded(void **state)
{
	(void)state;
	int value = 0;
	assert_int_equal(bounded_run(exhaust_stack, &value, ample), BOUNDED_TOO_DEEP);
	depth = 0;
	starting.beside_work = await_bottom;
	assert_int_equal(bounded_run(exhaust_stack, &value, ample), BOUNDED_TOO_DEEP);
}

static void
runs_are_bounded(void **state)
{
	(void)state;
	static unsigned rounds;
	int value = 0;
	assert_int_equal(bounded_run(take_memory, &rounds, narrow), BOUNDED_TOO_LARGE);
	give_pieces_back();
	assert_int_equal(
		bounded_run(compute_for_ever, &rounds, (struct bounded_limits){.seconds = 0.01, .bytes = ample.bytes}),
		BOUNDED_TOO_LONG);
	const unsigned so_far = rounds;
	assert_int_equal(bounded_run(finish, &value, ample), BOUNDED_DONE);
	assert_int_equal(value, 1);
	assert_int_equal(rounds, so_far);
}

static void
await_pieces(void)
{
	while (taken < sizeof pieces / sizeof *pieces)
		sleep_for(0.01);
}

static void
memory_counts_from_before_the_thread(void **state)
{
	(void)state;
	static unsigned rounds;
	taken = 0;
	starting.beside_work = await_pieces;
	assert_int_equal(bounded_run(take_memory, &rounds, narrow), BOUNDED_TOO_LARGE);
	give_pieces_back();
}

/* The memory exceeds the limit for longer than detecting it takes. */
static void
take_pieces_and_sleep(void)
{
	take_pieces();
	sleep_for(0.5);
}

static void
what_is_to_stop_before_it_begins_is_stopped(void **state)
{
	(void)state;
	static unsigned rounds;
	starting.before_work = take_pieces_and_sleep;
	assert_int_equal(
		bounded_run(compute_for_ever, &rounds, (struct bounded_limits){.seconds = 1e9, .bytes = narrow.bytes}),
		BOUNDED_TOO_LARGE);
	give_pieces_back();
}

static void
what_waits_is_bounded(void **state)
{
	(void)state;
	static sem_t never;
	sem_init(&never, 0, 0);
	assert_int_equal(
		bounded_run(wait_for_ever, &never, (struct bounded_limits){.seconds = 0.01, .bytes = ample.bytes}),
		BOUNDED_TOO_LONG);
}

static pthread_barrier_t counted;

static void *
allocate(void *unused)
{
	void *volatile memory = malloc(1000);
	pthread_barrier_wait(&counted); /* until all have allocated */
	pthread_barrier_wait(&counted); /* until their arenas are counted */
	free(memory);
	return unused;
}

static size_t
count_arenas(void)
{
	char *text;
	size_t length, count = 0;
	FILE *file = open_memstream(&text, &length);
	malloc_info(0, file);
	fclose(file);
	for (const char *arena = text; (arena = strstr(arena, "<heap nr=")); arena++)
		count++;
	free(text);
	return count;
}

/* More threads than malloc creates arenas for by default. */
static void
threads_share_no_arena(void **state)
{
	(void)state;
#ifdef __SANITIZE_ADDRESS__
	skip();
#endif
	const size_t count = 8 * (size_t)sysconf(_SC_NPROCESSORS_ONLN) + 1;
	pthread_t *threads = memory_zeroed(count, sizeof *threads);
	pthread_barrier_init(&counted, NULL, (unsigned)count + 1);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, allocate, NULL), 0);
	pthread_barrier_wait(&counted);
	assert_true(count_arenas() > count); /* plus the main thread's */
	pthread_barrier_wait(&counted);
	for (size_t i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&counted);
	free(threads);
}

/* Slow enough that the limit is detected in time. */
static void
take_pieces_for_ever(void *context)
{
	enum { PIECE = 16 << 20 };
	for (_Atomic size_t *bytes = context;; *bytes += PIECE) {
		char *piece = malloc(PIECE);
		assert_non_null(piece);
		memset(piece, 1, PIECE);
		sleep_for(0.02);
	}
}

static void
the_limit_of_memory_is_of_all_runs_together(void **state)
{
	(void)state;
	static _Atomic size_t first, second;
	const struct bounded_limits limits = {.seconds = 60, .bytes = BOUNDED_LEAST * 1.5};
	assert_int_equal(bounded_run(take_pieces_for_ever, (void *)&first, limits), BOUNDED_TOO_LARGE);
	assert_int_equal(bounded_run(take_pieces_for_ever, (void *)&second, limits), BOUNDED_TOO_LARGE);
	/* The first run has left less than that; without the limit the second could use half as much again. */
	assert_true((double)second < BOUNDED_LEAST * 1.2 && (double)second > BOUNDED_LEAST * 0.8);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(stacks_are_bounded, start_at_once),
		cmocka_unit_test(runs_are_bounded),
		cmocka_unit_test_teardown(memory_counts_from_before_the_thread, start_at_once),
		cmocka_unit_test_teardown(what_is_to_stop_before_it_begins_is_stopped, start_at_once),
		cmocka_unit_test(what_waits_is_bounded),
		cmocka_unit_test(threads_share_no_arena),
		cmocka_unit_test(the_limit_of_memory_is_of_all_runs_together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
