/* From instructions to sites: the machine code of a launch determines the cost of its accesses.
 *
 * A figure is `exact` if it follows from source, launch and machine code. Then all deciding values are known. The
 * line's instructions belong to one access, or their sum equals the source's figures. */
#ifndef GPULINT_MODEL_COMPILED_MAP_SITES_H
#define GPULINT_MODEL_COMPILED_MAP_SITES_H

#include "model/compiled/lines.h"
#include "model/compiled/machine_code.h"

/* Sets the site's figures to those of the instructions. */
void sites_set_figures(struct site *site, const struct instruction_traffic *sum);
/* Updates pointers between sites after a move. before: the old array; to: the new address of each site. */
void sites_point(struct site *sites, size_t count, const struct site *before, const struct site *const *to);

/* Updates the launch's sites of global and shared memory, and removes those without instructions. */
void sites_take_lines(struct launch *launch, const struct lines_traffic *lines, const struct machine_code *machine,
                      const struct launch_traffic *of, struct arena *arena);
/* Sets the reason why accesses keep the source's figures, if they have no other reason. */
void sites_leave(struct launch *launch, const char *why);

#endif
