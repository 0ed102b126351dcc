/* Contended atomics: the number of passes in L2, and their distribution.
 *
 * A slice of L2 processes an atomic sector by sector. Within a sector, lanes on one word are serialized. So a
 * request takes the sum over its sectors of the most lanes on one word (measured with the reference kernels
 * atomic-lanes and atomic-addresses), or more if the atomic's pace says so. A piece of 256 bytes belongs to one
 * slice, so atomics on one piece serialize whatever their origin. Other atomics are distributed over the slices. */
#ifndef GPULINT_MODEL_CONTENTION_H
#define GPULINT_MODEL_CONTENTION_H

#include "model/atomics.h"
#include "model/request.h"

struct contention;

void contention_free(struct contention *contention);
/* Adds an atomic's request with its weight; `own` is its weight within its block, which has the number `block`. If
 * *contention is NULL, it is created with this pace for all requests. */
void contention_add(struct contention **contention, const struct request *r, struct atomic_pace pace, double weight,
                    double own, unsigned block);

struct spread {
	double passes;
	struct atomic_pace pace;
	double pieces;        /* passes of all pieces over those of the busiest one */
	uint64_t busiest;     /* identifies that piece */
	double block_sectors; /* sectors that a block touches; INFINITY: unknown */
	bool blocks_meet;     /* all blocks touch the same sectors */
	bool known;           /* for all requests, at least the distances between the lanes' addresses were known */
};
/* The distribution in a grid of that many blocks. object_bytes: size of the accessed object; 0: unknown. */
struct spread contention_spread(const struct contention *contention, double blocks, double object_bytes);

#endif
