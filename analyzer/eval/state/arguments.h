/* The arguments that main runs with: those of --argv, then placeholders for missing ones. A text past the given ones
 * has unknown content; argv[argc] is NULL. All numbers read from missing texts share one reason. */
#ifndef GPULINT_EVAL_STATE_ARGUMENTS_H
#define GPULINT_EVAL_STATE_ARGUMENTS_H

#include "domain/value.h"
#include "eval/state/machine.h"

const struct ir_func *arguments_find_main(const struct program *program);
/* main's argv with the given arguments and the program's name. `assumed` more exist, with unknown content. */
struct value arguments_make(struct machine *m, const struct ir_func *main_func, size_t assumed);
/* The reason if `text` is a missing argument or NULL; 0: it is neither. Then it also sets program.misses_arguments. */
uint32_t arguments_reason(struct machine *m, const struct value *text);
/* Adds a note at main if launches depend on missing arguments. The note suggests arguments with which
 * `comes_to_launch` finds a launch. */
typedef bool arguments_trial(const struct program *program, const char *const *arguments, size_t count);
void arguments_report_missing(struct program *program, arguments_trial *comes_to_launch);

#endif
