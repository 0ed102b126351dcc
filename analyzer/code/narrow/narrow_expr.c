/* What expressions and statements need of each other. */
#include "code/narrow/narrow_internal.h"

/* An address that is kept, or compared: what is done there is not followed, but floating-point numbers and records are seldom
 * taken apart unless they are taken for something else. */
static void
read_kept_address(struct narrow_reader *r, const struct ir_expr *e)
{
	struct narrow_place place;
	narrow_read_address(r, e);
	if (!narrow_place_of(r->needs->func, e, &place))
		return;
	if (place.element->kind != IR_TYPE_INT && !place.is_seen_otherwise)
		narrow_need_bits(r, place.var, ALL_BITS);
	else
		narrow_doubt_var(r, place.var);
}

static void
read_return(struct narrow_reader *r, const struct ir_expr *e)
{
	struct narrow_place place;
	const uint64_t result = r->needs->result;
	if (r->needs->func->result->kind != IR_TYPE_RECORD) {
		narrow_read_expr(r, e, result);
		return;
	}
	const struct narrow_need need = {.bits = ALL_BITS, .is_doubted = !result};
	if (narrow_place_of(r->needs->func, e, &place))
		narrow_need_as(r, &place, r->needs->func->result, &need);
	else if (need.is_doubted)
		narrow_doubt_all(r, e);
	narrow_read_address(r, e);
}

/* Of a statement that is an expression nobody needs the value; but what is only loaded is for those to tell who leave out
 * what is not used. */
static void
read_statement(struct narrow_reader *r, const struct ir_expr *e)
{
	const bool is_call = e->kind == IR_CALL && e->type->kind != IR_TYPE_RECORD;
	narrow_read_expr(r, e, is_call || e->kind == IR_STORE || e->kind == IR_UPDATE || e->kind == IR_COMMA ? 0 : ALL_BITS);
}

static bool
is_address(const struct ir_expr *e)
{
	return e->kind == IR_VAR || e->kind == IR_FIELD || e->kind == IR_OFFSET ||
	       (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_POINTER) ||
	       (e->kind == IR_LOAD && e->type->kind == IR_TYPE_POINTER && e->a->kind == IR_VAR);
}

static void
read_kind(struct narrow_reader *r, const struct ir_expr *e, uint64_t bits)
{
	struct narrow_operands operands;
	if (is_address(e)) {
		read_kept_address(r, e);
		return;
	}
	switch (e->kind) {
	case IR_LOAD:
		narrow_read_load(r, e, e->a, bits);
		break;
	case IR_BUILTIN:
		narrow_read_builtin(r, e, bits);
		break;
	case IR_STORE: case IR_UPDATE:
		narrow_read_store(r, e, bits);
		break;
	case IR_COPY:
		narrow_read_copy(r, e);
		break;
	case IR_ZERO:
		narrow_read_address(r, e->a);
		break;
	case IR_CALL:
		narrow_read_call(r, e, bits);
		break;
	case IR_CALL_POINTER: case IR_UNKNOWN:
		if (e->a)
			narrow_read_expr(r, e->a, ALL_BITS);
		for (uint32_t i = 0; i < e->arg_count; i++)
			narrow_read_given(r, e->args[i]);
		break;
	case IR_UNARY:
		narrow_read_expr(r, e->a, narrow_operand(e->op, e->type, bits));
		break;
	case IR_BINARY:
		operands = narrow_operands_of(r->values, e, bits);
		narrow_read_expr(r, e->a, operands.a);
		narrow_read_expr(r, e->b, operands.b);
		break;
	case IR_CONVERT:
		narrow_read_expr(r, e->a, narrow_converted(e, bits));
		break;
	case IR_CONDITIONAL:
		narrow_read_expr(r, e->a, ALL_BITS);
		narrow_read_expr(r, e->b, bits);
		narrow_read_expr(r, e->c, bits);
		break;
	case IR_COMMA:
		read_statement(r, e->a);
		narrow_read_expr(r, e->b, bits);
		break;
	default:
		narrow_read_parts(r, (struct ir_node){.expr = e});
		break;
	}
}

/* Addresses of code fit in half of a pointer. */
static bool
is_of_function(const struct ir_type *type)
{
	return type && type->kind == IR_TYPE_POINTER && type->element && type->element->kind == IR_TYPE_FUNCTION;
}

void
narrow_read_expr(struct narrow_reader *r, const struct ir_expr *e, uint64_t bits)
{
	r->lost |= r->depth > IR_DEEPEST;
	if (!e || r->lost)
		return;
	if (r->tells && e->kind == IR_LOAD && is_of_function(e->type))
		pointer_set_add(&r->narrow->loads, e);
	r->depth++;
	read_kind(r, e, possible_is_decided(r->values, e) ? 0 : bits);
	r->depth--;
}

void
narrow_read_parts(struct narrow_reader *r, struct ir_node whole)
{
	struct ir_parts parts = ir_parts_of(whole);
	r->lost |= r->depth > IR_DEEPEST;
	if (r->lost)
		return;
	const enum ir_stmt_kind kind = whole.stmt ? whole.stmt->kind : IR_STMT_UNKNOWN;
	r->depth++;
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (!part.expr)
			narrow_read_parts(r, part);
		else if (kind == IR_STMT_RETURN)
			read_return(r, part.expr);
		else if (kind == IR_STMT_EXPR || (kind == IR_STMT_LOOP && part.expr == whole.stmt->step))
			read_statement(r, part.expr);
		else
			narrow_read_expr(r, part.expr, ALL_BITS);
	}
	r->depth--;
}
