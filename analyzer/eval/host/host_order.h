/* The order in which host code issues work and waits for it: whether work may still run when a clock is read.
 *
 * Clock reads of a function come in pairs: the first begins a timed part, the second ends it. If it is unknown what
 * a call waits for, it counts as a wait for everything. */
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
	uint64_t issued; /* host_order.now at its issue */
};

struct host_order {
	uint64_t now; /* counts issues, waits and clock reads */
	struct unfinished_work unfinished[HOST_ORDER_STREAMS];
	size_t unfinished_count;
	uint64_t last_issued, first_launch; /* host_order.now at these; 0: none */
	struct {
		bool is_open, is_waited_for;
		size_t operation;
		const void *func;
	} early; /* the latest end of a timed part with unfinished work */
	struct {
		bool is_open;
		size_t operation;
		uint64_t read;
		const void *func;
	} part; /* the current timed part */
};

/* The end of a timed part. */
struct timed_part {
	bool ends;   /* the part ends, and work was issued in it */
	size_t from; /* the operation that began it */
	bool is_unfinished;
	size_t unfinished; /* the operation whose work may still run */
	bool has_first_launch;
	/* the program has waited since the latest early end and reads the clock again: that end timed only the calls */
	bool completes;
	size_t completed; /* the operation of that early end */
};

/* An operation issues work to a stream. */
void host_order_issue(struct host_order *order, size_t operation, int stream);
/* The operation just issued is a launch. */
void host_order_launch(struct host_order *order);
void host_order_wait(struct host_order *order, int stream);
void host_order_wait_for_all(struct host_order *order);
/* func: the function of the program's own code that reads the clock. */
struct timed_part host_order_read_clock(struct host_order *order, size_t operation, const void *func);

#endif
