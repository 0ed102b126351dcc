/* Expressions; see bytecode_code.h. Operands are evaluated in the order of the tree evaluator: a store's value
 * before its address, arguments from the left. */
#include "analysis/effects.h"
#include "eval/bytecode/bytecode_compile.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"

/* The left operand, in a register that evaluating the right one does not change. */
static bytecode_register
left_operand(struct bytecode_compiler *c, const struct ir_expr *e)
{
	return bytecode_stable(c, bytecode_expr(c, e->a, NO_REGISTER), e->b);
}

/* ---- conditions ---- */

/* A comparison of integers is one jump instruction. */
static void
jump_compare(struct bytecode_compiler *c, const struct ir_expr *e, uint32_t label, bool sense)
{
	const bytecode_register a = left_operand(c, e), b = bytecode_expr(c, e->b, NO_REGISTER);
	const bool sign = bytecode_is_signed(e->a->type);
	const enum bytecode_op less = sign ? BYTECODE_JUMP_LT_S : BYTECODE_JUMP_LT_U;
	const enum bytecode_op less_equal = sign ? BYTECODE_JUMP_LE_S : BYTECODE_JUMP_LE_U;
	switch (e->op) {
	case IR_LT: sense ? bytecode_jump(c, less, a, b, label) : bytecode_jump(c, less_equal, b, a, label); break;
	case IR_GE: sense ? bytecode_jump(c, less_equal, b, a, label) : bytecode_jump(c, less, a, b, label); break;
	case IR_GT: sense ? bytecode_jump(c, less, b, a, label) : bytecode_jump(c, less_equal, a, b, label); break;
	case IR_LE: sense ? bytecode_jump(c, less_equal, a, b, label) : bytecode_jump(c, less, b, a, label); break;
	default: bytecode_jump(c, (e->op == IR_EQ) == sense ? BYTECODE_JUMP_EQ : BYTECODE_JUMP_NE, a, b, label); break;
	}
}

void
bytecode_jump_if(struct bytecode_compiler *c, const struct ir_expr *e, uint32_t label, bool sense)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL && !bytecode_is_real(e->a->type))
		e = e->a;
	if (c->refused || ++c->nesting > DEEPEST_NESTING) {
		bytecode_refuse(c, "nested too deeply");
		return;
	}
	const unsigned registers = c->next_register;
	if (e->kind == IR_INT) {
		if ((e->integer != 0) == sense)
			bytecode_jump(c, BYTECODE_JUMP, 0, 0, label);
	} else if (e->kind == IR_UNARY && e->op == IR_NOT && !bytecode_is_real(e->a->type)) {
		bytecode_jump_if(c, e->a, label, !sense);
	} else if (e->kind == IR_AND || e->kind == IR_OR) {
		/* One operand may decide the condition: a false one decides an `and`. */
		if ((e->kind == IR_OR) == sense) {
			bytecode_jump_if(c, e->a, label, sense);
			c->conditional++;
			bytecode_jump_if(c, e->b, label, sense);
			c->conditional--;
		} else {
			const uint32_t settled = bytecode_label(c);
			bytecode_jump_if(c, e->a, settled, !sense);
			c->conditional++;
			bytecode_jump_if(c, e->b, label, sense);
			c->conditional--;
			bytecode_bind_label(c, settled);
		}
	} else if (e->kind == IR_BINARY && ir_is_comparison(e->op) && !bytecode_is_real(e->a->type)) {
		jump_compare(c, e, label, sense);
	} else {
		bytecode_register value = bytecode_expr(c, e, NO_REGISTER);
		if (bytecode_is_real(e->type)) {
			const bytecode_register truth = bytecode_temporary(c);
			bytecode_emit(c, BYTECODE_NE_F, truth, value, bytecode_integer(c, 0));
			value = truth;
		}
		bytecode_jump(c, sense ? BYTECODE_JUMP_NONZERO : BYTECODE_JUMP_ZERO, value, 0, label);
	}
	c->next_register = registers;
	c->nesting--;
}

static bytecode_register
truth_of(struct bytecode_compiler *c, const struct ir_expr *e)
{
	const bytecode_register d = bytecode_temporary(c);
	const uint32_t no = bytecode_label(c), end = bytecode_label(c);
	bytecode_jump_if(c, e, no, false);
	bytecode_emit(c, BYTECODE_MOVE, d, bytecode_integer(c, 1), 0);
	bytecode_jump(c, BYTECODE_JUMP, 0, 0, end);
	bytecode_bind_label(c, no);
	bytecode_emit(c, BYTECODE_MOVE, d, bytecode_integer(c, 0), 0);
	bytecode_bind_label(c, end);
	return d;
}

static bytecode_register
conditional(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const bool void_type = e->type->kind == IR_TYPE_VOID;
	const bytecode_register d = void_type ? bytecode_integer(c, 0) : bytecode_destination(c, want);
	const uint32_t otherwise = bytecode_label(c), end = bytecode_label(c);
	bytecode_jump_if(c, e->a, otherwise, false);
	c->conditional++;
	void_type ? bytecode_effects(c, e->b) : bytecode_into(c, e->b, d);
	bytecode_jump(c, BYTECODE_JUMP, 0, 0, end);
	bytecode_bind_label(c, otherwise);
	void_type ? bytecode_effects(c, e->c) : bytecode_into(c, e->c, d);
	bytecode_bind_label(c, end);
	c->conditional--;
	return d;
}

/* ---- all expressions ---- */

static bytecode_register
unary(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const bytecode_register a = bytecode_expr(c, e->a, NO_REGISTER), d = bytecode_destination(c, want);
	const bool real = bytecode_is_real(e->op == IR_NOT ? e->a->type : e->type);
	switch (e->op) {
	case IR_NOT: bytecode_emit(c, real ? BYTECODE_EQ_F : BYTECODE_EQ, d, a, bytecode_integer(c, 0)); break;
	case IR_NEG:
		if (real)
			bytecode_emit(c, BYTECODE_NEGATE_F, d, a, 0);
		else
			bytecode_arithmetic(c, IR_SUB, e->type, d, bytecode_integer(c, 0), a);
		break;
	default:
		bytecode_emit(c, BYTECODE_XOR, d, a, bytecode_integer(c, -1));
		bytecode_wrap(c, e->type, d, d);
		break;
	}
	return d;
}

static bytecode_register
binary(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const bytecode_register a = left_operand(c, e), b = bytecode_expr(c, e->b, NO_REGISTER),
				d = bytecode_destination(c, want);
	if (ir_is_comparison(e->op))
		bytecode_compare(c, e->op, e->a->type, d, a, b);
	else
		bytecode_arithmetic(c, e->op, e->type, d, a, b);
	return d;
}

static bytecode_register
pointer_difference(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const bytecode_register a = left_operand(c, e), b = bytecode_expr(c, e->b, NO_REGISTER),
				d = bytecode_destination(c, want);
	bytecode_emit(c, BYTECODE_SUB_64, d, a, b);
	if (e->scale > 1)
		bytecode_emit(c, BYTECODE_DIV_I64, d, d, bytecode_integer(c, e->scale));
	return d;
}

static bytecode_register
copy_record(struct bytecode_compiler *c, const struct ir_expr *e)
{
	const struct bytecode_address source = bytecode_address_of(c, e->b);
	const bytecode_register from = bytecode_stable(c, bytecode_one_register(c, &source, NO_REGISTER), e->a);
	const struct bytecode_address target = bytecode_address_of(c, e->a);
	const bytecode_register to = bytecode_one_register(c, &target, NO_REGISTER);
	bytecode_copy(c, e->type, to, from);
	return to;
}

/* An expression without operands that the tree evaluator evaluates: the address of a string or function. */
static bytecode_register
evaluated(struct bytecode_compiler *c, const struct ir_expr *e)
{
	int64_t number;
	const struct value value = eval_expr(c->m, e);
	return value_is_constant(&value, &number) ? bytecode_integer(c, number) : bytecode_unknown(c, NO_REGISTER);
}

static bytecode_register
dispatch(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	switch (e->kind) {
	case IR_INT: return bytecode_integer(c, e->integer);
	case IR_FLOAT: return bytecode_constant(c, (union lane){.real = real_round(e->real, e->type)});
	case IR_STRING:
	case IR_FUNC: return evaluated(c, e);
	case IR_VAR:
		if (is_register(e->var))
			bytecode_refuse(c, "the address of a register");
		return bytecode_variable(c, e->var);
	case IR_SPECIAL: return e->special == IR_WARP_SIZE ? bytecode_integer(c, 32) : bytecode_unknown(c, want);
	case IR_LOAD: return bytecode_load_value(c, e, want);
	case IR_STORE: return bytecode_assign(c, e);
	case IR_UPDATE: return bytecode_update(c, e, true);
	case IR_COPY: return copy_record(c, e);
	case IR_ZERO: {
		const bytecode_register at = bytecode_expr(c, e->a, NO_REGISTER);
		bytecode_zero(c, e->type, at);
		return at;
	}
	case IR_OFFSET:
	case IR_FIELD: {
		const struct bytecode_address address = bytecode_address_of(c, e);
		return bytecode_one_register(c, &address, want);
	}
	case IR_POINTER_DIFF: return pointer_difference(c, e, want);
	case IR_UNARY: return unary(c, e, want);
	case IR_BINARY: return binary(c, e, want);
	case IR_AND:
	case IR_OR: return truth_of(c, e);
	case IR_CONDITIONAL: return conditional(c, e, want);
	case IR_COMMA: bytecode_effects(c, e->a); return bytecode_expr(c, e->b, want);
	case IR_CONVERT: return bytecode_convert(c, e->type, e->a->type, bytecode_expr(c, e->a, NO_REGISTER), want);
	case IR_CALL: return bytecode_call(c, e, want);
	case IR_CALL_POINTER: return bytecode_call_pointer(c, e, want);
	case IR_BUILTIN: return bytecode_builtin(c, e, want);
	case IR_LAUNCH: bytecode_refuse(c, "a launch"); return bytecode_integer(c, 0);
	case IR_STATEMENTS:
		if (e->body)
			bytecode_block(c, e->body);
		return e->a ? bytecode_expr(c, e->a, want) : bytecode_integer(c, 0);
	case IR_UNKNOWN:
		for (uint32_t i = 0; i < e->arg_count; i++)
			bytecode_effects(c, e->args[i]);
		return bytecode_unknown(c, want);
	}
	return bytecode_unknown(c, want);
}

bytecode_register
bytecode_expr(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	if (c->refused || ++c->nesting > DEEPEST_NESTING) {
		bytecode_refuse(c, "nested too deeply");
		return FIRST_INPUT;
	}
	const bytecode_register result = dispatch(c, e, want);
	c->nesting--;
	return result;
}

void
bytecode_into(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register d)
{
	const bytecode_register value = bytecode_expr(c, e, d);
	if (value != d)
		bytecode_emit(c, BYTECODE_MOVE, d, value, 0);
}

void
bytecode_effects(struct bytecode_compiler *c, const struct ir_expr *e)
{
	const unsigned registers = c->next_register;
	if (e->kind == IR_UPDATE)
		bytecode_update(c, e, false);
	else
		bytecode_expr(c, e, NO_REGISTER);
	c->next_register = registers;
}
