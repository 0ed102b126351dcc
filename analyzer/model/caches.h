/* A block's requests to global memory after the L1 cache, and the resulting memory traffic of all blocks.
 *
 * One block is followed completely. Its requests look up the L1 lines that they touch, in the evaluator's order. L1
 * has lines of 128 bytes, whose sectors are filled separately. A block's L1 is the multiprocessor's capacity without
 * shared memory, divided by the resident blocks. A line hits unless as many other lines as fit were allocated since.
 * Stores and atomics go through to L2, request by request, and allocate nothing. But stores of a warp to the same
 * line merge if few other lines and no waits are in between.
 *
 * The footprint is what the block touches, in words of 4 bytes. Comparing the accesses' first addresses in other
 * blocks shows how the footprint moves from block to block. That gives the share that the neighbour in each
 * dimension of the grid has also touched; it hits in L2 if the data in between fits. If blocks do not move evenly,
 * only objects that fit completely are assumed to hit. */
#ifndef GPULINT_MODEL_CACHES_H
#define GPULINT_MODEL_CACHES_H

#include <stdint.h>

#include "model/facts.h"
#include "model/request.h"

struct caches;
struct gpu;

/* The first address of an access in a block. */
struct flow_start {
	uint32_t at[3];
	uint64_t address;
};
struct flow;
/* Sectors that were loaded for one access and are also wanted by another. */
struct flow_sharer {
	const struct flow *to;
	double sectors;
};

enum { FLOW_STARTS = 12, FLOW_SHARERS = 16 };

/* The least cycles that L1 takes for a load of more than one sector, fitted to the reference kernels matrix-multiply and
 * mixed-pointers and to rows of which all lanes read one word. */
extern const double caches_least_load_cycles;

/* The figures of one access in the followed block. */
struct flow {
	double requests;   /* addresses known, or known up to a common base */
	double wild;       /* requests with unknown addresses */
	double lookups;    /* line lookups, per request */
	double wavefronts; /* wavefronts of L1's banks for loads */
	double resumed;    /* stored lines that continue a sector which an earlier iteration has written in part, */
	double merged;     /* and stored lines that reach L2 together with an earlier store */
	double missed;     /* sectors of loads that miss L1 */
	/* An iteration here is one joint execution of the access by all warps of the block that reach it. */
	double iterations, late_iterations; /* iterations; `late_iterations`: those in which some warp misses L1 */
	double late, late_together;         /* requests that miss; all requests of late iterations */
	double held_iterations;             /* iterations after a store that the access may not move across */
	double now, late_now;               /* requests of the current iteration */
	uint64_t order;                     /* see caches_end_iteration */
	double sectors, words;              /* not touched before in the block */
	double stored_words;                /* not stored before in the block */
	double wanted_words;                /* counted once per request, */
	double iteration_words;             /* and once per iteration */
	/* the range from the lowest to the highest address of its first and last lanes; end 0: none */
	uint64_t first, end;
	bool skips;            /* some requests represent others that may have touched the same data */
	double shared_sectors; /* of the sectors: those that another access wants too */
	/* the other accesses; one that occurs twice counts twice. If there are too many, the last entry represents
	 * the rest and is NULL */
	struct flow_sharer sharers[FLOW_SHARERS];
	unsigned sharer_count;
	/* sectors by the categories of struct demand */
	double loaded[NEARNESSES], part_stored[NEARNESSES], stored[NEARNESSES];
	struct flow_start starts[FLOW_STARTS];
	unsigned start_count;
	uint64_t last_address; /* address of the first lane in the iteration's first request, */
	int64_t walk;          /* its last distance from the previous iteration that was less than a sector, */
	int64_t jumped;        /* and that distance if the iteration jumped farther; 0: it did not */
	bool restarted;        /* the figures are those of an earlier block */
};

struct caches *caches_new(void);
void caches_free(struct caches *caches);
/* Begins a block with `room` bytes of L1. followed: the block's figures count from here on. */
void caches_begin_block(struct caches *caches, uint64_t room, bool followed);
void caches_end_block(struct caches *caches);
/* Adds a request to global memory with its weight. skipped: some iterations of a surrounding loop were not
 * evaluated. */
void caches_add(struct caches *caches, struct flow *flow, const struct request *r, double weight, bool skipped);

/* Ends an iteration: all warps of the block have executed the access; `weight` is the number of accesses it
 * represents. Equal `order`s: no store that the access may not cross came since the previous iteration. stays: the
 * access cannot move before the stores that precede it. */
void caches_end_iteration(struct caches *caches, struct flow *flow, double weight, uint64_t order, bool stays);
/* Another block will be followed: its figures replace those of the access when it executes there. */
void flow_restart(struct flow *flow);
/* Records the access's first address in that block. */
void flow_note_start(struct flow *flow, const uint32_t at[3], uint64_t address);

/* The share of the block's footprint, 0 to 1, that memory must move when all blocks of the grid execute: of the
 * sectors, and of the words alone, which an ideal layout would move. */
struct flow_left {
	double sectors, words;
	bool sure; /* it follows from addresses */
};
/* block_bytes: footprint of a block. object_bytes: size of the accessed object; 0: unknown. */
struct flow_left caches_left(struct caches *caches, const struct flow *flow, const uint32_t grid[3], double block_bytes,
                             double object_bytes, const struct gpu *gpu);

#endif
