/* Traffic of a compiled kernel's instructions in one launch, from runs of its machine code (codegen/execute). Small
 * launches are run in full. Larger ones are run box by box (boxes.h), or by the evaluator's sampled blocks, each with
 * its weight.
 *
 * This needs the launch's arguments and the known contents of its memory. If addresses or control flow depend on
 * something unknown, nothing is known of the affected instructions, or of the launch. */
#ifndef GPULINT_MODEL_COMPILED_TRAFFIC_H
#define GPULINT_MODEL_COMPILED_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codegen/execute/execute.h"
#include "model/facts.h"

/* Totals of one instruction over the launch, in the units of struct figures. */
struct instruction_traffic {
	double warps;         /* that issue it, even with all lanes inactive */
	double doubtful;      /* executions in which unknown data decides whether some lanes take part */
	double certain_lanes; /* lanes that execute it, at any address; NAN: unknown data decides how many */
	/* of an access: by warps with active lanes in memory; of a branch: those decided */
	double requests, lanes;
	/* sectors of global and local memory, wavefronts of shared memory; equal for local memory */
	double cost, ideal;
	double lines;        /* of local memory: lines of 128 bytes, which hold a word of each lane */
	double divergent;    /* of a branch: executions in which lanes diverge */
	uint64_t first, end; /* address range of iterations that were run, end exclusive; end 0: nothing */
	uint16_t spaces;     /* that it accesses, bit set of enum sass_space */
	bool is_open;        /* some of it is unknown */
	const char *
		unknown_operation; /* if open: an instruction on which it depends and that the run does not know; or NULL */
	bool lacks_data;           /* because arguments or memory contents are missing */
	bool is_sampled;           /* blocks that were run represent others, which may differ */
	bool by_data;              /* depends on the contents of memory before the launch */
	bool by_race;              /* depends on unordered stores and loads of warps */
	bool by_address;           /* depends on the addresses of buffers, beyond cudaMalloc's alignment */
	bool by_rounding;          /* depends on approximations whose last bits are not documented */
	bool skips_lanes;          /* some lanes of a copy move nothing, which hardware counts differently */
};

struct launch_traffic {
	const char *why;            /* why nothing is known; NULL: all blocks that were run ended */
	bool is_cut;                /* because it exceeds its budget */
	bool is_shared;             /* blocks may load what other blocks of the launch stored */
	bool is_raced;              /* warps may load what others of their block or launch store without order */
	bool reads_assumed_numbers; /* the code reads arguments with assumed numbers */
	const char *of_memory;      /* assumption of the loaded memory contents; NULL: none */
	double steps;               /* estimated warp instructions of all blocks */
	/* one per instruction, then one for the other end of each copy; malloc'ed */
	struct instruction_traffic *items;
	size_t count;
	/* of traced launches (support/trace.h), else NULL: which blocks were run; and by item, the requests and branches that
	 * runs executed, which the totals rest on */
	struct trace *trace;
	double *seen;
};

/* The number of items for this code. */
size_t traffic_item_count(const struct sass_code *code);

/* Runs the launch. *steps: budget of warp instructions, which is reduced. moved_steps: an extra budget for boxes
 * with execute_launch.moves_bits, used when blocks process tiles alternately. Free the result with traffic_free. */
struct launch_traffic traffic_of_launch(struct execute_kernel *kernel, const struct launch *launch, uint64_t *steps,
                                        uint64_t moved_steps);
void traffic_free(struct launch_traffic *traffic);

/* Adds `weight` times an instruction's totals. */
void traffic_add(struct instruction_traffic *sum, const struct instruction_traffic *item, double weight);

#endif
