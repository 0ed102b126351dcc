/* Constructors of values and the language's arithmetic on them, in all lanes of a machine. */
#ifndef GPULINT_EVAL_STATE_COMPUTE_H
#define GPULINT_EVAL_STATE_COMPUTE_H

#include "domain/value.h"

struct machine;

struct value value_integer(struct machine *m, int64_t number);
struct value value_real(struct machine *m, double number);
/* `type` gives the kind. All lanes have the same symbol. */
struct value value_symbol(struct machine *m, const struct ir_type *type, symbol_id symbol, int64_t offset);
/* Unknown in each lane separately. */
struct value value_unknown(struct machine *m, const struct ir_type *type, uint32_t reason);

/* 128-bit integers do not fit into a lane. Results computed with them are unknown. */
static inline bool
is_wide(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->size > 8;
}

/* An unknown value of the given type, computed from a 128-bit integer. */
struct value value_of_wide(struct machine *m, const struct ir_type *type);

/* Room in m->scratch for one entry for each lane; value_lanes: uninitialised; value_symbols: zeroed. */
union lane *value_lanes(struct machine *m);
symbol_id *value_symbols(struct machine *m);

/* A value with an entry for each lane. If the active lanes are indistinguishable unknowns, one entry stands for all. */
struct value value_of_lanes(struct machine *m, const union lane *lane, const symbol_id *symbol, bool real);

/* The language's arithmetic. `type`: the operands' type for comparisons, else the result's. */
struct value value_binary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b);
struct value value_unary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a);
struct value value_convert(struct machine *m, const struct ir_type *to, const struct ir_type *from, struct value a);
/* a + b * scale, on addresses. */
struct value value_offset(struct machine *m, struct value a, struct value b, int64_t scale);
/* b in the lanes of the mask, a in all others. */
struct value value_blend(struct machine *m, struct value a, struct value b, const struct mask *of_b);
/* The same value, independent of later writes to the variable that it was read from. */
struct value value_keep(struct machine *m, struct value v);

/* The number as the GPU converts it to an integer: saturated to the range of `to`. */
double value_within(double number, const struct ir_type *to);

/* Splits the lanes in `of` by a condition: true, false, or unknown. */
struct split value_split(struct machine *m, struct value condition, const struct mask *of);

#endif
