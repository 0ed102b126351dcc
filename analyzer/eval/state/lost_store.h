/* Stores of the program's own code to places of which nothing is known: what they may have changed, and who reads it.
 *
 * Device code reaches no host memory, and host code none of the device's. What came to be later is not changed, nor is what is only
 * read as other types than those stored: a program that does so is undefined. Numbers that one of them may have changed stay as they
 * were: what is made of them rests on the assumption that it did not. Host code that reads one hands it on to all that follows, a
 * launch to all that it may store to. */
#ifndef GPULINT_EVAL_STATE_LOST_STORE_H
#define GPULINT_EVAL_STATE_LOST_STORE_H

#include "data/memory.h"
#include "eval/state/machine.h"

struct launch;

/* Lanes store a number of that type to nobody knows where, at that line. */
void lost_store_note(struct machine *m, const struct ir_type *type, uint32_t line);
/* Whether one of them may have changed what is read of the object; type NULL: bytes. */
bool lost_store_may_reach(const struct machine *m, const struct object *object, const struct ir_type *type);
void lost_store_heed(struct machine *m, const struct object *object, const struct ir_type *type);
/* What the one holds is moved to the other. */
void lost_store_move(const struct machine *m, struct object *to, const struct object *from);
/* Of the launch that ends: whether it read such a number. */
bool lost_store_end_launch(struct machine *m);
const char *lost_store_assumption(struct machine *m, uint32_t line);

/* The object is read. */
static inline void
lost_store_read(struct machine *m, const struct object *object, const struct ir_type *type)
{
	if (m->memory->lost.line && object)
		lost_store_heed(m, object, type);
}

#endif
