/* Launches: as host code makes them, by whatever way it has, and how they are run. */
#ifndef GPULINT_EVAL_LAUNCH_HOST_H
#define GPULINT_EVAL_LAUNCH_HOST_H

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

/* An IR_LAUNCH expression. One of device code is noted, to be made later: see child_launch.h. */
void host_launch(struct machine *m, const struct ir_expr *expr);
/* What cudaLaunchKernel and its kin are given: shapes by address, arguments as an array of pointers. */
struct pointed_launch {
	const struct ir_func *kernel;
	const struct value *grid, *block, *args;
	const struct value *shared, *cluster, *stream;   /* NULL: not given */
	bool cooperative;
};
void host_launch_by_pointers(struct machine *m, const struct ir_expr *expr, const struct pointed_launch *given);
/* The launch with these arguments: what is not known of them is settled. */
void host_make_launch(struct machine *m, struct launch_request *request, struct value *args);
/* Runs one launch. Where one has run from which launch_key.h does not tell it, that one is told to repeat; where the kernel
 * has run in many ways, this one is only counted. Of one that CUDA refuses nothing but that is told: see refusal.h. */
void host_run_launch(struct machine *m, const struct launch_request *given);
/* Whether the program settles its shape and all numbers among its arguments. */
bool host_has_own_numbers(const struct launch_request *request);
/* Whether the launch writes numbers that a later one may go by. Nothing comes behind one that the program does not make. */
bool device_may_control_others(struct program *program, const struct launch_request *request);
/* device.c: samples the blocks of a launch and adds its sites to `launch`. */
void device_run(struct program *program, const struct launch_request *request, struct launch *launch,
                const struct kernel *kernel);

#endif
