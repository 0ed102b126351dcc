/* Entries: host functions to evaluate that no run from main reached. Nothing binds their parameters, so a function
 * that forwards its callers' values is entered through its callers. */
#ifndef GPULINT_EVAL_STATE_ENTRIES_H
#define GPULINT_EVAL_STATE_ENTRIES_H

#include "eval/state/program.h"

struct entry {
	const struct ir_func *func, *target;   /* target: the function to evaluate: func itself, or one that it calls */
};

struct entries {
	struct entry *items;
	size_t count, capacity;
};

/* Finds the program's own host functions that launch, also through calls of the runtime. A function is entered
 * through its visible callers if it launches a kernel that it is given, takes records of numbers, or is a method of
 * an object: no assumption would make the members consistent. The same holds for these callers. */
void entries_find(struct entries *entries, struct program *program);
void entries_free(struct entries *entries);

#endif
