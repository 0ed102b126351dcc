#include "eval/language/counting.h"

#include <math.h>

#include "eval/language/chain.h"
#include "eval/language/fusing.h"

/* Whether it takes instructions: what the compiler knows or has from before does not. */
static bool
is_computed(struct machine *m, const struct value *result)
{
	return m->fold && result->name.kind != NAME_CONSTANT && !computed_before(m, result->name);
}

void
count_result(struct machine *m, struct value *result, struct work work)
{
	if (!is_computed(m, result))
		return;
	machine_count_work(m, &work);
	if (work.instructions > 0)
		chain_result(m, result, &work);
}

struct work
work_of_fused(const struct ir_expr *expr, struct work work)
{
	const double fused = 1 - fused_operations(expr);
	work.instructions *= fused;
	work.integers *= fused;
	return work;
}

void
count_jump(struct machine *m, struct name condition)
{
	if (condition.kind != NAME_CONSTANT)
		machine_count_work(m, &(struct work){.instructions = 1});
}

void
count_once_for(struct machine *m, unsigned copies, const struct work *before)
{
	struct work control = work_since(m->work, before);
	control.chained = control.chained_doubles = control.chained_shared = control.chained_loads = control.chained_barriers = 0;
	work_add(&m->work, &control, 1.0 / copies - 1);
}

void
count_address(struct machine *m, struct value *address)
{
	if (m->fold && !computed_near(m, address->name))
		count_result(m, address, (struct work){.instructions = 1});
}

static bool
is_power_of_two(int64_t number)
{
	return number > 0 && (number & (number - 1)) == 0;
}

/* Whether the active lanes are known to have numbers that 32 bits can hold. */
static bool
is_narrow(const struct machine *m, const struct value *v)
{
	const unsigned first = v->uniform ? 0 : mask_first(&m->active.may), end = v->uniform ? 1 : m->lanes;
	for (unsigned lane = first; lane < end; lane++) {
		const struct term t = value_term(v, lane);
		if ((v->uniform || mask_has(&m->active.may, lane)) && (t.symbol || t.offset < 0 || t.offset > UINT32_MAX))
			return false;
	}
	return true;
}

static enum division
division_by(struct machine *m, const struct value operands[2])
{
	struct divisions *divisions = &m->divisions;
	const struct name of = operands[0].name, by = operands[1].name;
	const unsigned count = divisions->count < DIVISIONS ? divisions->count : DIVISIONS;
	enum division best = DIVISION_NEW;
	if (by.kind == NAME_CONSTANT)
		return is_power_of_two(value_term(&operands[1], 0).offset) ? DIVISION_BY_POWER : DIVISION_BY_CONSTANT;
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

/* Whether it is a multiple of the counter of a loop of copies: in place of it the compiler steps the address. */
static bool
is_stepped_product(const struct machine *m, const struct ir_expr *expr, const struct value operands[2])
{
	const struct stepping *stepping = &m->stepping;
	if (!stepping->counter || (expr->op != IR_MUL && expr->op != IR_SHL))
		return false;
	for (unsigned i = 0; i < 2; i++)
		if (name_is_near(operands[i].name, stepping->counter->name) && operands[1 - i].name.varies <= stepping->since)
			return true;
	return false;
}

/* Whether an operation of an index goes into the address: instructions add constants to it, also those by which it moves from
 * round to round. Not so of unsigned numbers that are narrower than addresses: they may overflow. */
static bool
goes_into_address(struct machine *m, const struct ir_expr *expr, const struct value *result, const struct value operands[2])
{
	if (!m->in_index || expr->kind != IR_BINARY || expr->type->kind != IR_TYPE_INT ||
	    (!expr->type->is_signed && expr->type->size < 8))
		return false;
	return is_step(expr, operands) || is_stepped_product(m, expr, operands) ||
	       ((expr->op == IR_ADD || expr->op == IR_SUB) && computed_near(m, result->name));
}

/* Whether the instruction that has just been counted for a product of integers, or the address that takes it, does it, too. */
static bool
goes_with_product(struct machine *m, const struct ir_expr *expr)
{
	const struct ir_expr *product = m->product;
	if (!(m->in_index || is_wide_integer(expr->type)) || !product || (expr->op != IR_ADD && expr->op != IR_SUB) ||
	    (ir_without_conversions(expr->a) != product && ir_without_conversions(expr->b) != product))
		return false;
	m->product = NULL;
	return true;
}

/* A product of numbers of 32 bits is one instruction, however wide it is. */
static bool
is_product_of_narrow(const struct ir_expr *expr)
{
	return expr->op == IR_MUL && ir_without_conversions(expr->a)->type->size <= 4 && ir_without_conversions(expr->b)->type->size <= 4;
}

static bool
is_narrow_constant(const struct value *v)
{
	return v->name.kind == NAME_CONSTANT && value_term(v, 0).offset >> 32 == 0;
}

/* Of a mask no more counts than the half of the number that it leaves. */
static struct work
work_of_wide_integers(const struct ir_expr *expr, const struct ir_type *type, const struct value operands[2])
{
	const bool masks = expr->op == IR_BIT_AND && (is_narrow_constant(&operands[0]) || is_narrow_constant(&operands[1]));
	if (masks || is_product_of_narrow(expr))
		return (struct work){.instructions = 1};
	return work_of_operator(expr->op, type);
}

/* Of what is part of no other instruction. */
static void
count_by_itself(struct machine *m, const struct ir_expr *expr, struct value *result, const struct value operands[2])
{
	const bool divides = expr->op == IR_DIV || expr->op == IR_REM, relates = expr->op >= IR_LT && expr->op <= IR_NE;
	const struct ir_type *type = relates ? expr->a->type : expr->type;
	struct work work;
	if (divides && type->kind == IR_TYPE_INT)
		work = work_of_division(type, division_by(m, operands),
		                        !is_wide_integer(type) || (is_narrow(m, &operands[0]) && is_narrow(m, &operands[1])));
	else if (is_wide_integer(type))
		work = work_of_wide_integers(expr, type, operands);
	else
		work = work_of_operator(expr->op, type);
	work = work_of_fused(expr, work);
	if (!is_step(expr, operands))
		count_result(m, result, work);
	else if (is_computed(m, result))
		machine_count_work(m, &work);
	if (divides && type->kind == IR_TYPE_FLOAT)
		chain_branch(m, result);   /* around the slow path */
}

void
count_operator(struct machine *m, const struct ir_expr *expr, struct value *result, const struct value operands[2],
               const struct factors factors[2])
{
	const double before = m->work.instructions;
	count_products(m, expr, factors);
	result->ready = operands_ready(expr, operands, factors);
	if (!m->fold || goes_with_product(m, expr))
		return;
	const bool in_address = goes_into_address(m, expr, result, operands);
	if (!in_address)
		count_by_itself(m, expr, result, operands);
	if (expr->op == IR_MUL && expr->type->kind == IR_TYPE_INT)
		m->product = in_address || m->work.instructions > before ? expr : NULL;
}
