/* One block of a launch: its threads' special registers, its memory, its execution. */
#ifndef GPULINT_EVAL_GRID_BLOCK_H
#define GPULINT_EVAL_GRID_BLOCK_H

#include "eval/state/launch_request.h"
#include "model/aggregator.h"

/* Sets thread indices and the launch's shape, which are the same in all blocks. */
void block_set_specials(struct machine *m, struct arena *arena, const struct launch *launch);
/* Sets for how long unknown data is distinguished from here on: shorter in a kernel's later launches. */
void block_distinguish_data(struct machine *m, const struct ir_func *kernel);
/* Runs the block at `at` with the given weight, and reports it to the aggregator. */
void block_run(struct machine *m, struct aggregator *aggregator, const struct launch_request *request,
               const struct launch *launch, const uint32_t at[3], double weight);
/* An aggregator for blocks of the machine's launch. l1_room: the part of L1 that a block has, in bytes. events: output
 * of device events, or NULL. */
struct aggregator *block_new_aggregator(struct machine *m, const struct ir_func *kernel, uint64_t l1_room,
                                        FILE *events);
/* Adds its event count to the program's facts and frees it. */
void block_end_aggregator(struct program *program, struct aggregator *aggregator);

#endif
