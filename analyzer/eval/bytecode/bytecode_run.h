/* Executes the code that bytecode_compile.c generates. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_RUN_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_RUN_H

#include "eval/bytecode/bytecode_memory.h"
#include "eval/state/generators.h"

/* One number; a floating-point register holds `real`. */
struct bytecode_value {
	union lane number;
	uint64_t unknown; /* 0: the number is known; any other value: unknown */
};

/* A loop's progress since it was last entered. */
struct bytecode_progress {
	int64_t start;  /* its counter's value then */
	uint64_t spent; /* instructions of the whole run until then */
};

/* The state at the start of an iteration of the compiled loop. */
struct bytecode_checkpoint {
	struct bytecode_value *values; /* of the assigned inputs */
	uint64_t iterations;
	struct generators generators;
};

enum bytecode_stop {
	BYTECODE_STOP_END,   /* the loop has ended */
	BYTECODE_STOP_BAIL,  /* an instruction that cannot be executed */
	BYTECODE_STOP_PAUSE, /* the granted instructions are used up; the run can be continued */
};

struct bytecode_run {
	const struct bytecode_code *code;
	struct bytecode_memory memory;
	struct bytecode_value *registers;
	size_t register_capacity;
	struct bytecode_progress *progress;
	size_t progress_capacity;
	struct bytecode_checkpoint checkpoint;
	size_t checkpoint_capacity;
	bool certain;   /* the evaluator is certain that the loop executes */
	uint32_t next;  /* index of the next instruction */
	uint64_t spent; /* number of instructions, approximately */
	uint64_t inputs_read;
	uint64_t iterations;       /* completed iterations of the compiled loop */
	uint64_t until_checkpoint; /* iterations */
	uint64_t every;            /* iterations between checkpoints; 0: only the first checkpoint */
};

/* Continues for about `granted` instructions. */
enum bytecode_stop bytecode_run(struct bytecode_run *run, uint64_t granted);

/* For bytecode_run: executes an instruction that calls a function or moves many bytes. *cost: 0 on entry; receives
 * its cost in instructions. False: it cannot be executed. */
bool bytecode_run_call(struct bytecode_run *run, const struct bytecode_instruction *i, int64_t *cost);

/* Saves the current state, to which bytecode_run_restore returns. */
void bytecode_run_checkpoint(struct bytecode_run *run);
void bytecode_run_restore(struct bytecode_run *run);

#endif
