/* Arithmetic on terms: numbers that are known relative to symbols. */
#ifndef GPULINT_DATA_TERM_H
#define GPULINT_DATA_TERM_H

#include "data/symbol.h"

/* a op b on integers, as exactly as symbols allow; the operators of enum ir_op, also the unary ones (b unused). Results
 * that are known numbers are wrapped to the type. */
struct term term_binary(struct symbols *symbols, enum ir_op op, const struct ir_type *type, struct term a, struct term b);

#endif
