/* Expressions. */
#include <math.h>

#include "eval/language/access.h"
#include "eval/order/block_order.h"
#include "eval/state/machine.h"

#include "eval/language/bit_field.h"
#include "eval/language/call.h"
#include "eval/language/expr_choice.h"
#include "eval/language/fma_contraction.h"
#include "eval/state/count.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "ir/assigns.h"
#include "ir/integer.h"

static const struct ir_type size_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8, .align = 8, .name = "long"};

static struct value
unsupported(struct machine *m, const struct ir_expr *expr, const char *what)
{
	return value_unknown(m, expr->type, machine_reason(m, REASON_UNSUPPORTED, expr->loc, what));
}

static struct variable *
register_of(struct machine *m, const struct ir_expr *address)
{
	if (address->kind != IR_VAR || !is_register(address->var))
		return NULL;
	return &m->frame->slots[address->var->slot].variable;
}

/* The value of an operand that is complete before another operand runs, which may write the variable that it was
 * read from. */
static struct value
complete(struct machine *m, struct value v, const struct ir_expr *operand, const struct ir_expr *then)
{
	const struct ir_expr *read = ir_without_conversions(operand);
	if (read->kind != IR_LOAD || read->a->kind != IR_VAR ||
	    !ir_assigns((struct ir_node){.expr = then}, read->a->var))
		return v;
	return value_keep(m, v);
}

/* The result of an assignment; for a bit field, the part of the number that the field holds. */
static struct value
assigned(struct machine *m, const struct ir_expr *assignment, struct value number, const struct ir_field *field)
{
	if (!field || m->statement == assignment)
		return number;
	return bit_field_kept(m, number, field, assignment->type->is_signed);
}

static struct value
load(struct machine *m, const struct ir_expr *site, const struct ir_expr *address, const struct ir_type *type)
{
	struct variable *v = register_of(m, address);
	if (v)
		return variable_read(m, v, type, address->var->loc, address->var->name);
	const struct value at = eval_expr(m, address);
	const struct ir_field *field = bit_field_at(address);
	const struct value unit = access_load(m, site, field ? site->type : type, at);
	return field ? bit_field_read(m, unit, field, type->is_signed) : unit;
}

static struct value
eval_store(struct machine *m, const struct ir_expr *expr)
{
	struct variable *v = register_of(m, expr->a);
	if (v) {
		const struct value new = eval_expr(m, expr->b);
		if (!mask_empty(&m->active.may))
			variable_write(m, v, new);
		return new;
	}
	const struct value new = complete(m, eval_expr(m, expr->b), expr->b, expr->a);
	const struct value at = eval_expr(m, expr->a);
	const struct ir_field *field = bit_field_at(expr->a);
	if (field)
		bit_field_store(m, expr, at, bit_field_load_to_store(m, expr, at), new, field);
	else
		access_store(m, expr, expr->type, at, new);
	return assigned(m, expr, new, field);
}

/* Evaluates an operand of the operation. On the device, a floating-point product also yields its factors. A product
 * that goes into a sum is counted as part of the sum. */
static struct value
eval_operand(struct machine *m, const struct ir_expr *e, enum ir_op of, struct factors *factors)
{
	*factors = (struct factors){.has = m->on_device && e->kind == IR_BINARY && e->op == IR_MUL &&
	                                   e->type->kind == IR_TYPE_FLOAT};
	if (!factors->has)
		return eval_expr(m, e);
	m->budget.steps++;
	factors->x = eval_expr(m, e->a);
	factors->y = eval_expr(m, e->b);
	const struct value product = value_binary(m, IR_MUL, e->type, factors->x, factors->y);
	if (of != IR_ADD && of != IR_SUB)
		count_operator(m, IR_MUL, e->type);
	return product;
}

/* On the host the program ends there; on the device the result is undefined. type: of the computation. */
static bool
divides_by_zero(enum ir_op op, const struct ir_type *type, const struct value *divisor)
{
	int64_t number;
	return (op == IR_DIV || op == IR_REM) && type->kind == IR_TYPE_INT && value_is_constant(divisor, &number) &&
	       !number;
}

static struct value
value_of_division_by_zero(struct machine *m, const struct ir_expr *expr)
{
	return value_unknown(m, expr->type, machine_reason(m, REASON_DIVISION, expr->loc, ""));
}

static struct value
updated(struct machine *m, const struct ir_expr *expr, struct value old, struct value operand,
        const struct factors *of_operand)
{
	if (expr->type->kind == IR_TYPE_POINTER) {
		const struct value moved = value_offset(m, old, operand, expr->op == IR_SUB ? -1 : 1);
		count_operator(m, expr->op, expr->type);
		return moved;
	}
	const struct ir_type *type = expr->compute_type ? expr->compute_type : expr->type;
	if (divides_by_zero(expr->op, type, &operand))
		return value_of_division_by_zero(m, expr);
	const struct value operands[2] = {value_convert(m, type, expr->type, old), operand};
	const struct factors factors[2] = {{.has = false}, *of_operand};
	const struct value v = fma_contract_sum(
		m, expr->op, type, value_binary(m, expr->op, type, operands[0], operand), operands, factors);
	count_operator(m, expr->op, type);
	return value_convert(m, expr->type, type, v);
}

static struct value
eval_update(struct machine *m, const struct ir_expr *expr)
{
	struct factors factors;
	const struct value operand = eval_operand(m, expr->b, expr->op, &factors);
	struct variable *v = register_of(m, expr->a);
	if (v) {
		struct value old = variable_read(m, v, expr->type, expr->a->var->loc, expr->a->var->name);
		const struct value new = updated(m, expr, old, operand, &factors);
		if (expr->post)
			old = value_keep(m, old);
		if (!mask_empty(&m->active.may))
			variable_write(m, v, new);
		return expr->post ? old : new;
	}
	const struct value at = eval_expr(m, expr->a);
	const struct ir_field *field = bit_field_at(expr->a);
	const struct value unit = access_load(m, expr, expr->type, at);
	struct value old = field ? bit_field_read(m, unit, field, expr->type->is_signed) : unit;
	const struct value new = updated(m, expr, old, operand, &factors);
	if (expr->post)
		old = value_keep(m, old);
	if (field)
		bit_field_store(m, expr, at, unit, new, field);
	else
		access_store(m, expr, expr->type, at, new);
	return expr->post ? old : assigned(m, expr, new, field);
}

static struct value
eval_special(struct machine *m, const struct ir_expr *expr)
{
	if (expr->special == IR_WARP_SIZE)
		return value_integer(m, 32);
	if (!m->on_device)
		return unsupported(m, expr, ir_special_text(expr->special));
	return m->block.special[expr->special];
}

static struct value
eval_string(struct machine *m, const struct ir_expr *expr)
{
	struct object *object = program_object_of(m->program, expr);
	if (!object) {
		object = memory_new(m->memory, m->on_device ? OBJECT_CONSTANT : OBJECT_HOST, expr->length + 1, "");
		object->loc = expr->loc;
		memory_zero(m->memory, object);
		for (size_t i = 0; i < expr->length; i++)
			memory_write(m->memory, object, (int64_t)i, 1, (uint8_t)expr->text[i]);
		program_set_object_of(m->program, expr, object);
	}
	return value_address(m, object, 0);
}

static struct value
eval_func_address(struct machine *m, const struct ir_expr *expr)
{
	struct object *object = program_object_of(m->program, expr->func);
	if (!object) {
		object = memory_new(m->memory, OBJECT_FUNCTION, 1, expr->func->name);
		object->func = expr->func;
		program_set_object_of(m->program, expr->func, object);
	}
	return value_address(m, object, 0);
}

static struct value
eval_args_call(struct machine *m, const struct ir_expr *expr, const struct ir_func *func)
{
	struct value *args = arena_alloc(&m->scratch, (expr->arg_count + 1) * sizeof *args);
	for (uint32_t i = 0; i < expr->arg_count; i++)
		args[i] = eval_expr(m, expr->args[i]);
	return eval_call(m, expr, func, args, expr->arg_count);
}

static struct value
eval_float(struct machine *m, const struct ir_expr *expr)
{
	const double rounded = real_round(expr->real, expr->type);
	return value_real(m, rounded);
}

static struct value
eval_copy(struct machine *m, const struct ir_expr *expr)
{
	const struct value from = eval_expr(m, expr->b), to = eval_expr(m, expr->a);
	access_copy(m, expr, expr->type, to, from);
	return to;
}

static struct value
eval_zero(struct machine *m, const struct ir_expr *expr)
{
	const struct value at = eval_expr(m, expr->a);
	access_zero(m, expr->type, at);
	return at;
}

static struct value
eval_offset(struct machine *m, const struct ir_expr *expr)
{
	const struct value base = complete(m, eval_expr(m, expr->a), expr->a, expr->b), index = eval_expr(m, expr->b);
	return value_offset(m, base, index, expr->scale);
}

static struct value
eval_field(struct machine *m, const struct ir_expr *expr)
{
	const struct value base = eval_expr(m, expr->a);
	const int64_t bytes = (int64_t)expr->field->offset;
	return bytes ? value_offset(m, base, value_integer(m, bytes), 1) : base;
}

static struct value
eval_pointer_diff(struct machine *m, const struct ir_expr *expr)
{
	const struct value a = eval_expr(m, expr->a), b = eval_expr(m, expr->b);
	const struct value bytes = value_binary(m, IR_SUB, &size_type, a, b);
	return expr->scale > 1 ? value_binary(m, IR_DIV, &size_type, bytes, value_integer(m, expr->scale)) : bytes;
}

static struct value
eval_unary(struct machine *m, const struct ir_expr *expr)
{
	const struct value operand = eval_expr(m, expr->a);
	const struct value v = value_unary(m, expr->op, expr->op == IR_NOT ? expr->a->type : expr->type, operand);
	count_operator(m, expr->op, expr->type);
	return v;
}

/* A conversion between integers and floating point is an instruction. */
static struct value
eval_conversion(struct machine *m, const struct ir_expr *expr)
{
	const enum ir_type_kind to = expr->type->kind, from = expr->a->type->kind;
	const struct value v = value_convert(m, expr->type, expr->a->type, eval_expr(m, expr->a));
	if ((to == IR_TYPE_FLOAT && from == IR_TYPE_INT) || (to == IR_TYPE_INT && from == IR_TYPE_FLOAT))
		count_operator(m, expr->op, expr->type);
	return v;
}

static bool
is_literal(const struct ir_expr *e)
{
	return ir_without_conversions(e)->kind == IR_INT;
}

/* Checks assumed numbers: a 32-bit product of them should not overflow. Products with a literal are exempt, because
 * hashes overflow on purpose. */
static void
check_product(struct machine *m, const struct ir_expr *expr, const struct value operands[2])
{
	int64_t a, b, product;
	if (!m->program->rehearsing || m->undo_log || expr->op != IR_MUL || expr->type->kind != IR_TYPE_INT ||
	    expr->type->size != 4 || is_literal(expr->a) || is_literal(expr->b) ||
	    !value_is_constant(&operands[0], &a) || !value_is_constant(&operands[1], &b))
		return;
	m->program->assumption_fails |=
		__builtin_mul_overflow(a, b, &product) || integer_wrap(product, expr->type) != product;
}

static struct value
eval_binary(struct machine *m, const struct ir_expr *expr)
{
	const bool is_relation = ir_is_comparison(expr->op), in_order = expr->op == IR_SHL || expr->op == IR_SHR;
	const size_t taken = m->program->environment.taken_count;
	struct value operands[2];
	struct factors factors[2];
	operands[0] = eval_operand(m, expr->a, expr->op, &factors[0]);
	if (in_order)
		operands[0] = complete(m, operands[0], expr->a, expr->b);
	operands[1] = eval_operand(m, expr->b, expr->op, &factors[1]);
	if (divides_by_zero(expr->op, expr->type, &operands[1]))
		return value_of_division_by_zero(m, expr);
	if (is_relation && m->program->environment.taken_count > taken)
		environment_resolve(m, expr, taken);
	check_product(m, expr, operands);
	const struct value v =
		value_binary(m, expr->op, is_relation ? expr->a->type : expr->type, operands[0], operands[1]);
	count_operator(m, expr->op, is_relation ? expr->a->type : expr->type);
	return fma_contract_sum(m, expr->op, expr->type, v, operands, factors);
}

static struct value
eval_statements(struct machine *m, const struct ir_expr *expr)
{
	if (expr->body)
		eval_stmt(m, expr->body);
	return expr->a ? eval_expr(m, expr->a) : value_integer(m, 0);
}

static void
forget_shared(struct machine *m, uint32_t reason)
{
	for (size_t i = 0; m->on_device && i < m->memory->shared_count; i++)
		access_forget(m, value_address(m, m->memory->shared[i], 0), UINT32_MAX, reason);
}

/* Assembly addresses shared memory by 32-bit numbers, and other memory by pointers that it is given. */
static struct value
eval_unknown(struct machine *m, const struct ir_expr *expr)
{
	const uint32_t reason = machine_reason(m, REASON_UNSUPPORTED, expr->loc, expr->text);
	if (expr->is_assembly)
		count_assembly(m, expr);
	else
		machine_forget_time(m, reason);
	if (expr->accesses_memory)
		forget_shared(m, reason);
	order_hidden(m);
	for (uint32_t i = 0; i < expr->arg_count; i++) {
		const struct value argument = eval_expr(m, expr->args[i]);
		if (expr->args[i]->type->kind == IR_TYPE_POINTER)
			access_forget(m, argument, UINT32_MAX, reason);
	}
	return value_unknown(m, expr->type, reason);
}

/* An approximation is one instruction sequence: the function that it approximates is not counted. */
static struct value
eval_counted_builtin(struct machine *m, const struct ir_expr *expr)
{
	const struct work before = m->duration.work;
	const struct value result = eval_builtin(m, expr);
	if (expr->builtin == IR_BUILTIN___gl_approximate)
		m->duration.work = before;
	count_builtin(m, expr);
	return result;
}

struct value
eval_expr(struct machine *m, const struct ir_expr *expr)
{
	machine_count_step(m);
	switch (expr->kind) {
	case IR_INT: return value_integer(m, expr->integer);
	case IR_FLOAT: return eval_float(m, expr);
	case IR_STRING: return eval_string(m, expr);
	case IR_VAR: return value_address(m, object_of_variable(m, expr->var), 0);
	case IR_FUNC: return eval_func_address(m, expr);
	case IR_SPECIAL: return eval_special(m, expr);
	case IR_LOAD: return load(m, expr, expr->a, expr->type);
	case IR_STORE: return eval_store(m, expr);
	case IR_UPDATE: return eval_update(m, expr);
	case IR_COPY: return eval_copy(m, expr);
	case IR_ZERO: return eval_zero(m, expr);
	case IR_OFFSET: return eval_offset(m, expr);
	case IR_FIELD: return eval_field(m, expr);
	case IR_POINTER_DIFF: return eval_pointer_diff(m, expr);
	case IR_UNARY: return eval_unary(m, expr);
	case IR_BINARY: return eval_binary(m, expr);
	case IR_AND:
	case IR_OR: return eval_logical(m, expr);
	case IR_CONDITIONAL: return eval_conditional(m, expr);
	case IR_COMMA: eval_expr(m, expr->a); return eval_expr(m, expr->b);
	case IR_CONVERT: return eval_conversion(m, expr);
	case IR_CALL: return eval_args_call(m, expr, expr->func);
	case IR_CALL_POINTER: return eval_call_pointer(m, expr);
	case IR_BUILTIN: return eval_counted_builtin(m, expr);
	case IR_LAUNCH:
		order_unseen(m);
		eval_launch(m, expr);
		return value_integer(m, 0);
	case IR_STATEMENTS: return eval_statements(m, expr);
	case IR_UNKNOWN: return eval_unknown(m, expr);
	}
	return unsupported(m, expr, "an expression");
}
