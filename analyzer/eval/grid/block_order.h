/* What a block's threads do in which order, for those who look at that: shared_race.h and barrier_use.h.
 *
 * The evaluator calls these where lanes access memory, and where something orders threads or may. */
#ifndef GPULINT_EVAL_GRID_BLOCK_ORDER_H
#define GPULINT_EVAL_GRID_BLOCK_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/ir.h"

struct launch_request;
struct machine;
struct value;

/* Before the first block of a launch, and before each. */
void order_begin(struct machine *m, const struct launch_request *request);
void order_begin_block(struct machine *m, const uint32_t block[3]);
/* Hands what was found to the fold. */
void order_tell(struct machine *m);
void order_free(struct machine *m);

/* Accesses of the lanes that run. site: what the source has; NULL: none of its own. stored: NULL: nobody knows. */
void order_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address);
void order_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address,
                 const struct value *stored);
/* result_unused: who sees what was there may wait for others by it. */
void order_atomic(struct machine *m, const struct ir_expr *call, const struct ir_type *type, const struct value *address,
                  bool result_unused);

/* __syncthreads of the program's own; all_come: of all threads of the block that have not ended. */
void order_barrier(struct machine *m, const struct ir_expr *call, bool all_come);
/* Lanes of each warp wait for each other, or are taken to. */
void order_warps(struct machine *m);
/* Any builtin, before what is known of it. */
void order_builtin(struct machine *m, enum ir_builtin builtin);
/* A function of the built-in headers is called, which stand for libraries that do more with memory than they do. */
void order_library_call(struct machine *m, const struct ir_func *func, const struct value *args, size_t count);
/* Whatever is not modelled, or not as what orders threads: a fence, inline assembly, a function that cannot be seen. */
void order_unseen(struct machine *m);
/* The same of what may be a barrier of the block as well: code that nobody sees. */
void order_hidden(struct machine *m);
/* Code that no lane has run may access memory: in another launch lanes may run it. */
void order_skip(struct machine *m);
/* Iterations of a loop are not run, or there were so few that one does not show what it does after another. */
void order_skip_iterations(struct machine *m, const struct ir_stmt *loop);
void order_end_loop(struct machine *m, const struct ir_stmt *loop, uint64_t iterations);
/* A loop was left that was not run to its end: what comes next may never be reached. */
void order_lose(struct machine *m);
/* The launch goes to shared memory of other blocks, which looks like the block's own. */
void order_give_up(struct machine *m);

#endif
