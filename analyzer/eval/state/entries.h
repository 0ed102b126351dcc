/* Entries: host functions to evaluate that no run from main reached. Nothing binds their parameters, so a function
 * that forwards its callers' values is entered through its callers. */
#ifndef GPULINT_EVAL_STATE_ENTRIES_H
#define GPULINT_EVAL_STATE_ENTRIES_H

#include "eval/state/program.h"

struct entry {
	const struct ir_func *func, *target; /* target: the function to evaluate: func itself, or one that it calls */
};

struct entries {
	struct entry *items;
	size_t count, capacity;
};

/* Lists the program's own host functions that launch, also through calls of the runtime. The visible callers precede
 * a function if it launches a kernel that it is given or takes records of numbers. They also precede a method of an
 * object: assumed members would not be consistent. The same holds for these callers. */
void entries_find(struct entries *entries, struct program *program);
void entries_free(struct entries *entries);

#endif
