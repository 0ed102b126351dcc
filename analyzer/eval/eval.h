/* The evaluator: runs a program abstractly and fills `struct facts`.
 *
 * Host code runs with one lane, from main, and makes the launches. Without main it starts in every function that
 * launches (eval/state/entries.h). Device code runs one sampled block at a time, all threads in lock step. It yields the
 * accesses and branches of every warp, which analyzer/model aggregates into sites.
 *
 * Folders, from the bottom up; each uses only those above it in this list:
 *   state/      the machine, the program, variables and objects
 *   order/      the order of the threads of a block: races, unnecessary barriers
 *   host/       record of the operations of host code, and of how often it makes each launch
 *   language/   expressions, statements, calls and accesses
 *   builtin/    functions of CUDA and of the host's libraries
 *   bytecode/   fast execution of host loops over known data
 *   loop/       choice of the iterations of long loops to run, and their weights
 *   grid/       choice of the blocks of a launch to run, and their weights
 *   guard/      the grid that fits the conditions of a kernel
 *   launch/     launches: identity, arguments, omissions, assumptions
 * Execution is recursive nevertheless: a launch runs code, and code makes launches. state/ declares these entries in
 * evaluate.h, and language/, builtin/, loop/ and launch/ implement them. */
#ifndef GPULINT_EVAL_EVAL_H
#define GPULINT_EVAL_EVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "eval/state/options.h"
#include "ir/ir.h"
#include "model/facts.h"

/* Parses a launch given by the user: advances *launch to the kernel's name. Returns its length with template
 * arguments; 0: none. */
size_t eval_launch_name(const char **launch);

/* Runs the units as one program. facts->arena must be usable. Fills in files, kernels, launches and sites, but no
 * findings. launch_errors: one for each of options->launches; NULL if there are none. */
void eval_program(struct facts *facts, struct ir_unit *const *units, size_t unit_count,
                  const struct eval_options *options, struct eval_launch_error *launch_errors);

#endif
