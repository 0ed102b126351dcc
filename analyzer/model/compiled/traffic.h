/* What the instructions of a compiled kernel do in one launch: the blocks that the evaluator has looked at are run on the
 * kernel's machine code (codegen/execute), each for as many as it stands for.
 *
 * This needs the launch's arguments, and what is known of the memory that it finds. Where addresses or the way through the code
 * hang on what is not, nothing is known of the instructions in question, or of the launch. */
#ifndef GPULINT_MODEL_COMPILED_TRAFFIC_H
#define GPULINT_MODEL_COMPILED_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codegen/execute/execute.h"
#include "model/facts.h"

/* Of one instruction, totals of the launch, in the units of struct figures. */
struct instruction_traffic {
	double warps;                  /* that execute it, if only to find their lanes turned off, */
	double doubtful;               /* and that may: data decides that nobody knows */
	double certain_lanes;          /* that execute it, wherever they access memory; NAN: data decides how many do */
	double requests, lanes;        /* of an access to memory: by warps that have lanes there; of a branch: that is decided */
	double cost, ideal;            /* sectors of global and local memory, wavefronts of shared memory; of local memory both are one */
	double lines;                  /* of local memory: of 128 bytes, which have a word of each lane */
	double divergent;              /* of a branch: executions that part the lanes */
	uint64_t first, end;           /* what it accesses, from the first byte to behind the last, as far as iterations were run; end 0: nothing */
	uint16_t spaces;               /* that it goes to, a bit each by enum sass_space */
	bool is_open;                  /* not all of that is known, */
	bool lacks_data;               /* for want of what the launch is given or finds in memory */
	bool is_sampled;               /* blocks that were run stand for others, which need not do the same */
	bool by_data;                  /* it hangs on what memory holds before the launch, */
	bool by_race;                  /* on what warps store and load beside each other, */
	bool by_address;               /* on where buffers lie, beyond the alignment that cudaMalloc gives, */
	bool by_rounding;              /* or on approximations of which GPUs do not say what their last bits are */
	bool skips_lanes;              /* some of a copy's lanes move nothing, which counters count otherwise */
};

struct launch_traffic {
	const char *why;               /* why nothing is known; NULL: all sampled blocks came to their ends */
	bool is_cut;                   /* because it takes more steps than it may */
	bool is_shared;                /* blocks may find in memory what others of the launch have stored */
	bool is_raced;                 /* warps may find in memory what others of their block or of the launch store beside them */
	bool reads_stand_ins;          /* the code reads numbers among the arguments that nothing binds */
	const char *of_memory;         /* an assumption that what blocks find in memory rests on; NULL: none */
	double steps;                  /* instructions of warps that all blocks take, as far as they are like those that were run */
	struct instruction_traffic *items;   /* one for each instruction, and behind these one for each copy's other end; malloc'ed */
	size_t count;
};

/* How many items there are of the code. */
size_t traffic_item_count(const struct sass_code *code);

/* Runs the launch; *steps: instructions of warps that may still be run, which become fewer; moved_steps: that may be besides where blocks
 * take tiles in turns. For traffic_free. */
struct launch_traffic traffic_of_launch(struct execute_kernel *kernel, const struct launch *launch, uint64_t *steps, uint64_t moved_steps);
void traffic_free(struct launch_traffic *traffic);

/* Adds what an instruction does, as often as `weight` says. */
void traffic_add(struct instruction_traffic *sum, const struct instruction_traffic *item, double weight);

#endif
