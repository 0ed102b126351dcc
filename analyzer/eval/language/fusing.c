#include "eval/language/fusing.h"

#include <stdbool.h>
#include <stddef.h>

enum { LOP3_INPUTS = 3, DEEPEST = 4 };

/* What the instruction reads that yields an expression. */
struct inputs {
	const void *of[LOP3_INPUTS];
	unsigned count;
	int operations;              /* on bits, that the instruction does; 0: it is another one */
};

static const struct ir_var *
variable_of(const struct ir_expr *e)
{
	return e && e->kind == IR_LOAD && e->a->kind == IR_VAR ? e->a->var : NULL;
}

/* The same variable has the same name wherever it is read; nothing else does. */
static const void *
name_of(const struct ir_expr *e)
{
	const struct ir_var *variable = variable_of(e);
	return variable ? (const void *)variable : e;
}

static bool
is_binary(const struct ir_expr *e, enum ir_op op)
{
	return e && e->kind == IR_BINARY && e->op == op;
}

static bool
is_turned(const struct ir_expr *e)
{
	const struct ir_expr *a = ir_without_conversions(e->a), *b = ir_without_conversions(e->b);
	const bool both = (is_binary(a, IR_SHL) && is_binary(b, IR_SHR)) || (is_binary(a, IR_SHR) && is_binary(b, IR_SHL));
	return both && (e->op == IR_BIT_OR || e->op == IR_BIT_XOR || e->op == IR_ADD) &&
	       name_of(ir_without_conversions(a->a)) == name_of(ir_without_conversions(b->a));
}

static bool
is_of_bits(const struct ir_expr *e)
{
	if (e->kind == IR_UNARY)
		return e->op == IR_BIT_NOT;
	return e->kind == IR_BINARY && (e->op == IR_BIT_AND || e->op == IR_BIT_OR || e->op == IR_BIT_XOR) && !is_turned(e);
}

static bool
joined(const struct inputs *a, const struct inputs *b, struct inputs *both)
{
	*both = *a;
	for (unsigned i = 0; i < b->count; i++) {
		bool has = false;
		for (unsigned k = 0; k < both->count; k++)
			has |= both->of[k] == b->of[i];
		if (!has && both->count == LOP3_INPUTS)
			return false;
		if (!has)
			both->of[both->count++] = b->of[i];
	}
	both->operations += b->operations;
	return true;
}

static struct inputs
inputs_of(const struct ir_expr *operand, unsigned depth)
{
	const struct ir_expr *e = ir_without_conversions(operand);
	const struct inputs whole = {.of = {name_of(e)}, .count = e->kind != IR_INT};
	if (!is_of_bits(e) || depth == DEEPEST)
		return whole;
	struct inputs a = inputs_of(e->a, depth + 1), both;
	if (e->kind == IR_UNARY) {
		a.operations++;
		return a;
	}
	const struct inputs b = inputs_of(e->b, depth + 1);
	const struct inputs whole_a = {.of = {e->a}, .count = 1}, whole_b = {.of = {e->b}, .count = 1};
	if (!joined(&a, &b, &both) && !(a.operations && joined(&a, &whole_b, &both)) && !(b.operations && joined(&whole_a, &b, &both)))
		joined(&whole_a, &whole_b, &both);
	both.operations++;
	return both;
}

/* Those of the operands that go into the instruction are counted already; each of these is one, however many operations it does. */
static int
absorbed(const struct ir_expr *operand, const struct inputs *inputs)
{
	const struct inputs own = inputs_of(operand, 1);
	struct inputs both;
	return own.operations && joined(inputs, &own, &both) && both.count == inputs->count;
}

int
fused_operations(const struct ir_expr *operation)
{
	if (operation->kind == IR_BINARY && is_turned(operation))
		return 2;
	if (!is_of_bits(operation))
		return 0;
	const struct inputs inputs = inputs_of(operation, 0);
	return absorbed(operation->a, &inputs) + (operation->kind == IR_BINARY ? absorbed(operation->b, &inputs) : 0);
}
