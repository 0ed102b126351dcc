/* One block of a launch: what its threads know of themselves, its memory, its run. */
#ifndef GPULINT_EVAL_GRID_BLOCK_H
#define GPULINT_EVAL_GRID_BLOCK_H

#include "eval/state/launch_request.h"
#include "model/fold.h"

/* The threads' indices and the launch's shape, the same in all blocks. */
void block_set_specials(struct machine *m, struct arena *arena, const struct launch *launch);
/* Unknown data is told apart for so long from here on: less long in a kernel's later launches. */
void block_tell_data_apart(struct machine *m, const struct ir_func *kernel);
/* The block at those coordinates, which stands for `weight` blocks. */
void block_run(struct machine *m, const struct launch_request *request, const struct launch *launch, const uint32_t at[3],
               double weight);
/* For what blocks of the launch that the machine runs do. */
struct fold *block_new_fold(struct machine *m, const struct ir_func *kernel, FILE *events);
/* Its events are the program's. */
void block_end_fold(struct program *program, struct fold *fold);

#endif
