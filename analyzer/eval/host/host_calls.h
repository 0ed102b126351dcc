/* How the calls of the runtime API that host code makes are to be read: which argument is what. */
#ifndef GPULINT_EVAL_HOST_HOST_CALLS_H
#define GPULINT_EVAL_HOST_HOST_CALLS_H

#include "ir/ir.h"
#include "model/host_work.h"

/* What host code waits for in a call. */
enum host_wait { WAITS_FOR_NOTHING, WAITS_FOR_STREAM, WAITS_FOR_ALL };

/* Arguments are numbered from 1; 0: it has none. */
struct host_call {
	enum host_operation_kind kind;
	uint8_t bytes, rows; /* bytes of all, or of each of so many rows */
	uint8_t to, from;    /* addresses: of a fill or prefetch `to` alone */
	uint8_t direction, stream;
	enum host_wait waits;
	bool is_asynchronous;      /* it issues work to a stream, and returns before that has ended */
	enum host_memory memory;   /* that it allocates */
	enum copy_direction usual; /* of a copy whose direction is not known otherwise */
};

/* NULL: it does nothing that is recorded. */
const struct host_call *host_call_of(enum ir_builtin id);

#endif
