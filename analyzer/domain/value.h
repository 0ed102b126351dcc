/* Values, an abstract domain (docs/ARCHITECTURE.md, Domains): a term for each lane of the running machine. All of
 * its operations are those of terms, lane by lane.
 *
 * A value borrows its arrays from the machine's scratch arena, or from the variable that it was read from. It is
 * valid until the end of its statement. */
#ifndef GPULINT_DOMAIN_VALUE_H
#define GPULINT_DOMAIN_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "domain/mask.h"
#include "domain/symbol.h"
#include "domain/term.h"

union lane {
	int64_t integer; /* integers, booleans and pointers, extended from their type */
	double real;
};

struct value {
	const union lane *lane;  /* `lanes` entries; one if uniform */
	const symbol_id *symbol; /* the same count; NULL: every lane is known. For a float it only means "unknown" */
	bool uniform;            /* one entry for all lanes. A varying symbol: all lanes are unknown */
	bool real;               /* entries are `real` */
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

/* Whether a value with one entry is unknown in each lane separately. */
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

/* True if every lane holds the same known number, which is stored in *number. */
bool value_is_constant(const struct value *v, int64_t *number);

/* Room for the entries of a value. */
struct value_room {
	union lane *lane;
	symbol_id *symbol;
	unsigned lanes;
};

/* By lane, which of two values it has: a's in `only_a`, either in `both`, else b's. */
struct value_paths {
	const struct mask *only_a, *both;
	symbol_id unknown; /* as for term_join */
};

/* The value after two paths. Both are of integers, or both of floating-point numbers. */
struct value value_join(const struct value *a, const struct value *b, const struct value_paths *paths,
                        struct value_room room);
/* The lanes of a set in which the join is unknown. */
struct mask value_differing(const struct value *a, const struct value *b, const struct mask *of, unsigned lanes);
/* In all of the first lanes. */
bool value_includes(const struct symbols *symbols, const struct value *a, const struct value *b, unsigned lanes);
/* Each lane's term, or that of all lanes: "[0, 4, s7+8]", "[0 ...]". Known floating-point numbers as "%g". */
void value_print(FILE *out, const struct value *v, unsigned lanes);

/* The lanes of a set by a condition: true, false, or unknown. */
struct split {
	struct mask yes, no, unknown;
	uint32_t reason; /* of the first unknown lane */
};

/* Converts between a lane's number and its bits in memory. A float has 4 or 8 bytes; other widths give 0. The caller
 * ignores bits beyond an integer's width. */
union lane lane_of_bits(uint64_t bits, const struct ir_type *type);
uint64_t bits_of_lane(union lane lane, const struct ir_type *type, bool real);
/* Converts a known number to another type. from_real: it is stored as `real`, whatever its type. */
union lane lane_convert(union lane from, const struct ir_type *to, const struct ir_type *from_type, bool from_real);
/* Rounds to the type's precision. Half precision is kept as single: no figure depends on its last bits. */
double real_round(double number, const struct ir_type *type);

#endif
