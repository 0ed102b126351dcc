/* Private objects, which hold a number for each lane in scalar cells. Several cells may lie over each other: the members
 * of a union, or the elements of a vector that is read whole. The one that was written last holds. */
#ifndef GPULINT_EVAL_LANGUAGE_PRIVATE_H
#define GPULINT_EVAL_LANGUAGE_PRIVATE_H

#include "eval/state/machine.h"

/* The scalar of that type at that many bytes from the object's base; unknown where it is not within the object. */
struct value private_read(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset);
void private_write(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset, struct value v);
/* What is read where nothing is known; object NULL: of none. */
struct value private_unknown(struct machine *m, const struct ir_type *type, const struct object *object);

#endif
