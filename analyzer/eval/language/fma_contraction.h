/* A product and the sum that it goes into, which nvcc makes one instruction of (unless -fmad=false forbids it): that rounds
 * once. Where the number decides an index, the last bit does. */
#ifndef GPULINT_EVAL_LANGUAGE_FMA_CONTRACTION_H
#define GPULINT_EVAL_LANGUAGE_FMA_CONTRACTION_H

#include "eval/state/machine.h"

/* What an operand is a product of. */
struct factors {
	bool has;                   /* it is one, of device code */
	struct value x, y;
};

/* The sum a + b, or difference a - b, of which the operands have these factors, if one has any: as it is rounded then. */
struct value fma_contract_sum(struct machine *m, enum ir_op op, const struct ir_type *type, struct value sum,
                          const struct value operands[2], const struct factors factors[2]);

#endif
