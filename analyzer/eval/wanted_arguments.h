/* The arguments that a program's main reads: how many, and which of them as numbers, as its source shows. */
#ifndef GPULINT_EVAL_WANTED_ARGUMENTS_H
#define GPULINT_EVAL_WANTED_ARGUMENTS_H

#include "ir/ir.h"
#include "support/arena.h"

enum { MOST_WANTED = 32 };

struct wanted_arguments {
	unsigned count;                /* without the program's name; of more than MOST_WANTED nobody could be told */
	bool is_number[MOST_WANTED];
};

struct wanted_arguments wanted_arguments_of(const struct ir_func *main_func);
/* "--argv '32 32 TEXT'": a number where one is read. */
const char *wanted_arguments_text(struct arena *arena, const struct wanted_arguments *wanted);

#endif
