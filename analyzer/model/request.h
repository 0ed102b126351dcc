/* What one warp's request costs when not all is known of its addresses: memory_model.h says what known ones cost.
 *
 * A lane's address is a number, or a symbol and a distance from it. Lanes that share a symbol hang together: their cost
 * depends on where the whole of them begins alone. What nothing ties together costs what data that was computed of an
 * example says; failing that, what lanes cost that are spread evenly over the places where they may be.
 *
 * Costs are sectors, wavefronts or passes, by space; bytes otherwise. */
#ifndef GPULINT_MODEL_REQUEST_H
#define GPULINT_MODEL_REQUEST_H

#include "data/memory.h"
#include "data/symbol.h"
#include "model/async_copy.h"
#include "model/facts.h"
#include "model/memory_model.h"

/* The addresses of a warp, and how much is known of them. Of lanes that are not active nothing is read. */
struct request {
	const struct symbols *symbols;
	const struct memory *memory;
	uint32_t active; /* not 0 */
	unsigned width;
	enum site_kind kind;
	enum site_space space;
	enum shared_atomic atomic; /* of atomics in shared memory */
	uint64_t address[WARP_LANES];
	symbol_id symbol[WARP_LANES]; /* added to the address; 0: none */
	uint64_t thread;              /* index of lane 0 in the x dimension of the grid */
	/* of which it is a side, of addresses that are known, or known but for a start; or NULL */
	const struct async_copy *copy;
	/* By request_find_groups: */
	unsigned groups; /* of lanes with one symbol; 0: more than can be told apart */
	bool varies;     /* some lane's address is not known even relative to others */
};

struct cost {
	double cost, ideal, low, high;
	bool known;     /* cost is defensible; else only the bounds are */
	bool bounded;   /* low and high differ from cost */
	bool spread;    /* from lanes that may be anywhere, each place as likely as the other */
	symbol_id rows; /* not 0: as if what is added to lanes' addresses were such that rows begin with a sector */
	bool example;   /* from data that was computed of what decides about the lanes */
};

void request_find_groups(struct request *r);
/* The first lane whose symbol has the same value as this one's; the lane itself: it is the first. */
unsigned request_first_alike(const struct request *r, unsigned lane);
struct cost request_cost(const struct request *r);
/* What lanes that are off cost by themselves: that of the same lanes side by side, each in its own place. */
double request_gap_cost(const struct request *r, const struct cost *c);

/* Of lanes that are active: the first ones of the lowest and of the highest address, and the first whose address is no multiple of
 * what its width is one of; the first of all where there is none. */
struct request_ends {
	unsigned lowest, highest, off;
};
struct request_ends request_ends_of(const struct request *r);

#endif
