/* Which accesses to global memory have lain in one piece of an aligned record: beside each other as the source has them, or
 * in another copy of an unrolled loop, or of a function that is compiled into its caller. One of the two names its member
 * by constants, so that the compiler knows how the record is aligned. */
#ifndef GPULINT_MODEL_COMPANIONS_H
#define GPULINT_MODEL_COMPANIONS_H

#include "model/request.h"
#include "support/arena.h"

struct tally;

/* Of one tally with another. */
struct companion {
	const struct tally *with;
	unsigned piece;          /* bytes that one instruction might move */
	bool in_order;           /* once at least with nothing in between that parts them */
	struct companion *next;
};

enum { LOOKED_BACK = 256 };

/* The running block's latest accesses, of its first warp each. */
struct passed {
	struct tally *tally;
	uint64_t address;        /* of the first lane */
	symbol_id symbol;
	uint32_t active;
	uint64_t order;
	unsigned piece;          /* 0: its member is not named by constants */
	unsigned offset;         /* in that piece */
};

/* Zeroed: of none. */
struct companions {
	struct passed passed[LOOKED_BACK];
	unsigned count, members;         /* so far; of those kept, how many name their members */
	struct arena arena;
};

/* A block begins. */
void companions_begin_block(struct companions *companions);
/* An access of a block's first warp. order: another number where it may not be made together with those before. */
void companions_note(struct companions *companions, struct tally *tally, const struct request *request, uint64_t order);
/* What the one has met the other has, from now on: the compiler makes one access of both. */
void companions_join(struct companions *companions, struct tally *whole, const struct tally *part);
void companions_free(struct companions *companions);

#endif
