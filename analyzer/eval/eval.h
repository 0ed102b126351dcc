/* The evaluator: runs a program abstractly and fills `struct facts`.
 *
 * Host code runs with one lane, from main (or from every function that launches, where there is no main; see
 * entries.h), and yields the launches. Device code runs a sampled block at a time, all threads of the block in lock step, and yields the
 * accesses and branches of every warp, which analyzer/model folds into sites.
 *
 * The state of what runs is in machine.h and program.h, beside this; around them
 *   state/      the machine and the program that all of it works on
 *   language/   what expressions, statements, calls and accesses do
 *   builtin/    what the functions of CUDA and of the host's libraries do
 *   loop/       which iterations of long loops are run, for which others as well
 *   replay/     host loops whose data are known, run fast
 *   launch/     launches: made, told apart, counted, left out, and what is assumed for them
 *   grid/       which blocks of a launch are run, for which others as well
 *   guard/      what grid would fit the conditions of a kernel
 * None of them is above another: a launch runs code, and code makes launches. */
#ifndef GPULINT_EVAL_EVAL_H
#define GPULINT_EVAL_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/ir.h"
#include "model/facts.h"
#include "model/gpu.h"
#include "support/source_reader.h"

/* What the compiler gives a thread of a kernel; it may take seconds to say so. */
struct register_source {
	int (*registers)(void *context, const struct ir_func *kernel);   /* -1: it does not say. May be NULL itself */
	void *context;
};

struct eval_options {
	const struct gpu *gpu;
	const char *const *argv;         /* the program's arguments, without its name */
	size_t argc;
	const char *const *launches;     /* launches said by hand: name<<<grid, block, shared>>>(args) */
	size_t launch_count;
	FILE *events;                    /* each event of device code as a line, for those who work on the code; or NULL */
	uint64_t budget;                 /* evaluator steps for one launch; 0: the default */
	bool wants_contents;             /* of launches' buffers, as known: a measurement makes the launches again, and machine code is run */
	bool wants_index_ranges;         /* of what launches' buffers hold: a measurement makes up numbers */
	bool wants_all_instances;        /* a launch of each instance of a template, however many nothing comes to */
	bool walks_host_loops;           /* none is replayed: for tests */
	bool runs_whole;                 /* no block and no iteration of a kernel is left out, whatever that takes: for tests */
	struct source_reader sources;    /* for what reports quote */
	struct register_source registers;   /* asked where the program asks how many blocks fit on a multiprocessor */
};

/* Of a launch said by hand: moves to the kernel's name, with its template arguments, and tells how long that is; 0: there is
 * none. */
size_t eval_launch_name(const char **launch);

/* Why a launch said by hand could not be made. */
struct eval_launch_error {
	const char *text;         /* in facts->arena; NULL: it was made */
	bool has_kernel;          /* the program has the kernel that is meant, or its template */
};

/* Runs the units as one program. facts->arena must be usable; files, kernels, launches and sites are filled in; findings
 * are not. launch_errors: one for each of options->launches; NULL when there are none. */
void eval_program(struct facts *facts, struct ir_unit *const *units, size_t unit_count,
                  const struct eval_options *options, struct eval_launch_error *launch_errors);

#endif
