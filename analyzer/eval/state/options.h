/* How a program is evaluated. */
#ifndef GPULINT_EVAL_STATE_OPTIONS_H
#define GPULINT_EVAL_STATE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/ir.h"
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

/* Why a launch said by hand could not be made. */
struct eval_launch_error {
	const char *text;         /* in facts->arena; NULL: it was made */
	bool has_kernel;          /* the program has the kernel that is meant, or its template */
};

#endif
