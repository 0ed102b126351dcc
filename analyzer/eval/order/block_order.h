/* Notifications about memory accesses and ordering in a block, for shared_race.h and barrier_use.h.
 *
 * The evaluator calls these when lanes access memory, and when something orders threads or may do so. */
#ifndef GPULINT_EVAL_ORDER_BLOCK_ORDER_H
#define GPULINT_EVAL_ORDER_BLOCK_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/ir.h"

struct launch_request;
struct machine;
struct value;

/* Call before the first block of a launch, and before each block. */
void order_begin(struct machine *m, const struct launch_request *request);
void order_begin_block(struct machine *m, const uint32_t block[3]);
/* Reports the results to the sink. */
void order_report(struct machine *m);
void order_free(struct machine *m);

/* Accesses of the active lanes. site: NULL: none in the source. stored: NULL: unknown. */
void order_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address);
void order_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address,
                 const struct value *stored);
/* result_unused: a thread that sees the old value may use it to wait for others. */
void order_atomic(struct machine *m, const struct ir_expr *call, const struct ir_type *type,
                  const struct value *address, bool result_unused);

/* __syncthreads of the program. all_come: all threads of the block arrive that have not ended. */
void order_barrier(struct machine *m, const struct ir_expr *call, bool all_come);
/* Lanes of each warp wait for each other, or are assumed to. */
void order_warps(struct machine *m);
/* Any builtin, before its specific effects. */
void order_builtin(struct machine *m, enum ir_builtin builtin);
/* A call of a built-in header's function. The real library may access more memory. */
void order_library_call(struct machine *m, const struct ir_func *func, const struct value *args, size_t count);
/* Code that is not modelled or may order threads: a fence, inline assembly, an unseen function. */
void order_unseen(struct machine *m);
/* The same for unseen code that may also contain a barrier of the block. */
void order_hidden(struct machine *m);
/* Code that no lane has run may access memory: lanes of another launch may run it. */
void order_skip(struct machine *m);
/* Iterations of a loop are skipped, or were too few to show accesses of one iteration after another. */
void order_skip_iterations(struct machine *m, const struct ir_stmt *loop);
void order_end_loop(struct machine *m, const struct ir_stmt *loop, uint64_t iterations);
/* A loop was left before its end: the following code may be unreachable. */
void order_forget(struct machine *m);
/* The launch accesses shared memory of other blocks, which looks like the block's own. */
void order_give_up(struct machine *m);

#endif
