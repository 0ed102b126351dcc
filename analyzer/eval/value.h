/* Values: a number for each lane of the machine.
 *
 * A value borrows its arrays: from the scratch arena, or from the variable that it was read from. It is good until the
 * end of the statement that made it. */
#ifndef GPULINT_EVAL_VALUE_H
#define GPULINT_EVAL_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/mask.h"
#include "eval/name.h"
#include "eval/symbol.h"

union lane {
	int64_t integer;      /* integers, booleans and pointers, extended from their type */
	double real;
};

struct value {
	const union lane *lane;     /* `lanes` entries, or one if uniform */
	const symbol_id *symbol;    /* as many; NULL: every lane is known. Of a float a symbol says only "unknown" */
	bool uniform;               /* one entry stands for all lanes. With a varying symbol: all lanes are unknown */
	bool real;                  /* entries are `real` */
	struct name name;           /* on the device; what makes a value leaves naming it to who knows the expression */
};

struct machine;

struct value value_integer(struct machine *m, int64_t number);
struct value value_real(struct machine *m, double number);
/* Of the given kind of type; the same symbol in all lanes. */
struct value value_symbol(struct machine *m, const struct ir_type *type, symbol_id symbol, int64_t offset);
/* Unknown, each lane for itself. */
struct value value_unknown(struct machine *m, const struct ir_type *type, uint32_t reason);

/* One lane's number from what memory holds of it, and back. A number of floating point is 4 or 8 bytes wide; of another width
 * it is 0. Of an integer the bits beyond its width are for the caller to leave. */
union lane lane_of_bits(uint64_t bits, const struct ir_type *type);
uint64_t bits_of_lane(union lane lane, const struct ir_type *type, bool real);

/* Room for a value of all lanes; symbols only when asked for (zeroed). */
union lane *value_lanes(struct machine *m);
symbol_id *value_symbols(struct machine *m);

static inline unsigned
value_at(const struct value *v, unsigned lane)
{
	return v->uniform ? 0 : lane;
}

static inline struct term
value_term(const struct value *v, unsigned lane)
{
	const unsigned i = v->uniform ? 0 : lane;
	return (struct term){v->symbol ? v->symbol[i] : 0, v->lane[i].integer};
}

static inline bool
value_known(const struct value *v, unsigned lane)
{
	return !v->symbol || !v->symbol[v->uniform ? 0 : lane];
}

/* A value with an entry for each lane; as one for all where those that run are unknown alike, which nothing tells apart. */
struct value value_of_lanes(struct machine *m, const union lane *lane, const symbol_id *symbol, bool real);

/* True when every lane holds the same known number, which is then stored. */
bool value_is_constant(const struct value *v, int64_t *number);

/* The arithmetic of the language. `type` is the type of the operands for comparisons, else of the result. */
struct value value_binary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b);
struct value value_unary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a);
struct value value_convert(struct machine *m, const struct ir_type *to, const struct ir_type *from, struct value a);
/* The same of one known number; from_real: it is held as one, whatever its type. */
union lane value_convert_known(union lane from, const struct ir_type *to, const struct ir_type *from_type, bool from_real);
/* a + b * scale, on addresses. */
struct value value_offset(struct machine *m, struct value a, struct value b, int64_t scale);
/* Per lane: chooser's lanes are of b where the mask has them, else of a. */
struct value value_blend(struct machine *m, struct value a, struct value b, const struct mask *of_b);
/* The same value, whatever is written to the variable that it was read from. */
struct value value_keep(struct machine *m, struct value v);
/* The same value with one entry a lane. */
struct value value_spread(struct machine *m, struct value v);

/* Where a condition is true, false, or not known, of the lanes in `of`. */
struct split {
	struct mask yes, no, unknown;
	uint32_t reason;       /* of the first lane that is not known */
};
struct split value_split(struct machine *m, struct value condition, const struct mask *of);

/* The number as the type holds it; half precision is kept as single, for no figure rests on its last bits. */
double real_round(double number, const struct ir_type *type);

#endif
