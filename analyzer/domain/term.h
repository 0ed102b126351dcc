/* Arithmetic on terms: numbers known relative to symbols. */
#ifndef GPULINT_DOMAIN_TERM_H
#define GPULINT_DOMAIN_TERM_H

#include "domain/symbol.h"

/* a op b on integers, as exactly as symbols allow; also unary operators of enum ir_op (b unused). Known results are
 * wrapped to the type. */
struct term term_binary(struct symbols *symbols, enum ir_op op, const struct ir_type *type, struct term a,
                        struct term b);

/* Splits the term into a multiple of the power of two that divides its symbol (returned) and a known rest in [0,
 * power). Operations on low bits then act on the rest alone. A known number is all rest. */
struct term term_aligned(const struct symbols *symbols, struct term t, int64_t *rest);

#endif
