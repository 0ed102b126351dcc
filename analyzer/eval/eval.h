/* The evaluator: runs a program abstractly and fills `struct facts`.
 *
 * Host code runs with one lane, from main (or from every function that launches, where there is no main; see
 * state/entries.h), and yields the launches. Device code runs a sampled block at a time, all threads of the block in lock step, and yields the
 * accesses and branches of every warp, which analyzer/model folds into sites.
 *
 * Its folders:
 *   state/      the machine and the program that all of it works on; uses none of the others
 *   language/   what expressions, statements, calls and accesses do
 *   builtin/    what the functions of CUDA and of the host's libraries do
 *   loop/       which iterations of long loops are run, for which others as well
 *   replay/     host loops whose data are known, run fast
 *   launch/     launches: made, told apart, counted, left out, and what is assumed for them
 *   grid/       which blocks of a launch are run, for which others as well
 *   guard/      what grid would fit the conditions of a kernel
 * Of the others none is above another: a launch runs code, and code makes launches. */
#ifndef GPULINT_EVAL_EVAL_H
#define GPULINT_EVAL_EVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "eval/state/options.h"
#include "ir/ir.h"
#include "model/facts.h"

/* Of a launch said by hand: moves to the kernel's name, with its template arguments, and tells how long that is; 0: there is
 * none. */
size_t eval_launch_name(const char **launch);

/* Runs the units as one program. facts->arena must be usable; files, kernels, launches and sites are filled in; findings
 * are not. launch_errors: one for each of options->launches; NULL when there are none. */
void eval_program(struct facts *facts, struct ir_unit *const *units, size_t unit_count,
                  const struct eval_options *options, struct eval_launch_error *launch_errors);

#endif
