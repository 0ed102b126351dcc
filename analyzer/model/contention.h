/* Atomics that wait for each other: how many passes they take in L2, and how they are spread over it.
 *
 * A slice of L2 does an atomic sector by sector, and in a sector that several lanes want for one word one lane after the
 * other: a request takes as many passes as the sum, over its sectors, of the most lanes on one word (measured with the reference
 * kernels atomic-lanes and atomic-addresses), or some more where the pace of the atomic says so. Pieces of 256 bytes are one
 * slice's, so atomics on one piece wait for each other wherever they come from, and all else is spread. */
#ifndef GPULINT_MODEL_CONTENTION_H
#define GPULINT_MODEL_CONTENTION_H

#include "model/atomics.h"
#include "model/request.h"

struct contention;

void contention_free(struct contention *contention);
/* Adds a request of an atomic that stands for `weight` like it, `own` of them of its block, which has that number. NULL: it is
 * the first, and its pace is that of all. */
void contention_add(struct contention **contention, const struct request *r, struct atomic_pace pace, double weight,
                    double own, unsigned block);

struct spread {
	double passes;
	struct atomic_pace pace;
	double pieces;        /* over which they are spread; those of the busiest piece are one part in so many */
	uint64_t busiest;     /* a name for that piece */
	double block_sectors; /* that a block touches; INFINITY: not known */
	bool blocks_meet;     /* all blocks touch the same sectors */
	bool known;           /* of all addresses at least the distances between them were known */
};
/* In a grid of so many blocks; the atomics are on an object of so many bytes, 0: it is not known how many. */
struct spread contention_spread(const struct contention *contention, double blocks, double object_bytes);

#endif
