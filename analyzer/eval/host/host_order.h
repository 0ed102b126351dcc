/* In which order host code issues work and waits for it: whether work may still run when a clock is read.
 *
 * Clock reads of a function come in pairs: the first begins a timed part, the second ends it. Where it is not known what a call
 * waits for, it is taken to wait for everything. */
#ifndef GPULINT_EVAL_HOST_HOST_ORDER_H
#define GPULINT_EVAL_HOST_HOST_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HOST_ORDER_STREAMS = 16 };

/* The latest work of a stream that nothing has waited for. */
struct unfinished_work {
	size_t operation;
	int stream;
	uint64_t issued; /* host_order.now then */
};

struct host_order {
	uint64_t now; /* counts what is issued, waited for and read */
	struct unfinished_work unfinished[HOST_ORDER_STREAMS];
	size_t unfinished_count;
	uint64_t last_issued, first_launch; /* 0: nothing was */
	struct {
		bool is_open, is_waited_for;
		size_t operation;
		const void *func;
	} early; /* the last end of an unfinished part */
	struct {
		bool is_open;
		size_t operation;
		uint64_t read;
		const void *func;
	} part; /* that is timed */
};

/* An end of a timed part. */
struct timed_part {
	bool ends;   /* and work was issued in it */
	size_t from; /* the operation that began it */
	bool is_unfinished;
	size_t unfinished; /* the operation whose work may still run */
	bool has_first_launch;
	bool completes; /* the program has waited since the last such part and reads the clock again: that one was for the calls */
	size_t completed; /* the operation that ended that part */
};

/* An operation issues work to a stream. */
void host_order_issue(struct host_order *order, size_t operation, int stream);
/* It was a launch. */
void host_order_launch(struct host_order *order);
void host_order_wait(struct host_order *order, int stream);
void host_order_wait_for_all(struct host_order *order);
/* func: the function in which the clock is read, as the program's own code has it. */
struct timed_part host_order_read_clock(struct host_order *order, size_t operation, const void *func);

#endif
