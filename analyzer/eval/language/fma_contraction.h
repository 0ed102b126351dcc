/* FMA contraction: nvcc merges a product and its sum into one instruction with a single rounding, unless -fmad=false
 * forbids it. If the number determines an index, its last bit matters. */
#ifndef GPULINT_EVAL_LANGUAGE_FMA_CONTRACTION_H
#define GPULINT_EVAL_LANGUAGE_FMA_CONTRACTION_H

#include "eval/state/machine.h"

/* The factors of an operand that is a product. */
struct factors {
	bool has; /* it is a product in device code */
	struct value x, y;
};

/* a + b or a - b as rounded with contraction, if an operand has factors. */
struct value fma_contract_sum(struct machine *m, enum ir_op op, const struct ir_type *type, struct value sum,
                              const struct value operands[2], const struct factors factors[2]);

#endif
