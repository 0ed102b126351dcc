/* Arithmetic on terms: numbers that are known relative to symbols. */
#ifndef GPULINT_DATA_TERM_H
#define GPULINT_DATA_TERM_H

#include "data/symbol.h"

/* a op b on integers, as exactly as symbols allow; the operators of enum ir_op, also the unary ones (b unused). Results
 * that are known numbers are wrapped to the type. */
struct term term_binary(struct symbols *symbols, enum ir_op op, const struct ir_type *type, struct term a, struct term b);

/* Parts the term in two: what is a multiple of the power of two that divides its symbol, which is returned, and the rest, from 0
 * to below that power. So what reads or drops low bits alone acts on the rest, which is known. Of a known number all is rest. */
struct term term_aligned(const struct symbols *symbols, struct term t, int64_t *rest);

#endif
