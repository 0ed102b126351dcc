/* Making values, and the arithmetic of the language on them, in all lanes of a machine. */
#ifndef GPULINT_EVAL_STATE_COMPUTE_H
#define GPULINT_EVAL_STATE_COMPUTE_H

#include "data/value.h"

struct machine;

struct value value_integer(struct machine *m, int64_t number);
struct value value_real(struct machine *m, double number);
/* Of the given kind of type; the same symbol in all lanes. */
struct value value_symbol(struct machine *m, const struct ir_type *type, symbol_id symbol, int64_t offset);
/* Unknown, each lane for itself. */
struct value value_unknown(struct machine *m, const struct ir_type *type, uint32_t reason);

/* Integers of 128 bits, more than a lane holds: nothing is known of what is computed with them. */
static inline bool
is_wide(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->size > 8;
}

/* Of the given type, which comes of such a one. */
struct value value_of_wide(struct machine *m, const struct ir_type *type);

/* Room for a value of all lanes; symbols only when asked for (zeroed). */
union lane *value_lanes(struct machine *m);
symbol_id *value_symbols(struct machine *m);

/* A value with an entry for each lane; as one for all where those that run are unknown alike, which nothing tells apart. */
struct value value_of_lanes(struct machine *m, const union lane *lane, const symbol_id *symbol, bool real);

/* The arithmetic of the language. `type` is the type of the operands for comparisons, else of the result. */
struct value value_binary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b);
struct value value_unary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a);
struct value value_convert(struct machine *m, const struct ir_type *to, const struct ir_type *from, struct value a);
/* a + b * scale, on addresses. */
struct value value_offset(struct machine *m, struct value a, struct value b, int64_t scale);
/* Per lane: chooser's lanes are of b where the mask has them, else of a. */
struct value value_blend(struct machine *m, struct value a, struct value b, const struct mask *of_b);
/* The same value, whatever is written to the variable that it was read from. */
struct value value_keep(struct machine *m, struct value v);

/* What the GPU makes an integer of: a number beyond the type's range it takes to the nearest end of that. */
double value_within(double number, const struct ir_type *to);

/* Where a condition is true, false, or not known, of the lanes in `of`. */
struct split value_split(struct machine *m, struct value condition, const struct mask *of);

#endif
