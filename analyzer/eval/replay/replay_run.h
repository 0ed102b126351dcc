/* Executing what replay_compile.c has made. */
#ifndef GPULINT_EVAL_REPLAY_REPLAY_RUN_H
#define GPULINT_EVAL_REPLAY_REPLAY_RUN_H

#include "eval/replay/replay_memory.h"
#include "eval/state/generators.h"

/* One number; a register of floating point holds `real`. */
struct replay_value {
	union lane number;
	uint64_t unknown; /* 0: the number is known; an unknown one is any */
};

/* How far a loop has come since it was last entered. */
struct replay_progress {
	int64_t start;  /* of its counter */
	uint64_t spent; /* instructions of the whole replay before it */
};

/* The state in which an iteration of the replayed loop began. */
struct replay_checkpoint {
	struct replay_value *values; /* of the inputs that are assigned */
	uint64_t iterations;
	struct generators generators;
};

enum replay_stop {
	REPLAY_STOP_END,   /* the loop is over */
	REPLAY_STOP_BAIL,  /* at something that cannot be replayed */
	REPLAY_STOP_PAUSE, /* what was granted is spent; it can go on */
};

struct replay_run {
	const struct replay_code *code;
	struct replay_memory memory;
	struct replay_value *registers;
	size_t register_capacity;
	struct replay_progress *progress;
	size_t progress_capacity;
	struct replay_checkpoint checkpoint;
	size_t checkpoint_capacity;
	bool certain;   /* the loop is run for sure, as far as the evaluator knows */
	uint32_t next;  /* instruction */
	uint64_t spent; /* instructions, about */
	uint64_t inputs_read;
	uint64_t iterations;       /* of the replayed loop that are behind it */
	uint64_t until_checkpoint; /* iterations */
	uint64_t every;            /* so many iterations a checkpoint; 0: none but the first */
};

/* Runs on for about so many instructions. */
enum replay_stop replay_run(struct replay_run *run, uint64_t granted);

/* For replay_run: executes an instruction that calls a function, or moves many bytes; *cost is what it counts for, 0 to
 * begin with. False: it cannot be replayed. */
bool replay_run_call(struct replay_run *run, const struct replay_instruction *i, int64_t *cost);

/* The state as it is now is what replay_run_restore goes back to. */
void replay_run_checkpoint(struct replay_run *run);
void replay_run_restore(struct replay_run *run);

#endif
