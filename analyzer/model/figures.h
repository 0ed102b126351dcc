/* What is told of one warp's request alone, wherever in memory it lies: its cost, and how its lanes step. A request is mostly
 * like the one before it at the same site, some rows of memory further, so these figures are kept from one to the next. */
#ifndef GPULINT_MODEL_FIGURES_H
#define GPULINT_MODEL_FIGURES_H

#include "ir/ir.h"
#include "model/request.h"

struct request_figures {
	struct cost cost;
	struct cost of_whole;          /* had each lane moved the whole vector that it accesses a member of */
	double gap_cost;               /* of the same lanes side by side, each in its place; where the cost is known */
	unsigned same_address;         /* atomics: most lanes that share one */
	unsigned highest_lane;         /* by address */
	enum pattern pattern;
	int64_t step;                  /* from lane to lane, as the first two have it */
	unsigned lanes_apart;          /* from one active lane to the next; 1 where that varies */
	uint32_t uneven;               /* lanes to which it is another */
};

/* The figures found last, and of what. */
struct known_figures {
	struct request of;             /* of no lanes: nothing so far */
	const struct ir_type *vector;
	struct request_figures figures;
};

/* vector: the type that the lanes access a member of, or NULL; a power of two in bytes, and no wider than a row of the
 * banks. What is returned is good until the next call with the same `last`. */
const struct request_figures *request_figures_of(const struct request *r, const struct ir_type *vector,
                                                 struct known_figures *last);

#endif
