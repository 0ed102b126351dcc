/* Accesses on the sides of branches, and what whole warps would make of them.
 *
 * If of the lanes of a warp that come to a branch all go one way, and over the grid as many each way as do, a side that a
 * quarter of the lanes take is run by a quarter of the warps, each with four times the lanes. What such a request touches
 * follows from where the lanes go that do make it: those that are evenly apart have others like them between and behind them. One
 * alone stands for others that go where it does, unless all lanes of its warp are evenly apart. Of others nothing is known:
 * together they touch what they do now. */
#ifndef GPULINT_MODEL_SIDES_H
#define GPULINT_MODEL_SIDES_H

#include "ir/ir.h"
#include "model/figures.h"
#include "model/fold.h"

/* Of an access on the sides of a branch, in warps that part there: as it is, and if whole warps went each way. */
struct side_costs {
	double requests, cost, lines, passes;   /* cost as that of the site; passes: of atomics on global memory */
};
struct side_sums {
	const struct ir_stmt *branch;
	uint64_t sides;                 /* on which of them the access is, a bit each */
	struct side_costs now, whole;
	double bytes;                   /* that lanes move */
};
struct side_list {
	struct side_sums *items;
	size_t count, capacity;
	double requests, cost;          /* by tallies_settle_sides: of all the access, wherever it is */
};

/* Adds a warp's request, made on these sides. */
void sides_add(struct side_list *list, const struct fold_sides *sides, const struct request *r, const struct request_figures *figures,
               double weight, unsigned warp);
void sides_free(struct side_list *list);

/* Whether the statement is all that the branch has for lanes whose condition does not hold: the next rung of a ladder. */
bool is_otherwise_of(const struct ir_stmt *stmt, const struct ir_stmt *branch);

#endif
