/* Guards: conditions of a kernel that compare a place in the grid with a number, as in `if (i < n)`. They are read, not
 * run: from the grid's and the block's indices, locals' first values and the launch's numbers. So they say where to look,
 * and what grid would fit; nothing is claimed by them. */
#ifndef GPULINT_EVAL_GUARD_GUARDS_H
#define GPULINT_EVAL_GUARD_GUARDS_H

#include "eval/state/launch_request.h"

struct guards;

/* Of the launch, whose block has to be known. */
struct guards *guards_find(struct program *program, const struct launch_request *request);
void guards_free(struct guards *guards);

/* Whether the kernel asks for its threads' index along dimension d (0 to 2). */
bool guards_use_thread(const struct guards *guards, int d);

/* The most threads along d whose index alone is an index of an array of shared memory; 0: it is none. */
int64_t guards_shared_extent(const struct guards *guards, int d);

/* The blocks along d that hold all for which some condition on the launch's numbers comes out as in the first block: the
 * most of all conditions. 0: none depends on the block's index, or not before `limit`. */
int64_t guards_extent(struct guards *guards, int d, int64_t limit);

#endif
