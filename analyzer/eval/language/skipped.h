/* Code that no lane runs, but that the compiler has made code of: what is behind it has to reckon with what it may do. Nothing of this is
 * of interest in host code. */
#ifndef GPULINT_EVAL_LANGUAGE_SKIPPED_H
#define GPULINT_EVAL_LANGUAGE_SKIPPED_H

#include "eval/state/machine.h"

/* Behind a branch: the sides of an if that no lane takes. */
void skipped_sides(struct machine *m, const struct ir_stmt *branch, const struct split *split);
/* A statement some or all of which may not have run. */
void skipped_statement(struct machine *m, const struct ir_stmt *stmt);

#endif
