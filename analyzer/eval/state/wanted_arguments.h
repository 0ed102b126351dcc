/* The arguments that a program's main reads: how many, and which of them as numbers, as its source shows. Where it hands them to getopt,
 * the options that take a value, then what it reads behind them; where it reads no argument by its number, the options that it compares
 * its arguments with and that it reads another one for. */
#ifndef GPULINT_EVAL_STATE_WANTED_ARGUMENTS_H
#define GPULINT_EVAL_STATE_WANTED_ARGUMENTS_H

#include <stddef.h>

#include "ir/ir.h"
#include "support/arena.h"

enum { MOST_WANTED = 32 };

struct wanted_arguments {
	bool reads_any;                /* main reads its parameters at all */
	unsigned count;                /* without the program's name; of more than MOST_WANTED nobody could be told */
	bool is_number[MOST_WANTED];
	const char *option[MOST_WANTED];     /* "-n", whose value is the next; NULL: it is no option */
	const char *compared[MOST_WANTED];   /* with what it is compared first, such as "-n"; NULL: with nothing that is known */
};

struct wanted_arguments wanted_arguments_of(struct arena *arena, const struct ir_func *main_func);
/* Those that main may be run with: the `count` that are given, and for the others the option, the number where one is read, else
 * what it is compared with, if that is asked for, or TEXT. */
struct wanted_form { const char *number; bool as_compared; };
const char *const *wanted_arguments_fill(struct arena *arena, const struct wanted_arguments *wanted, const char *const *given,
                                         size_t count, struct wanted_form form);
/* "--argv '32 32 TEXT'". */
const char *wanted_arguments_text(struct arena *arena, const char *const *arguments, size_t count);

#endif
