#include "code/counter.h"

#include "ir/plain.h"

enum { MOST_TRIPS = 4096 };

static const struct ir_var *
loaded_variable(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e && e->kind == IR_LOAD && e->a->kind == IR_VAR ? e->a->var : NULL;
}

/* The variable that the loop's step moves, and by what operation: `k += 2`, `k >>= 1`, `k = k + 1`. */
static const struct ir_var *
stepped_variable(struct definitions *definitions, const struct ir_expr *step, enum ir_op *op, int64_t *by)
{
	if (!step || (step->kind != IR_UPDATE && step->kind != IR_STORE) || step->a->kind != IR_VAR)
		return NULL;
	const struct ir_var *var = step->a->var;
	const struct ir_expr *operand = step->b;
	*op = step->op;
	if (step->kind == IR_STORE) {
		const struct ir_expr *sum = ir_without_conversions(step->b);
		const struct ir_var *from = sum->kind == IR_BINARY ? loaded_variable(sum->a) : NULL;
		if (!from || from != var)
			return NULL;
		*op = sum->op;
		operand = sum->b;
	}
	if (var->storage != IR_STORAGE_LOCAL || var->address_taken || var->type->kind != IR_TYPE_INT)
		return NULL;
	return constant_value(definitions, operand, by) ? var : NULL;
}

static bool
holds(enum ir_op op, int64_t a, int64_t b)
{
	switch (op) {
	case IR_LT: return a < b;
	case IR_LE: return a <= b;
	case IR_GT: return a > b;
	case IR_GE: return a >= b;
	case IR_NE: return a != b;
	default: return false;
	}
}

static bool
move(enum ir_op op, int64_t *value, int64_t by)
{
	switch (op) {
	case IR_ADD: return !__builtin_add_overflow(*value, by, value);
	case IR_SUB: return !__builtin_sub_overflow(*value, by, value);
	case IR_MUL: return !__builtin_mul_overflow(*value, by, value);
	case IR_SHL: return by >= 0 && by < 31 && !__builtin_mul_overflow(*value, INT64_C(1) << by, value);
	case IR_SHR:
		if (*value < 0 || by < 0 || by > 62)
			return false;
		*value >>= by;
		return true;
	default: return false;
	}
}

/* How often the loop goes round, when source and step say so; 0: not known, or too often to matter. */
static unsigned
known_trips(struct definitions *definitions, const struct ir_expr *condition, const struct ir_var *counter, int64_t value,
            enum ir_op op, int64_t by)
{
	int64_t bound;
	condition = ir_without_conversions(condition);
	if (!condition || condition->kind != IR_BINARY || loaded_variable(condition->a) != counter ||
	    !constant_value(definitions, condition->b, &bound))
		return 0;
	for (unsigned trips = 0; trips <= MOST_TRIPS; trips++) {
		if (!holds(condition->op, value, bound))
			return trips;
		if (!move(op, &value, by))
			return 0;
	}
	return 0;
}

unsigned
counter_trips(struct definitions *definitions, const struct ir_stmt *loop, int64_t start)
{
	enum ir_op op;
	int64_t by;
	const struct ir_var *counter = stepped_variable(definitions, loop->step, &op, &by);
	if (!counter || loop->test_last || assignments_of(loop->body, counter))
		return 0;
	return known_trips(definitions, loop->expr, counter, start, op, by);
}

const struct ir_var *
loop_counter(struct definitions *definitions, const struct ir_stmt *loop)
{
	enum ir_op op;
	int64_t by;
	return stepped_variable(definitions, loop->step, &op, &by);
}

const struct ir_var *
loop_counter_step(struct definitions *definitions, const struct ir_stmt *loop, int64_t *by)
{
	enum ir_op op;
	const struct ir_var *counter = stepped_variable(definitions, loop->step, &op, by);
	if (!counter || (op != IR_ADD && op != IR_SUB))
		return NULL;
	*by = op == IR_SUB ? -*by : *by;
	return counter;
}
