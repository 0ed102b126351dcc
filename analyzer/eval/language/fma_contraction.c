#include "eval/language/fma_contraction.h"

#include <math.h>

static double
number_of(const struct value *v, unsigned lane)
{
	return v->lane[value_at(v, lane)].real;
}

/* x * y + z in the type, rounded once. */
static double
multiply_add(double x, double y, double z, const struct ir_type *type)
{
	return type->size == 4 ? (double)fmaf((float)x, (float)y, (float)z) : fma(x, y, z);
}

struct value
fma_contract_sum(struct machine *m, enum ir_op op, const struct ir_type *type, struct value sum,
                 const struct value operands[2], const struct factors factors[2])
{
	/* If both operands are products, the first one is contracted into the sum. */
	const unsigned of = factors[0].has ? 0 : 1;
	const struct factors *product = &factors[of];
	const struct value *other = &operands[!of];
	if ((op != IR_ADD && op != IR_SUB) || !product->has || !sum.real || (type->size != 4 && type->size != 8))
		return sum;
	const struct ir_unit *unit = m->frame->func->unit;
	if (unit && unit->compilation.rounding & IR_NO_CONTRACTION)
		return sum;
	const double sign_of_product = op == IR_SUB && of == 1 ? -1 : 1,
		     sign_of_other = op == IR_SUB && of == 0 ? -1 : 1;
	const unsigned count = sum.uniform ? 1 : m->lanes;
	union lane *lane = arena_alloc_raw(&m->scratch, count * sizeof *lane);
	for (unsigned i = 0; i < count; i++) {
		lane[i] = sum.lane[i];
		if (value_known(&sum, i) && value_known(&product->x, i) && value_known(&product->y, i) &&
		    value_known(other, i))
			lane[i].real =
				multiply_add(sign_of_product * number_of(&product->x, i), number_of(&product->y, i),
			                     sign_of_other * number_of(other, i), type);
	}
	sum.lane = lane;
	return sum;
}
