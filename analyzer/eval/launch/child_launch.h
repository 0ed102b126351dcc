/* Launches from device code (dynamic parallelism). They are recorded while the counted blocks of the parent run, and
 * made afterwards. Each counts by the weights of its threads' blocks and iterations. */
#ifndef GPULINT_EVAL_LAUNCH_CHILD_LAUNCH_H
#define GPULINT_EVAL_LAUNCH_CHILD_LAUNCH_H

#include "eval/launch/run_launch.h"
#include "eval/state/program.h"

/* Records an IR_LAUNCH of device code with evaluated operands. kernel: NULL: unknown. */
void child_launch_note(struct machine *m, const struct ir_expr *expr, const struct ir_func *kernel);
/* Makes the parent's recorded launches. parent->depth is ignored. */
void child_launches_make(struct machine *host, const struct child_launches *children,
                         const struct parent_launch *parent);
void child_launches_free(struct child_launches *children);

#endif
