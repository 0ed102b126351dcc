#define _GNU_SOURCE /* sem_clockwait, on_exit */
#include "support/bounded_run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <malloc.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "support/allocate.h"
#include "support/clock.h"
#include "support/deep_stack.h"

enum { HANDLER_STACK = 64 << 10 };

/* Limits of the polling interval: seldom, but often enough that a run cannot exceed its limit by much. The last
 * number limits the growth of touched memory, in bytes per second. */
static const double longest_poll = 0.02, shortest_poll = 0.001, fastest_growth = 8e9;

/* Allocated on the heap, because a suspended thread keeps it. */
struct run {
	void (*work)(void *context);
	void *context;
	sem_t is_over;   /* posted when the work is done or suspended */
	atomic_int stop; /* enum bounded_end: the reason, if the run is to be suspended */
	atomic_int end;  /* enum bounded_end */
	pthread_t thread;
	uintptr_t stack_top; /* approximate */
	size_t stack_size;
	char handler_stack[HANDLER_STACK];
};

/* Signal handlers receive no context. They run on the thread that the signal is for, so they use that thread's run.
 * The former fault action is set once with the handlers and constant afterwards. */
static _Thread_local struct run *current;
static struct sigaction former_fault;

/* A thread suspended in malloc keeps its arena locked, so no other thread may share it. The number of arenas is
 * fixed with the first few, so this must happen before threads start. In glibc, a thread uses the main arena if its
 * own heap is full. Pieces larger than the heap's remaining "top pad" are therefore mapped, which needs no lock. */
__attribute__((constructor)) static void
give_threads_arenas_of_their_own(void)
{
	mallopt(M_ARENA_MAX, INT_MAX);
	mallopt(M_TOP_PAD, 128 << 10);
	mallopt(M_MMAP_THRESHOLD, 128 << 10);
}

static _Noreturn void
stand_still(struct run *run)
{
	sigset_t all;
	sigfillset(&all);
	sem_post(&run->is_over);
	for (;;)
		sigsuspend(&all);
}

static bool
is_below_stack(const struct run *run, const void *pointer)
{
	const uintptr_t address = (uintptr_t)pointer, end = run->stack_top - run->stack_size, slack = DEEP_STACK_GUARD;
	return address < end + slack && address + slack >= end - DEEP_STACK_GUARD;
}

static void
on_fault(int signal, siginfo_t *info, void *context)
{
	(void)context;
	if (current && is_below_stack(current, info->si_addr)) {
		current->end = BOUNDED_TOO_DEEP;
		stand_still(current);
	}
	/* A fault of other code: with the former action restored, it occurs again. */
	sigaction(signal, &former_fault, NULL);
}

static void
on_stop(int signal)
{
	(void)signal;
	if (current && current->stop) {
		current->end = current->stop;
		stand_still(current);
	}
}

static void
install_handlers(void)
{
	struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct sigaction stop = {.sa_handler = on_stop, .sa_flags = SA_ONSTACK | SA_RESTART};
	sigemptyset(&fault.sa_mask);
	sigfillset(&stop.sa_mask);
	sigaction(SIGSEGV, &fault, &former_fault);
	sigaction(SIGURG, &stop, NULL);
}

static void *
run_work(void *data)
{
	struct run *run = data;
	const stack_t handler_stack = {.ss_sp = run->handler_stack, .ss_size = sizeof run->handler_stack};
	stack_t former;
	sigaltstack(&handler_stack, &former);
	run->stack_top = (uintptr_t)&handler_stack;
	current = run;
	run->work(run->context);
	current = NULL;
	sigaltstack(&former, NULL);
	sem_post(&run->is_over);
	return NULL;
}

/* `seconds`: less than one. */
static bool
is_over_within(struct run *run, double seconds)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += (long)(1e9 * seconds);
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	while (sem_clockwait(&run->is_over, CLOCK_MONOTONIC, &until))
		if (errno != EINTR)
			return false;
	return true;
}

/* Bytes that suspended runs keep. They belong to the process, whose limit covers all runs. */
static _Atomic uint64_t bytes_lost;

/* The memory that a run may use. Each run may use the minimum, whatever earlier runs have lost. */
static double
most_bytes(const struct bounded_limits *limits, double before)
{
	const double half = ((double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) - before) / 2;
	const double least = fmin(limits->bytes, BOUNDED_LEAST);
	return fmin(fmax(limits->bytes - (double)bytes_lost, least), half);
}

/* Waits until the run is over. The stop signal is repeated, because a run that had not begun ignores it. before:
 * memory in use before the run. */
static void
watch(struct run *run, const struct bounded_limits *limits, double before)
{
	const double most = most_bytes(limits, before);
	clockid_t clock;
	const bool has_clock = !pthread_getcpuclockid(run->thread, &clock);
	double used = 0, idle = 0, poll = shortest_poll;
	while (!is_over_within(run, poll)) {
		const double now = has_clock ? clock_of(clock) : 0,
			     left = most - (memory_of_process(MEMORY_RESIDENT) - before);
		/* Counts polls instead of reading a clock, because the whole process may be suspended. */
		idle = now > used ? 0 : idle + poll;
		used = now;
		if (used > limits->seconds || idle > BOUNDED_IDLE * limits->seconds)
			run->stop = BOUNDED_TOO_LONG;
		else if (left < 0)
			run->stop = BOUNDED_TOO_LARGE;
		if (run->stop)
			pthread_kill(run->thread, SIGURG);
		poll = fmax(shortest_poll, fmin(left / fastest_growth, longest_poll));
	}
}

/* Destructors of libraries may free memory of a suspended run and wait for its arena forever. */
static void
leave_at_once(int status, void *context)
{
	(void)context;
	fflush(NULL);
	_exit(status);
}

static void
leave_destructors_out(void)
{
	on_exit(leave_at_once, NULL);
}

enum bounded_end
bounded_run(void (*work)(void *context), void *context, struct bounded_limits limits)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, install_handlers);
	struct run *run = memory_zeroed(1, sizeof *run);
	run->work = work;
	run->context = context;
	sem_init(&run->is_over, 0, 0);
	const double before = memory_of_process(MEMORY_RESIDENT);
	if (deep_stack_start(&run->thread, &run->stack_size, run_work, run)) {
		watch(run, &limits, before);
		const enum bounded_end end = run->end;
		if (end) {
			static pthread_once_t leaving = PTHREAD_ONCE_INIT;
			pthread_once(&leaving, leave_destructors_out);
			bytes_lost += (uint64_t)fmax(memory_of_process(MEMORY_RESIDENT) - before, 0);
			return end;
		}
		pthread_join(run->thread, NULL);
	} else {
		work(context);
	}
	sem_destroy(&run->is_over);
	free(run);
	return BOUNDED_DONE;
}
