/* A launch as host code makes it. */
#ifndef GPULINT_EVAL_STATE_LAUNCH_REQUEST_H
#define GPULINT_EVAL_STATE_LAUNCH_REQUEST_H

#include "eval/state/machine.h"

struct assumed_arguments;

/* A kernel launch as host code makes it, with everything evaluated. */
struct launch_request {
	const struct ir_func *kernel;
	int64_t grid[3], block[3];
	int64_t dynamic_shared;          /* bytes */
	bool grid_known, block_known;
	uint32_t division_line;          /* where host code divides by zero for the shape or the shared memory; 0: it does not */
	bool cooperative;                /* all blocks are to be there at once */
	int64_t cluster[3];              /* blocks, by an attribute of the launch; 0: it has none that is known */
	bool shared_open;                /* how much dynamic shared memory it has is not known: as much as it comes to */
	enum launch_origin origin;
	const struct ir_unit *unit;
	struct ir_loc loc;
	const struct ir_expr *expr;      /* of host code, as the program has it; NULL: it makes none */
	struct library_entry entry;      /* the call of the program's for which a built-in header launches; call NULL: none */
	const struct value *args;        /* one each parameter; records by address */
	size_t arg_count;
	uint64_t made_up;                /* which arguments (by argument_bit) are numbers that neither code nor names say anything of */
	const struct assumed_arguments *assumed;   /* those of `args` that were assumed; NULL: none */
	bool is_never_made;             /* as of struct launch, if all rounds of host code's loops were run */
	const struct value *stream;      /* NULL: the default one */
	uint64_t times;                  /* that it is made now, by threads that are alike; 0: once */
	bool for_effect;                 /* what it costs is known: it is run for what it writes */
};

/* The bit of a launch's argument in a set of them. The last is for all behind it, too. */
static inline uint64_t
argument_bit(size_t argument)
{
	return UINT64_C(1) << (argument < 63 ? argument : 63);
}

#endif
