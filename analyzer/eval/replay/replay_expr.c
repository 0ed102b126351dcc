/* Expressions; see replay_code.h. Operands are evaluated in the order in which the tree is walked: the value of a store
 * before its address, arguments from the left. */
#include "code/effects.h"
#include "eval/replay/replay_compile.h"

/* ---- conditions ---- */

/* A comparison of integers is a jump by itself. */
static void
jump_compare(struct replay_compiler *c, const struct ir_expr *e, uint32_t label, bool sense)
{
	replay_register a = replay_expr(c, e->a, NO_REGISTER);
	a = replay_steady(c, a, e->b);
	const replay_register b = replay_expr(c, e->b, NO_REGISTER);
	const bool sign = replay_is_signed(e->a->type);
	const enum replay_op less = sign ? REPLAY_JUMP_LT_S : REPLAY_JUMP_LT_U;
	const enum replay_op less_equal = sign ? REPLAY_JUMP_LE_S : REPLAY_JUMP_LE_U;
	switch (e->op) {
	case IR_LT: sense ? replay_jump(c, less, a, b, label) : replay_jump(c, less_equal, b, a, label); break;
	case IR_GE: sense ? replay_jump(c, less_equal, b, a, label) : replay_jump(c, less, a, b, label); break;
	case IR_GT: sense ? replay_jump(c, less, b, a, label) : replay_jump(c, less_equal, a, b, label); break;
	case IR_LE: sense ? replay_jump(c, less_equal, a, b, label) : replay_jump(c, less, b, a, label); break;
	default: replay_jump(c, (e->op == IR_EQ) == sense ? REPLAY_JUMP_EQ : REPLAY_JUMP_NE, a, b, label); break;
	}
}

void
replay_jump_if(struct replay_compiler *c, const struct ir_expr *e, uint32_t label, bool sense)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL && !replay_is_real(e->a->type))
		e = e->a;
	if (c->refused || ++c->nesting > DEEPEST_NESTING) {
		replay_refuse(c, "nested too deeply");
		return;
	}
	const unsigned registers = c->next_register;
	if (e->kind == IR_INT) {
		if ((e->integer != 0) == sense)
			replay_jump(c, REPLAY_JUMP, 0, 0, label);
	} else if (e->kind == IR_UNARY && e->op == IR_NOT && !replay_is_real(e->a->type)) {
		replay_jump_if(c, e->a, label, !sense);
	} else if (e->kind == IR_AND || e->kind == IR_OR) {
		/* One operand may settle it: of an `and`, when it is false. */
		if ((e->kind == IR_OR) == sense) {
			replay_jump_if(c, e->a, label, sense);
			c->conditional++;
			replay_jump_if(c, e->b, label, sense);
			c->conditional--;
		} else {
			const uint32_t settled = replay_label(c);
			replay_jump_if(c, e->a, settled, !sense);
			c->conditional++;
			replay_jump_if(c, e->b, label, sense);
			c->conditional--;
			replay_place_label(c, settled);
		}
	} else if (e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_NE && !replay_is_real(e->a->type)) {
		jump_compare(c, e, label, sense);
	} else {
		replay_register value = replay_expr(c, e, NO_REGISTER);
		if (replay_is_real(e->type)) {
			const replay_register truth = replay_temporary(c);
			replay_emit(c, REPLAY_NE_F, truth, value, replay_integer(c, 0));
			value = truth;
		}
		replay_jump(c, sense ? REPLAY_JUMP_NONZERO : REPLAY_JUMP_ZERO, value, 0, label);
	}
	c->next_register = registers;
	c->nesting--;
}

static replay_register
truth_of(struct replay_compiler *c, const struct ir_expr *e)
{
	const replay_register d = replay_temporary(c);
	const uint32_t no = replay_label(c), end = replay_label(c);
	replay_jump_if(c, e, no, false);
	replay_emit(c, REPLAY_MOVE, d, replay_integer(c, 1), 0);
	replay_jump(c, REPLAY_JUMP, 0, 0, end);
	replay_place_label(c, no);
	replay_emit(c, REPLAY_MOVE, d, replay_integer(c, 0), 0);
	replay_place_label(c, end);
	return d;
}

static replay_register
conditional(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const bool void_type = e->type->kind == IR_TYPE_VOID;
	const replay_register d = void_type ? replay_integer(c, 0) : replay_destination(c, want);
	const uint32_t otherwise = replay_label(c), end = replay_label(c);
	replay_jump_if(c, e->a, otherwise, false);
	c->conditional++;
	void_type ? replay_effects(c, e->b) : replay_into(c, e->b, d);
	replay_jump(c, REPLAY_JUMP, 0, 0, end);
	replay_place_label(c, otherwise);
	void_type ? replay_effects(c, e->c) : replay_into(c, e->c, d);
	replay_place_label(c, end);
	c->conditional--;
	return d;
}

/* ---- all together ---- */

static replay_register
unary(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const replay_register a = replay_expr(c, e->a, NO_REGISTER), d = replay_destination(c, want);
	const bool real = replay_is_real(e->op == IR_NOT ? e->a->type : e->type);
	switch (e->op) {
	case IR_NOT: replay_emit(c, real ? REPLAY_EQ_F : REPLAY_EQ, d, a, replay_integer(c, 0)); break;
	case IR_NEG:
		if (real)
			replay_emit(c, REPLAY_NEGATE_F, d, a, 0);
		else
			replay_arithmetic(c, IR_SUB, e->type, d, replay_integer(c, 0), a);
		break;
	default:
		replay_emit(c, REPLAY_XOR, d, a, replay_integer(c, -1));
		replay_wrap(c, e->type, d, d);
		break;
	}
	return d;
}

static replay_register
binary(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	replay_register a = replay_expr(c, e->a, NO_REGISTER);
	a = replay_steady(c, a, e->b);
	const replay_register b = replay_expr(c, e->b, NO_REGISTER), d = replay_destination(c, want);
	if (e->op >= IR_LT && e->op <= IR_NE)
		replay_compare(c, e->op, e->a->type, d, a, b);
	else
		replay_arithmetic(c, e->op, e->type, d, a, b);
	return d;
}

static replay_register
pointer_difference(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	replay_register a = replay_expr(c, e->a, NO_REGISTER);
	a = replay_steady(c, a, e->b);
	const replay_register b = replay_expr(c, e->b, NO_REGISTER), d = replay_destination(c, want);
	replay_emit(c, REPLAY_SUB_64, d, a, b);
	if (e->scale > 1)
		replay_emit(c, REPLAY_DIV_I64, d, d, replay_integer(c, e->scale));
	return d;
}

static replay_register
copy_record(struct replay_compiler *c, const struct ir_expr *e)
{
	const struct replay_address source = replay_address_of(c, e->b);
	const replay_register from = replay_steady(c, replay_one_register(c, &source, NO_REGISTER), e->a);
	const struct replay_address target = replay_address_of(c, e->a);
	const replay_register to = replay_one_register(c, &target, NO_REGISTER);
	replay_copy(c, e->type, to, from);
	return to;
}

/* What another part of the evaluator makes of an expression without operands: the address of a string or function. */
static replay_register
evaluated(struct replay_compiler *c, const struct ir_expr *e)
{
	int64_t number;
	const struct value value = eval_expr(c->m, e);
	return value_is_constant(&value, &number) ? replay_integer(c, number) : replay_unknown(c, NO_REGISTER);
}

static replay_register
dispatch(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	switch (e->kind) {
	case IR_INT: return replay_integer(c, e->integer);
	case IR_FLOAT: return replay_constant(c, (union lane){.real = real_round(e->real, e->type)});
	case IR_STRING:
	case IR_FUNC: return evaluated(c, e);
	case IR_VAR:
		if (is_register(e->var))
			replay_refuse(c, "the address of a register");
		return replay_variable(c, e->var);
	case IR_SPECIAL: return e->special == IR_WARP_SIZE ? replay_integer(c, 32) : replay_unknown(c, want);
	case IR_LOAD: return replay_load_value(c, e, want);
	case IR_STORE: return replay_assign(c, e);
	case IR_UPDATE: return replay_update(c, e, true);
	case IR_COPY: return copy_record(c, e);
	case IR_ZERO: {
		const replay_register at = replay_expr(c, e->a, NO_REGISTER);
		replay_zero(c, e->type, at);
		return at;
	}
	case IR_OFFSET:
	case IR_FIELD: {
		const struct replay_address address = replay_address_of(c, e);
		return replay_one_register(c, &address, want);
	}
	case IR_POINTER_DIFF: return pointer_difference(c, e, want);
	case IR_UNARY: return unary(c, e, want);
	case IR_BINARY: return binary(c, e, want);
	case IR_AND:
	case IR_OR: return truth_of(c, e);
	case IR_CONDITIONAL: return conditional(c, e, want);
	case IR_COMMA: replay_effects(c, e->a); return replay_expr(c, e->b, want);
	case IR_CONVERT: return replay_convert(c, e->type, e->a->type, replay_expr(c, e->a, NO_REGISTER), want);
	case IR_CALL: return replay_call(c, e, want);
	case IR_CALL_POINTER: return replay_call_pointer(c, e, want);
	case IR_BUILTIN: return replay_builtin(c, e, want);
	case IR_LAUNCH: replay_refuse(c, "a launch"); return replay_integer(c, 0);
	case IR_STATEMENTS:
		if (e->body)
			replay_block(c, e->body);
		return e->a ? replay_expr(c, e->a, want) : replay_integer(c, 0);
	case IR_UNKNOWN:
		for (uint32_t i = 0; i < e->arg_count; i++)
			replay_effects(c, e->args[i]);
		return replay_unknown(c, want);
	}
	return replay_unknown(c, want);
}

replay_register
replay_expr(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	if (c->refused || ++c->nesting > DEEPEST_NESTING) {
		replay_refuse(c, "nested too deeply");
		return FIRST_INPUT;
	}
	const replay_register result = dispatch(c, e, want);
	c->nesting--;
	return result;
}

void
replay_into(struct replay_compiler *c, const struct ir_expr *e, replay_register d)
{
	const replay_register value = replay_expr(c, e, d);
	if (value != d)
		replay_emit(c, REPLAY_MOVE, d, value, 0);
}

void
replay_effects(struct replay_compiler *c, const struct ir_expr *e)
{
	const unsigned registers = c->next_register;
	if (e->kind == IR_UPDATE)
		replay_update(c, e, false);
	else
		replay_expr(c, e, NO_REGISTER);
	c->next_register = registers;
}
