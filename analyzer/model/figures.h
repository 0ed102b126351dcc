/* Figures of one warp's request that do not depend on its position in memory: the cost and the lane pattern. A
 * request mostly repeats the previous one of its site at a distance of some rows, so these figures are cached. */
#ifndef GPULINT_MODEL_FIGURES_H
#define GPULINT_MODEL_FIGURES_H

#include "model/request.h"

struct request_figures {
	struct cost cost;
	double gap_cost;       /* cost of the same lanes if contiguous, each in its slot; if the cost is known */
	unsigned same_address; /* atomics: most lanes on one address */
	struct request_ends ends;
	/* for a copy: the cost of a plain load and store at its addresses */
	struct request_cost copy_load, copy_store;
	bool estimated; /* the copy's cost is estimated */
	enum pattern pattern;
	int64_t step;         /* between lanes, by the first two */
	unsigned lanes_apart; /* between active lanes; 1 if it varies */
	uint32_t uneven;      /* lanes with a different step */
};

/* The figures of the last request, and the request. */
struct known_figures {
	struct request of;      /* without lanes: nothing cached */
	struct async_copy copy; /* if the request belongs to a copy */
	uint64_t moved;         /* distance of the latest request from `of` */
	bool kept;              /* the latest request reused the figures of `of` */
	struct request_figures figures;
};

/* The result is valid until the next call with the same `last`. */
const struct request_figures *request_figures_of(const struct request *r, struct known_figures *last);

#endif
