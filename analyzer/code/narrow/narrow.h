/* Loads of which only some bytes are needed, or none: `a[i] & 255`, a wide integer that goes into a narrow one, the upper half
 * of a double. The compiler loads no more than these, wherever it sees to the end what becomes of the number.
 *
 * Followed are integers and floating-point numbers bit by bit, through variables, arrays of the function's own, reinterpreted
 * values (`__float_as_uint`, casts of addresses, unions, memcpy), conditions that ask for a sign alone, and functions: into what
 * they are given, by value or by address, and back out of what they return. Not followed are what becomes of numbers in memory
 * that others see, pointers to variables that are kept in others (what is stored there is doubted altogether), functions called by
 * address, and numbers that go from one lane to another. */
#ifndef GPULINT_CODE_NARROW_H
#define GPULINT_CODE_NARROW_H

#include "ir/ir.h"
#include "support/pointer_set.h"

struct possible_known;
struct narrow_needs;

/* What was found out so far. But for `possible` zeroed: nothing. */
struct narrow_loads {
	struct possible_known *possible;
	struct pointer_set loads;         /* those that may be narrower than they are written */
	struct pointer_set funcs;         /* read for that */
	struct pointer_set lost;          /* of these, those of which there is more than is looked at */
	struct narrow_needs **needs;
	size_t count, capacity;
	unsigned depth;                   /* of functions being read, one for another */
};

/* Adds the loads of the function's code and of all that it calls, unless that was done. */
void narrow_loads_find(struct narrow_loads *narrow, const struct ir_func *func);
void narrow_loads_free(struct narrow_loads *narrow);

#endif
