/* Accesses that have their like on another way to the same place: the compiler may make one of both, for all lanes, of the
 * same address before the branch, or behind it of the address that each lane has chosen. */
#ifndef GPULINT_CODE_TWINS_H
#define GPULINT_CODE_TWINS_H

#include "ir/ir.h"
#include "support/pointer_set.h"

struct unused_known;

struct twins {
	const struct ir_func *kernel;
	struct pointer_set accesses;
	unsigned pairs;                  /* of loads and calls, found so far */
	/* Where both sides of the latest branch store: in shared memory, elsewhere; NULL: nowhere. */
	const struct ir_expr *stored_in_shared, *stored_elsewhere;
	bool too_much;                   /* the code is too deep to be looked at: any access may be one */
	struct pointer_set funcs;        /* that have been looked at, */
	struct pointer_set paired;       /* or of which all accesses are some */
};

/* Of that kernel from now on, and of all that it calls; zeroed: of none. */
void twins_find(struct twins *twins, struct unused_known *unused, const struct ir_func *kernel);
void twins_free(struct twins *twins);
bool twins_has(const struct twins *twins, const struct ir_expr *access);

#endif
