/* Terms, an abstract domain (docs/ARCHITECTURE.md, Domains): numbers known relative to symbols.
 *
 * A known number and a term of an ordinary symbol include only themselves. A term of a varying symbol includes all
 * numbers in the symbol's range; without limits it is a top. There is no bottom. A join changes a term at most once, so
 * loops need no widening. */
#ifndef GPULINT_DOMAIN_TERM_H
#define GPULINT_DOMAIN_TERM_H

#include <stdio.h>

#include "domain/symbol.h"

static inline bool
term_equal(struct term a, struct term b)
{
	return a.symbol == b.symbol && a.offset == b.offset;
}

/* unknown: a varying symbol without limits, the join of terms that differ. It is an upper bound, but not always the least:
 * the ranges of the terms are not joined. */
static inline struct term
term_join(struct term a, struct term b, symbol_id unknown)
{
	return term_equal(a, b) ? a : (struct term){unknown, 0};
}

/* Whether each number of b is one of a. */
bool term_includes(const struct symbols *symbols, struct term a, struct term b);
/* "12"; "s7" for a symbol, "s7+4", "s7-4". */
void term_print(FILE *out, struct term t);

/* a op b on integers, as exactly as symbols allow; also unary operators of enum ir_op (b unused). Known results are
 * wrapped to the type. */
struct term term_binary(struct symbols *symbols, enum ir_op op, const struct ir_type *type, struct term a,
                        struct term b);

/* Splits the term into a multiple of the power of two that divides its symbol (returned) and a known rest in [0,
 * power). Operations on low bits then act on the rest alone. A known number is all rest. */
struct term term_aligned(const struct symbols *symbols, struct term t, int64_t *rest);

#endif
