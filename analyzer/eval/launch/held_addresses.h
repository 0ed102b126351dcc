/* Addresses stored in a launch's memory, and their targets: arrays of pointers, parameter blocks in constant memory,
 * lists. A measurement puts buffers elsewhere, so it must know each such address. */
#ifndef GPULINT_EVAL_LAUNCH_HELD_ADDRESSES_H
#define GPULINT_EVAL_LAUNCH_HELD_ADDRESSES_H

#include "eval/state/machine.h"
#include "model/facts.h"

/* A target that is still to be searched. */
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

/* The addresses in the object. `path` names the object, `element` is its element type. Targets are queued in
 * `reach`. */
struct held_addresses reach_addresses(struct reach *reach, const struct object *object, const struct ir_type *element,
                                      const char *path);
/* The same for a variable of that type. */
struct held_addresses reach_variable(struct reach *reach, const struct object *object, const struct ir_type *type,
                                     const char *path);
void reach_free(struct reach *reach);

/* Drops targets that no remaining input or variable of the launch leads to. */
void held_addresses_drop(struct launch *launch);

#endif
