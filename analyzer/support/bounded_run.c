#include "support/bounded_run.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "support/deep_stack.h"
#include "support/memory.h"

enum { HANDLER_STACK = 64 << 10, POLL_NANOSECONDS = 100 * 1000 * 1000 };

/* On the heap: it is left to a thread that stands still. */
struct run {
	void (*work)(void *context);
	void *context;
	sem_t is_over;            /* posted when the work is done, or stands still */
	atomic_int end;           /* enum bounded_end */
	pthread_t thread;
	uintptr_t stack_top;      /* about */
	atomic_size_t stack_size; /* 0 until it is known */
	char handler_stack[HANDLER_STACK];
};

/* Handlers of signals are given nothing of ours. They run on the thread that a signal is for: that one's run, and what was done
 * about faults before, which is set once with the handlers and constant from then on. */
static _Thread_local struct run *current;
static struct sigaction former_fault;

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
	const uintptr_t address = (uintptr_t)place, size = run->stack_size, slack = DEEP_STACK_GUARD;
	return size && address < run->stack_top - size + slack && address + slack >= run->stack_top - size - DEEP_STACK_GUARD;
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
	if (current)
		stand_still(current);
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

/* Bytes of memory that the process has in use; 0: not known. */
static double
memory_in_use(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	unsigned long pages;
	const bool is_known = file && fscanf(file, "%*u %lu", &pages) == 1;
	if (file)
		fclose(file);
	return is_known ? (double)pages * (double)sysconf(_SC_PAGESIZE) : 0;
}

static bool
is_over_soon(struct run *run)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += POLL_NANOSECONDS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	while (sem_timedwait(&run->is_over, &until))
		if (errno != EINTR)
			return false;
	return true;
}

static double
processor_seconds(clockid_t clock)
{
	struct timespec time = {0};
	clock_gettime(clock, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void
watch(struct run *run, struct bounded_limits limits)
{
	const double before = memory_in_use();
	const double half = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 2;
	const double most = limits.bytes < half ? limits.bytes : half;
	clockid_t clock;
	const bool has_clock = !pthread_getcpuclockid(run->thread, &clock);
	while (!is_over_soon(run)) {
		const bool is_long = has_clock && processor_seconds(clock) > limits.seconds;
		if (!is_long && memory_in_use() - before <= most)
			continue;
		run->end = is_long ? BOUNDED_TOO_LONG : BOUNDED_TOO_LARGE;
		pthread_kill(run->thread, SIGURG);
		sem_wait(&run->is_over);
		return;
	}
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
	run->stack_size = deep_stack_start(&run->thread, run_work, run);
	if (run->stack_size)
		watch(run, limits);
	else
		work(context);
	const enum bounded_end end = run->end;
	if (end)
		return end;
	if (run->stack_size)
		pthread_join(run->thread, NULL);
	sem_destroy(&run->is_over);
	free(run);
	return BOUNDED_DONE;
}
