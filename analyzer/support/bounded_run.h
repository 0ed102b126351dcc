/* Work on input that nobody vouches for, by code that is not ours and knows no limits: a compiler's parser recurses as deeply as
 * macros nest, and templates have it compute what they like. */
#ifndef GPULINT_SUPPORT_BOUNDED_RUN_H
#define GPULINT_SUPPORT_BOUNDED_RUN_H

enum bounded_end {
	BOUNDED_DONE,
	BOUNDED_TOO_DEEP,  /* its stack was used up */
	BOUNDED_TOO_LONG,  /* so was its processor time */
	BOUNDED_TOO_LARGE, /* it took too much memory */
};

struct bounded_limits {
	double seconds;    /* of processor time */
	double bytes;      /* of memory; half of the machine's is the limit where that is less */
};

/* Runs it on a deep stack (see deep_stack.h) within the limits. What is not done by then stands still for
 * ever, wherever it was: it writes nothing more, but its memory is lost, and locks that it held stay held. Handlers of SIGSEGV
 * that the work needs have to be there before; SIGURG is taken for this. */
enum bounded_end bounded_run(void (*work)(void *context), void *context, struct bounded_limits limits);

#endif
