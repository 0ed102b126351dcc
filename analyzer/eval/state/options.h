/* Options of an evaluation. */
#ifndef GPULINT_EVAL_STATE_OPTIONS_H
#define GPULINT_EVAL_STATE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/ir.h"
#include "model/gpu.h"
#include "support/source_reader.h"
#include "support/trace.h"

/* Source of the number of registers for each thread of a compiled kernel. It may take seconds. */
struct register_source {
	int (*registers)(void *context, const struct ir_func *kernel); /* -1: unknown. May be NULL */
	void *context;
};

struct eval_options {
	const struct gpu *gpu;
	const char *const *argv; /* the program's arguments, without its name */
	size_t argc;
	const char *const *launches; /* launches given by the user: name<<<grid, block, shared>>>(args) */
	size_t launch_count;
	FILE *events;                /* device events, one on each line, for developers; or NULL */
	struct trace_request *trace; /* the sites to trace (support/trace.h); NULL: none */
	uint64_t budget;             /* evaluator steps for one launch; 0: the default */
	/* known contents of launches' buffers, to repeat launches in measurements and to execute machine code */
	bool collects_contents;
	/* ranges of indices in launches' buffers: a measurement generates such numbers */
	bool collects_index_ranges;
	bool evaluates_all_instances;     /* launches of all instances of a template, however many are assumed */
	bool walks_host_loops;            /* for tests: no bytecode */
	bool runs_whole;                  /* for tests: runs all blocks and iterations at any cost */
	struct source_reader sources;     /* for quotes in reports */
	struct register_source registers; /* used if the program asks how many blocks fit on a multiprocessor */
};

/* Why a launch given by the user failed. */
struct eval_launch_error {
	const char *text; /* in facts->arena; NULL: no error */
	bool has_kernel;  /* the program has the named kernel or its template */
};

#endif
