/* What a block's requests to global memory come to behind the L1 cache, and what all blocks together leave for the memory
 * to do.
 *
 * One block is followed whole: its requests look up the lines of L1 that they touch, in the order in which the evaluator
 * runs them. L1 keeps lines of 128 bytes, whose sectors come one by one; it is as large as what a multiprocessor has left
 * beside shared memory, over the blocks that it holds. A line is found again unless as many others as fit have come since.
 * Stores and atomics go through to L2, request by request, and allocate nothing; but what a warp stores to lines that it has
 * just stored to goes with that before, while few others come between and nothing is waited for.
 *
 * What the block touches is its footprint, by words of 4 bytes. From where the same accesses begin in other blocks follows
 * by how far the footprint moves from block to block, and so how much of it the neighbour in each dimension of the grid has
 * touched as well: that is found in L2, if what lies between fits there. Where blocks do not move evenly nothing is taken
 * to be found but what lies in an object that fits as a whole. */
#ifndef GPULINT_MODEL_CACHES_H
#define GPULINT_MODEL_CACHES_H

#include <stdint.h>

#include "model/facts.h"
#include "model/request.h"

struct caches;
struct gpu;

/* Where an access begins in a block. */
struct flow_start {
	uint32_t at[3];
	uint64_t address;
};
struct flow;
/* Sectors that came for an access and that the other wants as well. */
struct flow_sharer {
	const struct flow *to;
	double sectors;
};

enum { FLOW_STARTS = 12, FLOW_SHARERS = 16 };

/* Of one access, in the block that was followed. */
struct flow {
	double requests;   /* of which the addresses are known, or known but for where all of them begin */
	double wild;       /* other requests */
	double lookups;    /* of lines, request by request */
	double wavefronts; /* of L1's banks, which loads take */
	double resumed; /* of a store's, those where it goes on with a sector that an earlier round wrote a part of, */
	double merged;  /* and those that go to L2 together with an earlier store */
	double missed;  /* sectors that loads do not find in L1 */
	/* All warps of the block that come to the access together are a round. */
	double rounds, late_rounds; /* in a late one some warp does not find all in L1 */
	double late, late_together; /* requests that do not find all there; all requests of late rounds */
	double held_rounds;         /* that begin behind a store of the round before, which the access may not pass */
	double now, late_now;       /* requests of the round that is under way */
	uint64_t order;             /* as of caches_end_round */
	double sectors, words;      /* that nobody in the block has touched before */
	double stored_words;        /* that nobody in the block has stored before */
	double wanted_words;        /* of requests, each request's once, */
	double round_words;         /* and each round's once */
	/* addresses that its first and last lanes have touched, and all between; end 0: none so far */
	uint64_t first, end;
	bool skips; /* there were requests that stand for others, which may have touched some of what they do */
	double shared_sectors; /* of the sectors those that another access wants as well */
	/* by who that is, at most: one that is named twice is counted so. Of more accesses than there is room for the
	 * last stands for all, and is NULL */
	struct flow_sharer sharers[FLOW_SHARERS];
	unsigned sharer_count;
	double loaded[NEARNESSES], part_stored[NEARNESSES], stored[NEARNESSES]; /* of these, by struct demand */
	struct flow_start starts[FLOW_STARTS];
	unsigned start_count;
	uint64_t last_address; /* of the first lane of the round's first request, */
	int64_t walk;   /* by how far that was from the round before the last time that it was less than a sector, */
	int64_t jumped; /* and the same where the round goes on farther away; 0: it does not */
	bool restarted; /* the figures are those of a block before */
};

struct caches *caches_new(void);
void caches_free(struct caches *caches);
/* A block begins, whose part of L1 is so many bytes. followed: it is the one that counts from here on. */
void caches_begin_block(struct caches *caches, uint64_t room, bool followed);
void caches_end_block(struct caches *caches);
/* A request to global memory, which counts so often. skipped: some iterations of a loop around it were not run. */
void caches_add(struct caches *caches, struct flow *flow, const struct request *r, double weight, bool skipped);

/* The block's warps have all come there, by an access that stands for `weight` like it. Equal `order`s: since the round before
 * there was nothing that the access may not pass. stays: it is not made before the stores that stand before it. */
void caches_end_round(struct caches *caches, struct flow *flow, double weight, uint64_t order, bool stays);
/* Another block is to be followed: as if there had been no requests, where the new one comes there as well. */
void flow_restart(struct flow *flow);
/* The access begins there in that block. */
void flow_note_start(struct flow *flow, const uint32_t at[3], uint64_t address);

/* How much of what the block touches is left for memory when all blocks of the grid have run, 0 to 1: of the sectors, and
 * of the words alone, which is what an ideal layout would move. */
struct flow_left {
	double sectors, words;
	bool sure; /* it follows from addresses */
};
/* block_bytes: the footprint of a block. object_bytes: of the object that the access goes to; 0: not known. */
struct flow_left caches_left(struct caches *caches, const struct flow *flow, const uint32_t grid[3], double block_bytes,
                             double object_bytes, const struct gpu *gpu);

#endif
