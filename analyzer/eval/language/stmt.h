/* Statements: branches as they are reported, and the parts of eval_stmt (eval/state/evaluate.h) in other files. */
#ifndef GPULINT_EVAL_LANGUAGE_STMT_H
#define GPULINT_EVAL_LANGUAGE_STMT_H

#include "eval/state/machine.h"

/* Reports a branch. While a warp is diverged, its diverging branch accounts for everything that runs. */
void report_branch(struct machine *m, const struct ir_stmt *stmt, const struct value *condition,
                   const struct split *split);
/* The same for a switch. paths: the lanes that enter at each label. */
void report_paths(struct machine *m, const struct ir_stmt *stmt, const struct value *condition,
                  const struct split *split, const struct mask *paths, unsigned path_count);
/* Call after both arms of a branch. before: the work done before them. */
void report_work(struct machine *m, const struct ir_stmt *stmt, const struct work *before);
/* Call after a branch or loop: restores diverging_branch if all lanes of `before` are active again. */
void rejoin(struct machine *m, const struct ir_stmt *diverging_branch, const struct mask *before);

/* switch.c */
void eval_switch(struct machine *m, const struct ir_stmt *stmt);
/* exception.c */
void eval_try(struct machine *m, const struct ir_stmt *stmt);

#endif
