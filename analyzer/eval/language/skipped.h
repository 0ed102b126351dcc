/* Compiled code that no lane runs: later code must allow for its possible effects. Host code is ignored. */
#ifndef GPULINT_EVAL_LANGUAGE_SKIPPED_H
#define GPULINT_EVAL_LANGUAGE_SKIPPED_H

#include "eval/state/machine.h"

/* Call after a branch: for the arms of an if that no lane takes. */
void skipped_arms(struct machine *m, const struct ir_stmt *branch, const struct split *split);
/* For a statement that may not have run in full. */
void skipped_statement(struct machine *m, const struct ir_stmt *stmt);

#endif
