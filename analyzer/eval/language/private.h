/* Private objects: a number for each lane in scalar cells. Cells may overlap, as union members do, or the elements
 * of a vector that is read whole. The latest write counts. */
#ifndef GPULINT_EVAL_LANGUAGE_PRIVATE_H
#define GPULINT_EVAL_LANGUAGE_PRIVATE_H

#include "eval/state/machine.h"

/* The scalar of that type at byte `offset` of the object; unknown outside the object. */
struct value private_read(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset);
void private_write(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset,
                   struct value v);
/* The result of a read without known contents. object NULL: none. */
struct value private_unknown(struct machine *m, const struct ir_type *type, const struct object *object);

#endif
