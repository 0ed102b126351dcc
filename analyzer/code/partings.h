/* Accesses that have their like on another way that lanes take from the same place: sides of a branch, cases, and what a
 * branch leaves by a jump together with what stands behind it. The compiler may make one of both, where the ways meet. */
#ifndef GPULINT_CODE_PARTINGS_H
#define GPULINT_CODE_PARTINGS_H

#include "ir/ir.h"
#include "support/pointer_map.h"
#include "support/pointer_set.h"

struct partings {
	const struct ir_func *kernel;
	struct pointer_set accesses;     /* as sites have them: of a copy the two addresses */
	struct pointer_map funcs;        /* that have been looked at */
	bool too_much;                   /* the code is too deep to be looked at: any access may be one */
};

/* Of that kernel from now on, and of all that it calls; zeroed: of none. */
void partings_find(struct partings *partings, const struct ir_func *kernel);
void partings_free(struct partings *partings);
bool partings_has(const struct partings *partings, const struct ir_expr *access);

#endif
