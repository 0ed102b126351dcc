/* Lost stores: stores of the program's own code to unknown addresses. They may have changed data that are read
 * later.
 *
 * Device code reaches no host memory, host code no device memory. Objects created later are unchanged, and host
 * stores change only reads of the same type: otherwise the program is undefined. Possibly changed numbers keep their
 * value, under the assumption that no lost store changed them. The mark spreads: from a host read to everything
 * after it, from a launch to every older object that it may store to. */
#ifndef GPULINT_EVAL_STATE_WILD_STORE_H
#define GPULINT_EVAL_STATE_WILD_STORE_H

#include "domain/memory.h"
#include "eval/state/machine.h"

struct launch;

/* Lanes store a number of that type to an unknown address, at that line. */
void wild_store_note(struct machine *m, const struct ir_type *type, uint32_t line);
/* Whether a lost store may have changed a read of the object. type NULL: a read of bytes. */
bool wild_store_may_reach(const struct machine *m, const struct object *object, const struct ir_type *type);
void wild_store_apply(struct machine *m, const struct object *object, const struct ir_type *type);
/* The contents of `from` are copied to `to`. */
void wild_store_move(const struct machine *m, struct object *to, const struct object *from);
/* At the end of a launch: whether it read such a number. If so, older device objects are marked. */
bool wild_store_end_launch(struct machine *m);
const char *wild_store_assumption(struct machine *m, uint32_t line);

/* Records a read of the object. */
static inline void
wild_store_read(struct machine *m, const struct object *object, const struct ir_type *type)
{
	if (m->memory->lost.line && object)
		wild_store_apply(m, object, type);
}

#endif
