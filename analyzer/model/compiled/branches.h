/* What the compiler made of the source's branches: jumps, which hardware counts by line; an exit under a predicate, or other
 * instructions under predicates, of which there are no counts; or nothing.
 *
 * A line has the branches, calls and returns that the line table puts there: several where a loop is unrolled, or a condition
 * consists of parts. `predicted` becomes what these do together. */
#ifndef GPULINT_MODEL_COMPILED_BRANCHES_H
#define GPULINT_MODEL_COMPILED_BRANCHES_H

#include "model/compiled/lines.h"

/* The lines of a kernel that decide about something. */
struct branch_lines {
	struct branch_line *items;     /* in no order; malloc'ed */
	size_t count, capacity;
};

struct branch_lines branches_of_code(const struct machine_code *machine);
void branches_free(struct branch_lines *lines);

/* The launch's branches, by the kernel's code and what that does in the launch, by lines and as a whole: both NULL, why: it was not run to its
 * end. */
void branches_take(struct launch *launch, const struct branch_lines *code, const struct lines_traffic *lines, const struct launch_traffic *of,
                   const char *why);
/* The same where there is no code: why. */
void branches_without_code(struct launch *launch, const char *why);

#endif
