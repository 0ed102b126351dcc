/* The arguments that a program's main reads, by its source: how many, and which as numbers. With getopt: the options
 * with values, then the operands. If main reads no argument by its index: the options that it compares arguments
 * with and that take a value. */
#ifndef GPULINT_EVAL_STATE_WANTED_ARGUMENTS_H
#define GPULINT_EVAL_STATE_WANTED_ARGUMENTS_H

#include <stddef.h>

#include "ir/ir.h"
#include "support/arena.h"

enum { MOST_WANTED = 32 };

struct wanted_arguments {
	bool reads_any; /* main reads its parameters */
	unsigned count; /* without the program's name; at most MOST_WANTED are recorded */
	bool is_number[MOST_WANTED];
	const char *option[MOST_WANTED]; /* "-n", whose value is the next argument; NULL: no option */
	/* the first text that it is compared with, such as "-n"; NULL: none known */
	const char *compared[MOST_WANTED];
};

struct wanted_arguments wanted_arguments_of(struct arena *arena, const struct ir_func *main_func);
/* Arguments to run main with: the `count` given ones, then the option, `number` where one is read, else the compared
 * text (if as_compared) or TEXT. */
struct wanted_form {
	const char *number;
	bool as_compared;
};
const char *const *wanted_arguments_fill(struct arena *arena, const struct wanted_arguments *wanted,
                                         const char *const *given, size_t count, struct wanted_form form);
/* "--argv '32 32 TEXT'". */
const char *wanted_arguments_text(struct arena *arena, const char *const *arguments, size_t count);

#endif
