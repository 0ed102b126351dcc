/* Integers of 128 bits. A lane holds 64: it holds such an integer where that has the same number as a signed one of 64 bits, and else
 * the number is unknown. */
#ifndef GPULINT_EVAL_LANGUAGE_WIDE_H
#define GPULINT_EVAL_LANGUAGE_WIDE_H

#include "data/value.h"

struct machine;

static inline bool
wide_is(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->size > 8;
}

/* As value_binary and value_convert, of a wide type or to one. */
struct value wide_binary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b);
struct value wide_convert(struct machine *m, const struct ir_type *to, const struct ir_type *from, struct value a);
/* Of the given type, where the program computes with more bits than a lane holds. */
struct value wide_unknown(struct machine *m, const struct ir_type *type);

#endif
