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

#include "support/clock.h"
#include "support/deep_stack.h"
#include "support/memory.h"

enum { HANDLER_STACK = 64 << 10 };

/* Between two looks at what a run has taken: seldom, but soon enough that it cannot pass its limit by much meanwhile. Memory that is
 * touched for the first time comes by no more bytes a second than that. */
static const double longest_poll = 0.02, shortest_poll = 0.001, fastest_growth = 8e9;

/* On the heap: it is left to a thread that stands still. */
struct run {
	void (*work)(void *context);
	void *context;
	sem_t is_over;   /* posted when the work is done, or stands still */
	atomic_int stop; /* enum bounded_end: why it is to stand still, once it is */
	atomic_int end;  /* enum bounded_end */
	pthread_t thread;
	uintptr_t stack_top; /* about */
	size_t stack_size;
	char handler_stack[HANDLER_STACK];
};

/* Handlers of signals are given nothing of ours. They run on the thread that a signal is for: that one's run, and what was done
 * about faults before, which is set once with the handlers and constant from then on. */
static _Thread_local struct run *current;
static struct sigaction former_fault;

/* One that stands still in malloc keeps its arena locked, which must not be another's as well. How many there may be is settled
 * with the first few, hence before there are threads. And glibc has a thread use the main arena for pieces that its own finds no
 * room for at its heap's end: larger ones than what is left there at most, its "top pad", are to be mapped, which needs no lock. */
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
is_below_stack(const struct run *run, const void *place)
{
	const uintptr_t address = (uintptr_t)place, end = run->stack_top - run->stack_size, slack = DEEP_STACK_GUARD;
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
	/* Another's: it comes again, and to whom it belongs. */
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

/* Within so many seconds, less than one. */
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

/* Bytes that stay with runs which stand still: they are of the process, whose limit holds for all runs together. */
static _Atomic uint64_t bytes_lost;

/* What a run may take. Each may take the least that most work needs, whatever runs before it have cost. */
static double
most_bytes(const struct bounded_limits *limits, double before)
{
	const double half = ((double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) - before) / 2;
	const double least = fmin(limits->bytes, BOUNDED_LEAST);
	return fmin(fmax(limits->bytes - (double)bytes_lost, least), half);
}

/* Until the run is over. What it is told to stop it may not have heard, if it had not yet begun: then it is told again.
 * before: the memory that was in use. */
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
		/* Polls, not a clock: the whole process may be stopped meanwhile. */
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

/* Destructors of libraries may free what a run that stands still has taken, and wait for its arena for ever. */
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
