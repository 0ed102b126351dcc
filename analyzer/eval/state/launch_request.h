/* A launch as host code makes it. */
#ifndef GPULINT_EVAL_STATE_LAUNCH_REQUEST_H
#define GPULINT_EVAL_STATE_LAUNCH_REQUEST_H

#include "eval/state/machine.h"

/* In bytes; ROOM_FOR_WHY is reserved for the reason. */
enum { LONGEST_ASSUMPTION = 400, ROOM_FOR_WHY = 112 };

/* Assumed argument values, at most `largest`, and why the first of them is unknown. */
struct assumed_arguments {
	int64_t largest;
	char text[LONGEST_ASSUMPTION];
	struct reason reason; /* REASON_NONE: no assumed values */
};

/* A kernel launch with every operand evaluated. */
struct launch_request {
	const struct ir_func *kernel;
	int64_t grid[3], block[3];
	int64_t dynamic_shared; /* bytes */
	bool grid_known, block_known;
	/* line of a host division by zero in the shape or the shared memory; 0: none */
	uint32_t division_line;
	bool cooperative;   /* requires all blocks to be resident at once */
	int64_t cluster[3]; /* in blocks, from a launch attribute; 0: none known */
	bool cluster_open;  /* there is such an attribute, and its shape is unknown */
	bool shared_open;   /* the size of dynamic shared memory is unknown */
	enum launch_origin origin;
	const struct ir_unit *unit;
	struct ir_loc loc;
	const struct ir_expr *expr; /* in host code; NULL: no host code makes it */
	/* the program's call through which a built-in header launches; call NULL: none */
	struct library_entry entry;
	const struct value *args; /* one for each parameter; records by address */
	size_t arg_count;
	uint64_t arbitrary;               /* arguments (as argument_bit) whose numbers neither code nor names suggest */
	struct assumed_arguments assumed; /* the assumed ones of `args` */
	bool is_never_made;         /* as launch.program.never_makes_it, if all iterations of host loops were run */
	const struct value *stream; /* NULL: the default stream */
	uint64_t times;             /* number of identical launches, by threads that are alike; 0: once */
	bool for_effect;            /* its cost is known: it runs only for its stores */
};

/* The blocks of a cluster in each dimension, by the kernel's attribute, else by the launch's; 0: no clusters, or unknown. */
static inline const int64_t *
launch_request_cluster(const struct launch_request *request)
{
	return request->kernel->cluster[0] ? request->kernel->cluster : request->cluster;
}

/* The argument's bit in a set of launch arguments. All arguments from 63 on share the last bit. */
static inline uint64_t
argument_bit(size_t argument)
{
	return UINT64_C(1) << (argument < 63 ? argument : 63);
}

/* Whether the program determines its shape and all numeric arguments. */
static inline bool
launch_has_own_numbers(const struct launch_request *request)
{
	return request->grid_known && request->block_known && !request->assumed.reason.kind;
}

#endif
