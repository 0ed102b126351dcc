#include "code/narrow.h"

#include <stdlib.h>

#include "code/possible_values.h"
#include "code/unused/live.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { MOST_ROUNDS = 8 };

struct reader {
	struct pointer_set *loads;     /* NULL as long as it is not known what variables are needed for */
	const struct ir_func *func;
	const struct possible_values *values;
	uint64_t *needed;              /* bits of the function's own integers, by slot */
	bool *narrowed;                /* own records of which a member is needed in part, by slot */
	bool needs_known;              /* `needed` is; only then is it known of records */
	bool changed, lost;            /* lost: not all of the function could be read */
	unsigned depth;
};

static void read_expr(struct reader *r, const struct ir_expr *e, uint64_t bits);
static void read_parts(struct reader *r, struct ir_node whole);

static uint64_t
all_of(const struct ir_type *type)
{
	return type->kind != IR_TYPE_INT || type->size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * type->size) - 1;
}

/* Up to the highest of them: what carries into them. */
static uint64_t
and_below(uint64_t bits)
{
	return bits ? UINT64_MAX >> __builtin_clzll(bits) : 0;
}

/* A variable of the function's own that is an integer and whose address nobody has. */
static const struct ir_var *
own_integer(const struct reader *r, const struct ir_expr *address)
{
	const bool is_own = address->kind == IR_VAR && live_is_own(r->func, address->var);
	return is_own && address->var->type->kind == IR_TYPE_INT && !address->var->address_taken ? address->var : NULL;
}

/* A record of the function's own of which the address is a member, or NULL. */
static const struct ir_var *
own_record(const struct reader *r, const struct ir_expr *address)
{
	while (address->kind == IR_FIELD || address->kind == IR_OFFSET)
		address = address->a;
	const bool is_own = address->kind == IR_VAR && live_is_own(r->func, address->var);
	return is_own && address->var->type->kind == IR_TYPE_RECORD ? address->var : NULL;
}

static void
need(struct reader *r, const struct ir_var *var, uint64_t bits)
{
	r->changed |= (bits & ~r->needed[var->slot]) != 0;
	r->needed[var->slot] |= bits;
}

/* Whether half of its bytes, from the lowest or to the highest, or less are enough. */
static bool
is_narrow(const struct ir_type *type, uint64_t bits)
{
	const unsigned half = (unsigned)(8 * type->size / 2);
	return !bits || (type->size > 1 && type->size <= 8 && (!(bits >> half) || !(bits & (((uint64_t)1 << half) - 1)) ||
	       (type->size > 2 && and_below(bits) >> __builtin_ctzll(bits) < (uint64_t)1 << half)));
}

static void
narrow_record(struct reader *r, const struct ir_var *record, bool narrow)
{
	narrow &= r->needs_known;
	r->changed |= narrow && !r->narrowed[record->slot];
	r->narrowed[record->slot] |= narrow;
}

/* All loads of an expression whose value is needed in part. */
static void
doubt_all(struct reader *r, struct ir_node node)
{
	r->lost |= r->depth > IR_DEEPEST;
	if (!r->loads || r->lost)
		return;
	if (node.expr)
		pointer_set_add(r->loads, node.expr);
	r->depth++;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		doubt_all(r, part);
	r->depth--;
}

static void
read_load(struct reader *r, const struct ir_expr *e, const struct ir_expr *address, uint64_t bits)
{
	const struct ir_var *var = own_integer(r, address), *record = own_record(r, address);
	const bool narrow = e->type->kind == IR_TYPE_INT && !e->type->is_volatile && is_narrow(e->type, bits & all_of(e->type));
	if (var)
		need(r, var, bits);
	else if (record)
		narrow_record(r, record, narrow);
	else if (r->loads && narrow)
		pointer_set_add(r->loads, e);
	read_expr(r, address, UINT64_MAX);
}

/* What of the operands decides on these bits of the result. */
static uint64_t
operand_bits(enum ir_op op, uint64_t bits)
{
	switch (op) {
	case IR_ADD: case IR_SUB: case IR_MUL:
		return and_below(bits);
	case IR_BIT_AND: case IR_BIT_OR: case IR_BIT_XOR:
		return bits;
	default:
		return UINT64_MAX;
	}
}

/* A store or an update: nobody needs more of the value than the place holds, nor of what goes into a record that is needed
 * in part. */
static void
read_store(struct reader *r, const struct ir_expr *e)
{
	const struct ir_var *var = own_integer(r, e->a), *record = own_record(r, e->a);
	uint64_t bits = var ? r->needed[var->slot] : all_of(e->type);
	if (record && r->narrowed[record->slot])
		doubt_all(r, (struct ir_node){.expr = e->b});
	read_expr(r, e->a, UINT64_MAX);
	if (e->kind == IR_UPDATE && e->type->kind == IR_TYPE_INT) {
		bits = operand_bits(e->op, bits);
		if (var)
			need(r, var, bits);
	}
	read_expr(r, e->b, e->type->kind == IR_TYPE_INT ? bits : UINT64_MAX);
}

static void
read_copy(struct reader *r, const struct ir_expr *e)
{
	const struct ir_var *to = own_record(r, e->a), *from = own_record(r, e->b);
	if (to && from)
		narrow_record(r, from, r->narrowed[to->slot]);
	if (to && r->narrowed[to->slot])
		doubt_all(r, (struct ir_node){.expr = e->b});
	read_parts(r, (struct ir_node){.expr = e});
}

static uint64_t
shifted(const struct reader *r, const struct ir_expr *e, uint64_t bits)
{
	const struct possible amount = possible_value(r->values, e->b);
	const int64_t by = amount.low;
	if (!possible_is_one(amount) || by < 0 || by >= 64)
		return UINT64_MAX;
	if (e->op == IR_SHL)
		return bits >> by;
	const uint64_t sign = e->a->type->is_signed ? (all_of(e->a->type) >> 1) + 1 : 0;
	return (bits << by & all_of(e->a->type)) | (bits << by & ~all_of(e->a->type) ? sign : 0);
}

/* Of numbers that are not below zero, where that is a mask or a shift. */
static bool
divides_by_power_of_two(const struct reader *r, const struct ir_expr *e)
{
	const struct possible by = possible_value(r->values, e->b);
	return (e->op == IR_REM || e->op == IR_DIV) && e->type->kind == IR_TYPE_INT && possible_is_one(by) && by.low > 0 &&
	       !(by.low & (by.low - 1)) && (!e->type->is_signed || possible_value(r->values, e->a).low >= 0);
}

static void
read_binary(struct reader *r, const struct ir_expr *e, uint64_t bits)
{
	uint64_t a = UINT64_MAX, b = UINT64_MAX;
	if (e->type->kind == IR_TYPE_INT)
		a = b = operand_bits(e->op, bits);
	if (e->op == IR_BIT_AND) {
		a = bits & ~possible_value(r->values, e->b).zeros;
		b = bits & ~possible_value(r->values, e->a).zeros;
	} else if (e->op == IR_BIT_OR) {
		a = bits & ~possible_value(r->values, e->b).ones;
		b = bits & ~possible_value(r->values, e->a).ones;
	} else if (e->op == IR_SHL || e->op == IR_SHR) {
		a = shifted(r, e, bits);
	} else if (divides_by_power_of_two(r, e)) {
		const uint64_t below = (uint64_t)possible_value(r->values, e->b).low - 1;
		a = e->op == IR_REM ? below : ~below;
	}
	read_expr(r, e->a, a);
	read_expr(r, e->b, b);
}

/* What a wider integer is needed for beyond its sign, this one gives. */
static uint64_t
through_conversion(const struct ir_expr *e, uint64_t bits)
{
	if (e->type->kind != IR_TYPE_INT || e->a->type->kind != IR_TYPE_INT)
		return UINT64_MAX;
	const uint64_t from = all_of(e->a->type), to = all_of(e->type);
	const bool sign = e->a->type->is_signed && bits & to & ~from;
	return (bits & to & from) | (sign ? (from >> 1) + 1 : 0);
}

static void
read_parts(struct reader *r, struct ir_node whole)
{
	struct ir_parts parts = ir_parts_of(whole);
	r->lost |= r->depth > IR_DEEPEST;
	if (r->lost)
		return;
	r->depth++;
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (part.expr)
			read_expr(r, part.expr, UINT64_MAX);
		else
			read_parts(r, part);
	}
	r->depth--;
}

/* Addresses of code fit in half of a pointer. */
static bool
is_of_function(const struct ir_type *type)
{
	return type && type->kind == IR_TYPE_POINTER && type->element && type->element->kind == IR_TYPE_FUNCTION;
}

static void
read_kind(struct reader *r, const struct ir_expr *e, uint64_t bits)
{
	switch (e->kind) {
	case IR_LOAD:
		read_load(r, e, e->a, bits);
		if (r->loads && is_of_function(e->type))
			pointer_set_add(r->loads, e);
		break;
	case IR_BUILTIN:
		if (e->builtin == IR_BUILTIN___ldg)
			read_load(r, e, e->args[0], bits);
		else
			read_parts(r, (struct ir_node){.expr = e});
		break;
	case IR_STORE: case IR_UPDATE:
		read_store(r, e);
		break;
	case IR_COPY:
		read_copy(r, e);
		break;
	case IR_BINARY:
		read_binary(r, e, bits);
		break;
	case IR_CONVERT:
		read_expr(r, e->a, through_conversion(e, bits));
		break;
	case IR_CONDITIONAL:
		read_expr(r, e->a, UINT64_MAX);
		read_expr(r, e->b, bits);
		read_expr(r, e->c, bits);
		break;
	default:
		read_parts(r, (struct ir_node){.expr = e});
		break;
	}
}

static void
read_expr(struct reader *r, const struct ir_expr *e, uint64_t bits)
{
	r->lost |= r->depth > IR_DEEPEST;
	if (!e || r->lost)
		return;
	r->depth++;
	read_kind(r, e, possible_is_decided(r->values, e) ? 0 : bits);
	r->depth--;
}

/* As long as a round finds more. */
static void
read_rounds(struct reader *r)
{
	r->changed = true;
	for (unsigned rounds = 0; r->changed && rounds < MOST_ROUNDS; rounds++) {
		r->changed = false;
		read_parts(r, (struct ir_node){.stmt = r->func->body});
	}
}

void
narrow_loads_find(struct pointer_set *loads, struct possible_known *possible, const struct ir_func *func)
{
	struct reader r = {.func = func, .values = possible_values_of(possible, func),
	                   .needed = memory_zeroed(func->slot_count + 1, sizeof *r.needed),
	                   .narrowed = memory_zeroed(func->slot_count + 1, sizeof *r.narrowed)};
	read_rounds(&r);
	if (!r.changed) {
		r.needs_known = true;
		read_rounds(&r);
	}
	if (!r.changed) {
		r.loads = loads;
		read_parts(&r, (struct ir_node){.stmt = func->body});
	}
	if (r.changed || r.lost)
		pointer_set_add(loads, func);
	free(r.needed);
	free(r.narrowed);
}
