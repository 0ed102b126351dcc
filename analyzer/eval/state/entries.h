/* Where the host code is entered that no run from main came to: with values that nothing binds, which is why a function
 * that passes on what others hand it is entered through these. */
#ifndef GPULINT_EVAL_STATE_ENTRIES_H
#define GPULINT_EVAL_STATE_ENTRIES_H

#include "eval/state/program.h"

struct entry {
	const struct ir_func *func, *target;   /* target: what it is entered for: itself, or what it calls */
};

struct entries {
	struct entry *items;
	size_t count, capacity;
};

/* For each host function of the program's own that launches, be it by one of the runtime's functions: itself, behind its
 * callers in sight where it launches a kernel that it is given, or is given records of numbers, or is a method of an
 * object, whose members hang together as no assumption could know. The callers of such callers likewise. */
void entries_find(struct entries *entries, struct program *program);
void entries_free(struct entries *entries);

#endif
