/* Accesses that the compiler does not make, for another to the same place does: loads of what that has just loaded or
 * stored, and stores that a later one takes the place of. Whoever moves the one has to move the others with it. */
#ifndef GPULINT_MODEL_SPARED_H
#define GPULINT_MODEL_SPARED_H

#include "ir/ir.h"
#include "support/pointer_map.h"

/* One of those that an access does for. */
struct spared {
	const struct ir_expr *site;    /* what would make the access */
	const struct ir_expr *place;   /* as of struct fold_access, */
	struct ir_loc loc;             /* likewise, */
	const struct ir_func *func;    /* likewise */
	bool carried;                  /* by an access of another round of a loop, the first time */
	const struct spared *next;     /* of the same access's; NULL: there is none */
};

/* Zeroed there are none. */
struct spared_accesses {
	struct pointer_map by_access;  /* the latest that an access does for; the others hang on it */
	struct pointer_map latest;     /* of each that is spared: the access that did for it the latest time */
};

/* Keeps a copy, unless that access is known to do for it; what hangs on it is none of its own. */
void spared_note(struct spared_accesses *all, const struct spared *spared, const struct ir_expr *by);
/* Those that the access does for, the latest first; NULL: there are none. */
const struct spared *spared_by(const struct spared_accesses *all, const struct ir_expr *access);
/* Empties them. */
void spared_free(struct spared_accesses *all);

#endif
