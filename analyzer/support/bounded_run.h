/* Work on input that nobody vouches for, by code that is not ours and knows no limits: a compiler's parser recurses as deeply as
 * macros nest, and templates have it compute what they like. */
#ifndef GPULINT_SUPPORT_BOUNDED_RUN_H
#define GPULINT_SUPPORT_BOUNDED_RUN_H

enum bounded_end {
	BOUNDED_DONE,
	BOUNDED_TOO_DEEP,  /* its stack was used up */
	BOUNDED_TOO_LONG,  /* so was its processor time, or it waited for too long */
	BOUNDED_TOO_LARGE, /* too much memory was taken */
};

struct bounded_limits {
	double seconds; /* of processor time; and BOUNDED_IDLE times as many by the clock in which it has none at all */
	/* of memory that the process takes meanwhile, also in other threads; where it is less, half of what * the
	 * machine has besides what the process had before */
	double bytes;
};

/* Bytes: some hundred megabytes are enough for nearly all code. Where runs before stand still with what they took, a later one has
 * what these leave of the limit, and at least this. */
#define BOUNDED_LEAST (512.0 * (1 << 20))

/* A loaded machine lets nobody wait for that long, a lock that is never given back does. */
enum { BOUNDED_IDLE = 20 };

/* Runs it on a deep stack (see deep_stack.h) within the limits. What is not done by then stands still for ever, wherever it was: it
 * writes nothing more, but its memory is lost, and locks that it held stay held. (Of malloc's each thread has its own: that one is
 * another's only where the work was just freeing what another had taken.) The process then ends without what libraries do at its
 * end, which may wait for those. Handlers of SIGSEGV that the work needs have to be there before; SIGURG is taken for this. */
enum bounded_end bounded_run(void (*work)(void *context), void *context, struct bounded_limits limits);

#endif
