/* Loads on whose line another may be counted. What two ways load from one place the compiler may load once, where the ways
 * part or meet; that load has no line, and tools count it to the line of the instruction before it: of the code around. Nsight
 * Compute's source page does so, and so does what is measured. */
#ifndef GPULINT_CODE_STRAYS_H
#define GPULINT_CODE_STRAYS_H

#include "code/partings.h"
#include "code/twins.h"
#include "support/pointer_map.h"

struct strays {
	const struct ir_func *kernel;
	struct pointer_map beside;       /* loads of the next line behind such ways, to one of these ways' loads */
	struct pointer_set funcs;        /* that have been looked at */
	bool too_much;                   /* the code is too deep to be looked at: any load may be one */
};

/* Of that kernel from now on, and of all that it calls; zeroed: of none. Both others are of the same kernel. */
void strays_find(struct strays *strays, const struct ir_func *kernel, const struct twins *twins, const struct partings *partings);
void strays_free(struct strays *strays);
/* Of a load, as sites have it: that which may be counted there; NULL: there is none. */
const struct ir_expr *strays_beside(const struct strays *strays, const struct ir_expr *load);

#endif
