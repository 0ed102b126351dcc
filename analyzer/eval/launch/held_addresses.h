/* The addresses that a launch's memory holds, and the memory that these lead to: arrays of pointers, blocks of parameters in
 * constant memory, lists. Where the launch is measured its buffers lie elsewhere, so each of them has to be known. */
#ifndef GPULINT_EVAL_LAUNCH_HELD_ADDRESSES_H
#define GPULINT_EVAL_LAUNCH_HELD_ADDRESSES_H

#include "eval/state/machine.h"
#include "model/facts.h"

/* What addresses lead to and has yet to be looked through. */
struct reached {
	const struct object *object;
	const struct ir_type *element;
	const char *path;
};

struct reach {
	struct machine *m;
	struct reached *items;
	size_t count, capacity;
};

/* The addresses in the object, which `path` names and which consists of elements of that type. What they lead to is noted. */
struct held_addresses reach_addresses(struct reach *reach, const struct object *object, const struct ir_type *element,
                                      const char *path);
/* The same of a variable of that type. */
struct held_addresses reach_variable(struct reach *reach, const struct object *object, const struct ir_type *type,
                                     const char *path);
void reach_free(struct reach *reach);

/* Drops of what the launch's memory leads to what none of the inputs and the variables that are left does. */
void held_addresses_drop(struct launch *launch);

#endif
