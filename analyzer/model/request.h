/* The cost of one warp's request whose addresses are partly unknown; memory_model.h has the cost of known addresses.
 *
 * A lane's address is a number, or a symbol plus a distance. Lanes that share a symbol have known distances, so
 * their cost depends only on the common base. Unrelated lanes take their addresses from sample data, or else from a
 * uniform distribution over the possible addresses.
 *
 * Costs are sectors, wavefronts or passes, by space; other quantities are bytes. */
#ifndef GPULINT_MODEL_REQUEST_H
#define GPULINT_MODEL_REQUEST_H

#include "domain/memory.h"
#include "domain/symbol.h"
#include "model/async_copy.h"
#include "model/facts.h"
#include "model/memory_model.h"

/* The addresses of a warp and what is known of them. Inactive lanes are not read. */
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
	/* the copy that it belongs to, with addresses known at least up to a common base; or NULL */
	const struct async_copy *copy;
	/* Set by request_find_groups: */
	unsigned groups; /* lanes with one symbol form a group; 0: too many groups */
	bool varies;     /* some lane's address is unknown even relative to others */
};

struct cost {
	double cost, ideal, low, high;
	bool known;     /* cost is reliable; else only the bounds are */
	bool bounded;   /* low and high differ from cost */
	bool spread;    /* assumes a uniform distribution over the possible addresses */
	symbol_id rows; /* not 0: assumes that the unknown parts of the addresses begin rows on a sector boundary */
	bool example;   /* uses sample data */
};

void request_find_groups(struct request *r);
/* The first lane whose symbol has the same value as this one's; the lane itself if there is none before it. */
unsigned request_first_alike(const struct request *r, unsigned lane);
struct cost request_cost(const struct request *r);
/* The cost of inactive lanes: that of the same lanes if contiguous, each in its slot. */
double request_gap_cost(const struct request *r, const struct cost *c);

/* Active lanes: the first with the lowest address, the first with the highest, and the first whose address is
 * misaligned for its width (or the first active lane). */
struct request_ends {
	unsigned lowest, highest, off;
};
struct request_ends request_ends_of(const struct request *r);

#endif
