/* Runs third-party code on untrusted input within limits. A compiler's parser recurses as deeply as macros nest, and
 * evaluates any template. */
#ifndef GPULINT_SUPPORT_BOUNDED_RUN_H
#define GPULINT_SUPPORT_BOUNDED_RUN_H

enum bounded_end {
	BOUNDED_DONE,
	BOUNDED_TOO_DEEP,  /* the stack overflowed */
	BOUNDED_TOO_LONG,  /* it exceeded its processor time, or was idle for too long */
	BOUNDED_TOO_LARGE, /* it used too much memory */
};

struct bounded_limits {
	/* processor time; also ends after BOUNDED_IDLE times as much wall-clock time without any processor time */
	double seconds;
	/* memory that the process may allocate during the run, in all threads; at most half of the machine's memory
	 * without what the process had before */
	double bytes;
};

/* Bytes. Some hundred megabytes suffice for nearly all code. Memory of suspended runs reduces the limit of later
 * ones, but not below this. */
#define BOUNDED_LEAST (512.0 * (1 << 20))

/* Even a loaded machine does not stall a thread for so long; a lock that is never released does. */
enum { BOUNDED_IDLE = 20 };

/* Runs the work on a deep stack (see deep_stack.h) within the limits. Work that exceeds them is suspended forever
 * wherever it is. It writes nothing more, but its memory is lost and its locks stay locked. Each thread has its own
 * malloc lock; another thread's is affected only if the work was freeing that thread's memory. The process later
 * exits without the libraries' exit handlers, which might wait for those locks. SIGSEGV handlers that the work needs
 * must be installed before; SIGURG is reserved for this. */
enum bounded_end bounded_run(void (*work)(void *context), void *context, struct bounded_limits limits);

#endif
