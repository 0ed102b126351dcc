/* How to read the calls of the runtime API in host code: the meaning of their arguments. */
#ifndef GPULINT_EVAL_HOST_HOST_CALLS_H
#define GPULINT_EVAL_HOST_HOST_CALLS_H

#include "ir/ir.h"
#include "model/host_work.h"

/* What a call waits for. */
enum host_wait { WAITS_FOR_NOTHING, WAITS_FOR_STREAM, WAITS_FOR_ALL };

/* Arguments are numbered from 1; 0: none. */
struct host_call {
	enum host_operation_kind kind;
	uint8_t bytes, rows; /* bytes in all, or in each of `rows` rows */
	uint8_t to, from;    /* addresses; a fill or prefetch has only `to` */
	uint8_t direction, stream;
	enum host_wait waits;
	bool is_asynchronous;      /* it issues work to a stream and returns before that work has ended */
	enum host_memory memory;   /* the memory that it allocates */
	enum copy_direction usual; /* direction of a copy if nothing else determines it */
};

/* NULL: the call is not recorded. */
const struct host_call *host_call_of(enum ir_builtin id);

#endif
