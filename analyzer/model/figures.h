/* What is told of one warp's request alone, wherever in memory it lies: its cost, and how its lanes step. A request is mostly
 * like the one before it at the same site, some rows of memory further, so these figures are kept from one to the next. */
#ifndef GPULINT_MODEL_FIGURES_H
#define GPULINT_MODEL_FIGURES_H

#include "model/request.h"

struct request_figures {
	struct cost cost;
	double gap_cost;       /* of the same lanes side by side, each in its place; where the cost is known */
	unsigned same_address; /* atomics: most lanes that share one */
	struct request_ends ends;
	/* of a copy's side: what a load and a store would cost that lie as both sides do */
	struct request_cost copy_load, copy_store;
	bool estimated; /* and what that side costs is */
	enum pattern pattern;
	int64_t step;         /* from lane to lane, as the first two have it */
	unsigned lanes_apart; /* from one active lane to the next; 1 where that varies */
	uint32_t uneven;      /* lanes to which it is another */
};

/* The figures found last, and of what. */
struct known_figures {
	struct request of;      /* of no lanes: nothing so far */
	struct async_copy copy; /* where it is a side of one */
	uint64_t moved;         /* by how far the latest request lies behind `of` */
	bool kept;              /* the figures of that one are those of `of` */
	struct request_figures figures;
};

/* What is returned is good until the next call with the same `last`. */
const struct request_figures *request_figures_of(const struct request *r, struct known_figures *last);

#endif
