/* Executing what bytecode_compile.c has made. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_RUN_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_RUN_H

#include "eval/bytecode/bytecode_memory.h"
#include "eval/state/generators.h"

/* One number; a register of floating point holds `real`. */
struct bytecode_value {
	union lane number;
	uint64_t unknown; /* 0: the number is known; an unknown one is any */
};

/* How far a loop has come since it was last entered. */
struct bytecode_progress {
	int64_t start;  /* of its counter */
	uint64_t spent; /* instructions of the whole run before it */
};

/* The state in which an iteration of the compiled loop began. */
struct bytecode_checkpoint {
	struct bytecode_value *values; /* of the inputs that are assigned */
	uint64_t iterations;
	struct generators generators;
};

enum bytecode_stop {
	BYTECODE_STOP_END,   /* the loop is over */
	BYTECODE_STOP_BAIL,  /* at something that cannot be compiled */
	BYTECODE_STOP_PAUSE, /* what was granted is spent; it can go on */
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
	bool certain;   /* the loop is run for sure, as far as the evaluator knows */
	uint32_t next;  /* instruction */
	uint64_t spent; /* instructions, about */
	uint64_t inputs_read;
	uint64_t iterations;       /* of the compiled loop that are behind it */
	uint64_t until_checkpoint; /* iterations */
	uint64_t every;            /* so many iterations a checkpoint; 0: none but the first */
};

/* Runs on for about so many instructions. */
enum bytecode_stop bytecode_run(struct bytecode_run *run, uint64_t granted);

/* For bytecode_run: executes an instruction that calls a function, or moves many bytes; *cost is what it counts for, 0 to
 * begin with. False: it cannot be compiled. */
bool bytecode_run_call(struct bytecode_run *run, const struct bytecode_instruction *i, int64_t *cost);

/* The state as it is now is what bytecode_run_restore goes back to. */
void bytecode_run_checkpoint(struct bytecode_run *run);
void bytecode_run_restore(struct bytecode_run *run);

#endif
