/* From instructions to sites: what a launch's machine code does decides what its accesses and branches are told to cost.
 *
 * `exact` is what follows from source, launch and machine code: all that decides is known, and the line's instructions are one
 * access's alone, or together do what its accesses do by the source. */
#ifndef GPULINT_MODEL_COMPILED_SITES_H
#define GPULINT_MODEL_COMPILED_SITES_H

#include "model/compiled/lines.h"

/* The launch's sites of accesses to global and shared memory and of branches. */
void sites_take_lines(struct launch *launch, const struct lines_traffic *lines, const struct launch_traffic *of);

#endif
