/* From instructions to sites: what a launch's machine code does decides what its accesses are told to cost.
 *
 * `exact` is what follows from source, launch and machine code: all that decides is known, and the line's instructions are one
 * access's alone, or together do what its accesses do by the source. */
#ifndef GPULINT_MODEL_COMPILED_SITES_H
#define GPULINT_MODEL_COMPILED_SITES_H

#include "model/compiled/lines.h"
#include "model/compiled/machine.h"

/* What the site's figures rest on that are the instructions' sum, in a launch that does `of`; `agree`: the source says the same of them.
 * NULL: on nothing but source, launch and machine code. */
const char *sites_assumption(const struct launch *launch, const struct site *site, const struct instruction_traffic *sum,
                             const struct launch_traffic *of, bool agree);
/* The figures become what the instructions do. */
void sites_set_figures(struct site *site, const struct instruction_traffic *sum);
/* Sites that point to others, which lay at `before`: `to` is where each lies now. */
void sites_point(struct site *sites, size_t count, const struct site *before, const struct site *const *to);

/* The launch's sites of accesses to global and shared memory; those of which there is no instruction go. `instructions`: of struct
 * machine_code. */
void sites_take_lines(struct launch *launch, const struct lines_traffic *lines, const struct machine_instruction *instructions,
                      const struct launch_traffic *of);
/* Says why accesses are as written that nothing else speaks against. */
void sites_leave(struct launch *launch, const char *why);

#endif
