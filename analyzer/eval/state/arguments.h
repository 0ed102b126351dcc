/* The arguments that main is run with: those of --argv, and what stands for those that are missing. A text that the program was
 * not given is NULL, as behind the last argument, or holds what is not known; all numbers that come of such have one reason. */
#ifndef GPULINT_EVAL_STATE_ARGUMENTS_H
#define GPULINT_EVAL_STATE_ARGUMENTS_H

#include "data/value.h"
#include "eval/state/machine.h"

const struct ir_func *arguments_find_main(const struct program *program);
/* main's argv, with so many arguments given, its name among them; `assumed` more are there but not known. */
struct value arguments_make(struct machine *m, const struct ir_func *main_func, size_t assumed);
/* Why nothing is known of a text that is a missing argument; 0: it is none. */
uint32_t arguments_reason(struct machine *m, const struct value *text);
/* Puts a note on main's file where launches depend on missing arguments. It has others only if main, run with them, comes to a launch. */
typedef bool arguments_trial(const struct program *program, const char *const *arguments, size_t count);
void arguments_tell_missing(struct program *program, arguments_trial *comes_to_launch);

#endif
