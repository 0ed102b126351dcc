/* How the compiler implements the source's branches: as jumps, which hardware counts by line; as predicated exits or
 * other predicated instructions, which have no counters; or not at all.
 *
 * A line has the branches, calls and returns that the line table assigns to it. There are several if a loop is
 * unrolled or a condition has parts. `predicted` becomes their sum. */
#ifndef GPULINT_MODEL_COMPILED_BRANCHES_H
#define GPULINT_MODEL_COMPILED_BRANCHES_H

#include "model/compiled/lines.h"

/* The lines of a kernel that decide control flow. */
struct branch_lines {
	struct branch_line *items; /* in no order; malloc'ed */
	size_t count, capacity;
};

struct branch_lines branches_of_code(const struct machine_code *machine);
void branches_free(struct branch_lines *lines);

/* Sets the launch's branches from the kernel's code and its traffic, by lines and as a whole. If the launch was not
 * run to its end, both are NULL and `why` gives the reason. */
void branches_take(struct launch *launch, const struct branch_lines *code, const struct lines_traffic *lines,
                   const struct launch_traffic *of, const char *why);
/* The same without code; `why` gives the reason. NULL: the kernel was not compiled. */
void branches_without_code(struct launch *launch, const char *why);

#endif
