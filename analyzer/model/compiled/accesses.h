/* The accesses to memory that a launch's machine code makes, by the lines of the program's own code: by which instructions, how wide
 * they are, and in how many loops. Where the source has a loop that goes to one address, the compiler may make one access of it,
 * before or after the loop; and it keeps arrays in registers as far as it can. */
#ifndef GPULINT_MODEL_COMPILED_ACCESSES_H
#define GPULINT_MODEL_COMPILED_ACCESSES_H

#include "model/compiled/machine.h"

/* Takes them into the launch's machine lines. `blocks`: how often warps execute each block of the code; `traffic` NULL: the launch was
 * not run to the end. Of arrays the launch still has what the source says. */
void accesses_find(const struct machine_code *machine, const struct launch_traffic *traffic, const double *blocks, struct launch *launch,
                   struct arena *arena);
/* And from there into its sites and arrays, which have their figures by the machine code. */
void accesses_take(struct launch *launch);

#endif
