/* Addresses, loads and stores; see replay_code.h. */
#include "eval/replay/replay_compile.h"

#include <stdlib.h>

#include "ir/leaves.h"

/* ---- addresses ---- */

static bool
fits(int64_t number)
{
	return number >= INT32_MIN && number <= INT32_MAX;
}

static void emit_memory(struct replay_compiler *c, enum replay_op op, replay_register d,
                        const struct replay_address *address);

replay_register
replay_one_register(struct replay_compiler *c, const struct replay_address *address, replay_register want)
{
	if (!address->indexed && !address->displacement)
		return address->base;
	const replay_register d = replay_destination(c, want);
	emit_memory(c, REPLAY_ADDRESS, d, address);
	return d;
}

/* An instruction at an address; what does not fit into it is computed before. */
static void
emit_memory(struct replay_compiler *c, enum replay_op op, replay_register d, const struct replay_address *address)
{
	struct replay_address a = *address;
	if (!fits(a.displacement)) {
		const replay_register sum = replay_temporary(c);
		replay_emit(c, REPLAY_ADD_64, sum, a.base, replay_integer(c, a.displacement));
		a.base = sum;
		a.displacement = 0;
	}
	if (a.indexed && !fits(a.scale)) {
		const replay_register product = replay_temporary(c);
		replay_emit(c, REPLAY_MUL_64, product, a.index, replay_integer(c, a.scale));
		a.index = product;
		a.scale = 1;
	}
	if (!a.indexed) {
		a.index = replay_integer(c, 0);
		a.scale = 0;
	}
	struct replay_instruction *i = replay_emit(c, op, d, a.base, a.index);
	i->scale = (int32_t)a.scale;
	i->displacement = (int32_t)a.displacement;
}

struct replay_address
replay_address_of(struct replay_compiler *c, const struct ir_expr *e)
{
	struct replay_address address;
	int64_t bytes;
	switch (e->kind) {
	case IR_OFFSET:
		address = replay_address_of(c, e->a);
		if (e->b->kind == IR_INT && !__builtin_mul_overflow(e->b->integer, e->scale, &bytes) &&
		    !__builtin_add_overflow(address.displacement, bytes, &bytes)) {
			address.displacement = bytes;
			return address;
		}
		if (address.indexed)
			address = (struct replay_address){.base = replay_one_register(c, &address, NO_REGISTER)};
		address.base = replay_steady(c, address.base, e->b);
		address.index = replay_expr(c, e->b, NO_REGISTER);
		address.indexed = true;
		address.scale = e->scale;
		return address;
	case IR_FIELD:
		address = replay_address_of(c, e->a);
		address.displacement = (int64_t)((uint64_t)address.displacement + e->field->offset);
		return address;
	default: return (struct replay_address){.base = replay_expr(c, e, NO_REGISTER)};
	}
}

/* ---- memory ---- */

static enum replay_scalar
scalar_of(struct replay_compiler *c, const struct ir_type *type)
{
	const enum replay_scalar scalar = replay_scalar_of(type);
	if (scalar == SCALAR_NONE)
		replay_refuse(c, "a type of another kind");
	return scalar;
}

static void
note_store(struct replay_compiler *c, const struct ir_type *type)
{
	c->code->stores = true;
	c->code->stores_integers |= !replay_is_real(type);
}

/* The evaluator does not follow what is narrower than float: it is stored as unknown, and read so. */
static bool
is_half(const struct ir_type *type)
{
	return replay_is_real(type) && type->size == 2;
}

static replay_register
load_from(struct replay_compiler *c, const struct ir_type *type, const struct replay_address *address,
          replay_register want)
{
	if (is_half(type))
		return replay_unknown(c, want);
	const enum replay_scalar scalar = scalar_of(c, type);
	const replay_register d = replay_destination(c, want);
	emit_memory(c, (enum replay_op)(REPLAY_LOAD_BOOL + scalar), d, address);
	return d;
}

void
replay_store_to(struct replay_compiler *c, const struct ir_type *type, const struct replay_address *address,
                replay_register value)
{
	note_store(c, type);
	if (is_half(type)) {
		replay_emit(c, REPLAY_UNKNOW, 0, replay_one_register(c, address, NO_REGISTER), 0)->bytes = type->size;
		return;
	}
	const enum replay_scalar scalar = scalar_of(c, type);
	emit_memory(c, (enum replay_op)(REPLAY_STORE_BOOL + scalar), value, address);
}

void
replay_copy(struct replay_compiler *c, const struct ir_type *type, replay_register to, replay_register from)
{
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES_COPIED);
	if (leaves.too_many)
		replay_refuse(c, "a large record");
	for (size_t i = 0; i < leaves.count && !c->refused; i++) {
		const struct ir_leaf *leaf = &leaves.items[i];
		const unsigned registers = c->next_register;
		const struct replay_address source = {.base = from, .displacement = (int64_t)leaf->offset};
		const struct replay_address target = {.base = to, .displacement = (int64_t)leaf->offset};
		const replay_register value = load_from(c, leaf->type, &source, NO_REGISTER);
		replay_store_to(c, leaf->type, &target, value);
		c->next_register = registers;
	}
	free(leaves.items);
}

void
replay_zero(struct replay_compiler *c, const struct ir_type *type, replay_register at)
{
	const struct ir_type *element = type;
	while (element->kind == IR_TYPE_ARRAY && element->element)
		element = element->element;
	const enum replay_scalar shape = replay_scalar_of(element);
	note_store(c, element);
	if (type->kind == IR_TYPE_ARRAY && shape != SCALAR_NONE) {
		replay_emit(c, REPLAY_FILL, replay_integer(c, (int64_t)type->size), at, replay_integer(c, 0))->shape =
			shape;
		return;
	}
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES_COPIED);
	if (leaves.too_many)
		replay_refuse(c, "a large record");
	for (size_t i = 0; i < leaves.count && !c->refused; i++) {
		const struct replay_address target = {.base = at, .displacement = (int64_t)leaves.items[i].offset};
		replay_store_to(c, leaves.items[i].type, &target, replay_integer(c, 0));
	}
	free(leaves.items);
}

/* ---- reading and writing ---- */

/* The place that is read or written, which is no part of a word. */
static struct replay_address
place_at(struct replay_compiler *c, const struct ir_expr *address)
{
	if (address->kind == IR_FIELD && address->field->bit_width)
		replay_refuse(c, "a bit field");
	return replay_address_of(c, address);
}

static const struct ir_var *
register_at(const struct ir_expr *address)
{
	return address->kind == IR_VAR && is_register(address->var) ? address->var : NULL;
}

replay_register
replay_load_value(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const struct ir_var *var = register_at(e->a);
	if (var)
		return replay_variable(c, var);
	const struct replay_address address = place_at(c, e->a);
	return load_from(c, e->type, &address, want);
}

replay_register
replay_assign(struct replay_compiler *c, const struct ir_expr *e)
{
	const struct ir_var *var = register_at(e->a);
	if (var) {
		const replay_register d = replay_assigned(c, var);
		replay_into(c, e->b, d);
		return d;
	}
	const replay_register value = replay_steady(c, replay_expr(c, e->b, NO_REGISTER), e->a);
	const struct replay_address address = place_at(c, e->a);
	replay_store_to(c, e->type, &address, value);
	return value;
}

/* The new value of an update, in d when it is one of the program's registers. */
static replay_register
updated(struct replay_compiler *c, const struct ir_expr *e, replay_register old, replay_register operand,
        replay_register want)
{
	static const struct ir_type size_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	const struct ir_type *type = e->compute_type ? e->compute_type : e->type;
	if (e->type->kind == IR_TYPE_POINTER)
		type = &size_type;
	const replay_register wide = replay_convert(c, type, e->type, old, NO_REGISTER);
	const bool same =
		e->type->kind == IR_TYPE_POINTER ||
		(type->kind == e->type->kind && type->size == e->type->size && type->is_signed == e->type->is_signed);
	const replay_register result = same ? replay_destination(c, want) : replay_temporary(c);
	replay_arithmetic(c, e->op, type, result, wide, operand);
	return same ? result : replay_convert(c, e->type, type, result, want);
}

replay_register
replay_update(struct replay_compiler *c, const struct ir_expr *e, bool used)
{
	const struct ir_var *var = register_at(e->a);
	if (var) {
		const replay_register operand = replay_expr(c, e->b, NO_REGISTER);
		const replay_register d = replay_assigned(c, var);
		replay_register old = d;
		if (e->post && used) {
			old = replay_temporary(c);
			replay_emit(c, REPLAY_MOVE, old, d, 0);
		}
		const replay_register new = updated(c, e, d, operand, d);
		if (new != d)
			replay_emit(c, REPLAY_MOVE, d, new, 0);
		return e->post ? old : d;
	}
	const replay_register operand = replay_steady(c, replay_expr(c, e->b, NO_REGISTER), e->a);
	const struct replay_address address = place_at(c, e->a);
	const replay_register old = load_from(c, e->type, &address, NO_REGISTER);
	const replay_register new = updated(c, e, old, operand, NO_REGISTER);
	replay_store_to(c, e->type, &address, new);
	return e->post ? old : new;
}
