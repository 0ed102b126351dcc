/* Values: a number for each lane of the machine that runs.
 *
 * A value borrows its arrays: from that machine's scratch arena, or from the variable that it was read from. It is good
 * until the end of the statement that made it. */
#ifndef GPULINT_DATA_VALUE_H
#define GPULINT_DATA_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "data/mask.h"
#include "data/symbol.h"

union lane {
	int64_t integer;      /* integers, booleans and pointers, extended from their type */
	double real;
};

struct value {
	const union lane *lane;     /* `lanes` entries, or one if uniform */
	const symbol_id *symbol;    /* as many; NULL: every lane is known. Of a float a symbol says only "unknown" */
	bool uniform;               /* one entry stands for all lanes. With a varying symbol: all lanes are unknown */
	bool real;                  /* entries are `real` */
};

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

/* Of a value with one entry, whether the lanes' numbers are not known and may differ. */
static inline bool
value_is_anonymous(const struct symbols *symbols, const struct value *v)
{
	return v->uniform && v->symbol && symbol_varies(symbols, v->symbol[0]);
}

/* Whether all lanes hold one number, known or not. */
static inline bool
value_is_common(const struct symbols *symbols, const struct value *v)
{
	return v->uniform && !value_is_anonymous(symbols, v);
}

/* True when every lane holds the same known number, which is then stored. */
bool value_is_constant(const struct value *v, int64_t *number);

/* Where a condition is true, false, or not known, of the lanes in `of`. */
struct split {
	struct mask yes, no, unknown;
	uint32_t reason;       /* of the first lane that is not known */
};

/* One lane's number from what memory holds of it, and back. A number of floating point is 4 or 8 bytes wide; of another width
 * it is 0. Of an integer the bits beyond its width are for the caller to leave. */
union lane lane_of_bits(uint64_t bits, const struct ir_type *type);
uint64_t bits_of_lane(union lane lane, const struct ir_type *type, bool real);
/* A known number converted to another type; from_real: it is held as one, whatever its type. */
union lane lane_convert(union lane from, const struct ir_type *to, const struct ir_type *from_type, bool from_real);
/* The number as the type holds it; half precision is kept as single, for no figure rests on its last bits. */
double real_round(double number, const struct ir_type *type);

#endif
