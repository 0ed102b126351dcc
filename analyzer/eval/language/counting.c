#include "eval/language/counting.h"

#include <math.h>

#include "eval/language/chain.h"

static void
count(struct machine *m, const struct value *result, const struct work *work)
{
	if (result->name.kind != NAME_CONSTANT)
		machine_count_work(m, work);
}

void
count_result(struct machine *m, struct value *result, struct work work)
{
	count(m, result, &work);
	if (m->fold && result->name.kind != NAME_CONSTANT && work.instructions > 0)
		chain_result(m, result, &work);
}

static enum division
division_by(struct machine *m, const struct value operands[2])
{
	struct divisions *divisions = &m->divisions;
	const struct name of = operands[0].name, by = operands[1].name;
	const unsigned count = divisions->count < DIVISIONS ? divisions->count : DIVISIONS;
	enum division best = DIVISION_NEW;
	if (by.kind == NAME_CONSTANT)
		return DIVISION_BY_CONSTANT;
	for (unsigned i = 0; i < count; i++) {
		if (!name_same(divisions->made[i].by, by))
			continue;
		if (name_same(divisions->made[i].of, of))
			return DIVISION_AGAIN;
		best = DIVISION_BY_THE_SAME;
	}
	divisions->made[divisions->count++ % DIVISIONS].by = by;
	divisions->made[(divisions->count - 1) % DIVISIONS].of = of;
	return best;
}

/* What goes into a sum is part of it. */
static void
count_products(struct machine *m, const struct ir_expr *expr, const struct factors factors[2])
{
	const bool is_sum = expr->op == IR_ADD || expr->op == IR_SUB;
	const unsigned products = (unsigned)factors[0].has + factors[1].has, own = products > 0 && is_sum ? products - 1 : products;
	const struct work work = work_of_operator(IR_MUL, expr->a->type);
	for (unsigned i = 0; i < own; i++)
		machine_count_work(m, &work);
}

/* By constants the compiler steps whatever it steps in all copies of a loop's body at once. */
static bool
is_step(const struct ir_expr *expr, const struct value operands[2])
{
	return (expr->op == IR_ADD || expr->op == IR_SUB) && expr->type->kind == IR_TYPE_INT &&
	       (operands[0].name.kind == NAME_CONSTANT || operands[1].name.kind == NAME_CONSTANT);
}

/* A product that goes into a sum is there no earlier than that. */
static double
operands_ready(const struct ir_expr *expr, const struct value operands[2], const struct factors factors[2])
{
	const bool is_sum = expr->op == IR_ADD || expr->op == IR_SUB;
	double ready = 0;
	for (unsigned i = 0; i < 2; i++)
		ready = fmax(ready, operands[i].ready + (factors[i].has && !is_sum));
	return ready;
}

void
count_operator(struct machine *m, const struct ir_expr *expr, struct value *result, const struct value operands[2],
               const struct factors factors[2])
{
	const bool divides = expr->op == IR_DIV || expr->op == IR_REM;
	count_products(m, expr, factors);
	result->ready = operands_ready(expr, operands, factors);
	if (is_step(expr, operands))
		count(m, result, &(struct work){.instructions = 1});
	else if (divides && expr->type->kind == IR_TYPE_INT)
		count_result(m, result, work_of_division(expr->type, division_by(m, operands)));
	else
		count_result(m, result, work_of_operator(expr->op, expr->type));
}
