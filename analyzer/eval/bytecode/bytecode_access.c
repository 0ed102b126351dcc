/* Addresses, loads and stores; see bytecode_code.h. */
#include "eval/bytecode/bytecode_compile.h"
#include "eval/state/object.h"

#include <stdlib.h>

#include "ir/leaves.h"

/* ---- addresses ---- */

static bool
fits(int64_t number)
{
	return number >= INT32_MIN && number <= INT32_MAX;
}

static void emit_memory(struct bytecode_compiler *c, enum bytecode_op op, bytecode_register d,
                        const struct bytecode_address *address);

bytecode_register
bytecode_one_register(struct bytecode_compiler *c, const struct bytecode_address *address, bytecode_register want)
{
	if (!address->indexed && !address->displacement)
		return address->base;
	const bytecode_register d = bytecode_destination(c, want);
	emit_memory(c, BYTECODE_ADDRESS, d, address);
	return d;
}

/* Emits an instruction with an address. Parts that do not fit into it are computed first. */
static void
emit_memory(struct bytecode_compiler *c, enum bytecode_op op, bytecode_register d,
            const struct bytecode_address *address)
{
	struct bytecode_address a = *address;
	if (!fits(a.displacement)) {
		const bytecode_register sum = bytecode_temporary(c);
		bytecode_emit(c, BYTECODE_ADD_64, sum, a.base, bytecode_integer(c, a.displacement));
		a.base = sum;
		a.displacement = 0;
	}
	if (a.indexed && !fits(a.scale)) {
		const bytecode_register product = bytecode_temporary(c);
		bytecode_emit(c, BYTECODE_MUL_64, product, a.index, bytecode_integer(c, a.scale));
		a.index = product;
		a.scale = 1;
	}
	if (!a.indexed) {
		a.index = bytecode_integer(c, 0);
		a.scale = 0;
	}
	struct bytecode_instruction *i = bytecode_emit(c, op, d, a.base, a.index);
	i->scale = (int32_t)a.scale;
	i->displacement = (int32_t)a.displacement;
}

struct bytecode_address
bytecode_address_of(struct bytecode_compiler *c, const struct ir_expr *e)
{
	struct bytecode_address address;
	int64_t bytes;
	switch (e->kind) {
	case IR_OFFSET:
		address = bytecode_address_of(c, e->a);
		if (e->b->kind == IR_INT && !__builtin_mul_overflow(e->b->integer, e->scale, &bytes) &&
		    !__builtin_add_overflow(address.displacement, bytes, &bytes)) {
			address.displacement = bytes;
			return address;
		}
		if (address.indexed)
			address = (struct bytecode_address){.base = bytecode_one_register(c, &address, NO_REGISTER)};
		address.base = bytecode_stable(c, address.base, e->b);
		address.index = bytecode_expr(c, e->b, NO_REGISTER);
		address.indexed = true;
		address.scale = e->scale;
		return address;
	case IR_FIELD:
		address = bytecode_address_of(c, e->a);
		address.displacement = (int64_t)((uint64_t)address.displacement + e->field->offset);
		return address;
	default: return (struct bytecode_address){.base = bytecode_expr(c, e, NO_REGISTER)};
	}
}

/* ---- memory ---- */

static enum bytecode_scalar
scalar_of(struct bytecode_compiler *c, const struct ir_type *type)
{
	const enum bytecode_scalar scalar = bytecode_scalar_of(type);
	if (scalar == SCALAR_NONE)
		bytecode_refuse(c, "a type of another kind");
	return scalar;
}

static void
note_store(struct bytecode_compiler *c, const struct ir_type *type)
{
	c->code->stores = true;
	c->code->stores_integers |= !bytecode_is_real(type);
}

/* The evaluator does not model types narrower than float: their stores and loads are unknown. */
static bool
is_half(const struct ir_type *type)
{
	return bytecode_is_real(type) && type->size == 2;
}

static bytecode_register
load_from(struct bytecode_compiler *c, const struct ir_type *type, const struct bytecode_address *address,
          bytecode_register want)
{
	if (is_half(type))
		return bytecode_unknown(c, want);
	const enum bytecode_scalar scalar = scalar_of(c, type);
	const bytecode_register d = bytecode_destination(c, want);
	emit_memory(c, (enum bytecode_op)(BYTECODE_LOAD_BOOL + scalar), d, address);
	return d;
}

void
bytecode_store_to(struct bytecode_compiler *c, const struct ir_type *type, const struct bytecode_address *address,
                  bytecode_register value)
{
	note_store(c, type);
	if (is_half(type)) {
		bytecode_emit(c, BYTECODE_UNKNOW, 0, bytecode_one_register(c, address, NO_REGISTER), 0)->bytes =
			type->size;
		return;
	}
	const enum bytecode_scalar scalar = scalar_of(c, type);
	emit_memory(c, (enum bytecode_op)(BYTECODE_STORE_BOOL + scalar), value, address);
}

void
bytecode_copy(struct bytecode_compiler *c, const struct ir_type *type, bytecode_register to, bytecode_register from)
{
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES_COPIED);
	if (leaves.too_many)
		bytecode_refuse(c, "a large record");
	for (size_t i = 0; i < leaves.count && !c->refused; i++) {
		const struct ir_leaf *leaf = &leaves.items[i];
		const unsigned registers = c->next_register;
		const struct bytecode_address source = {.base = from, .displacement = (int64_t)leaf->offset};
		const struct bytecode_address target = {.base = to, .displacement = (int64_t)leaf->offset};
		const bytecode_register value = load_from(c, leaf->type, &source, NO_REGISTER);
		bytecode_store_to(c, leaf->type, &target, value);
		c->next_register = registers;
	}
	free(leaves.items);
}

void
bytecode_zero(struct bytecode_compiler *c, const struct ir_type *type, bytecode_register at)
{
	const struct ir_type *element = type;
	while (element->kind == IR_TYPE_ARRAY && element->element)
		element = element->element;
	const enum bytecode_scalar shape = bytecode_scalar_of(element);
	note_store(c, element);
	if (type->kind == IR_TYPE_ARRAY && shape != SCALAR_NONE) {
		bytecode_emit(c, BYTECODE_FILL, bytecode_integer(c, (int64_t)type->size), at, bytecode_integer(c, 0))
			->shape = shape;
		return;
	}
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES_COPIED);
	if (leaves.too_many)
		bytecode_refuse(c, "a large record");
	for (size_t i = 0; i < leaves.count && !c->refused; i++) {
		const struct bytecode_address target = {.base = at, .displacement = (int64_t)leaves.items[i].offset};
		bytecode_store_to(c, leaves.items[i].type, &target, bytecode_integer(c, 0));
	}
	free(leaves.items);
}

/* ---- reading and writing ---- */

/* The address of an access, which must not be a bit field. */
static struct bytecode_address
address_at(struct bytecode_compiler *c, const struct ir_expr *address)
{
	if (address->kind == IR_FIELD && address->field->bit_width)
		bytecode_refuse(c, "a bit field");
	return bytecode_address_of(c, address);
}

static const struct ir_var *
register_at(const struct ir_expr *address)
{
	return address->kind == IR_VAR && is_register(address->var) ? address->var : NULL;
}

bytecode_register
bytecode_load_value(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want)
{
	const struct ir_var *var = register_at(e->a);
	if (var)
		return bytecode_variable(c, var);
	const struct bytecode_address address = address_at(c, e->a);
	return load_from(c, e->type, &address, want);
}

bytecode_register
bytecode_assign(struct bytecode_compiler *c, const struct ir_expr *e)
{
	const struct ir_var *var = register_at(e->a);
	if (var) {
		const bytecode_register d = bytecode_assigned(c, var);
		bytecode_into(c, e->b, d);
		return d;
	}
	const bytecode_register value = bytecode_stable(c, bytecode_expr(c, e->b, NO_REGISTER), e->a);
	const struct bytecode_address address = address_at(c, e->a);
	bytecode_store_to(c, e->type, &address, value);
	return value;
}

/* The new value of an update, in `want` if that is given. */
static bytecode_register
updated(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register old, bytecode_register operand,
        bytecode_register want)
{
	static const struct ir_type size_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	const struct ir_type *type = e->compute_type ? e->compute_type : e->type;
	if (e->type->kind == IR_TYPE_POINTER)
		type = &size_type;
	const bytecode_register wide = bytecode_convert(c, type, e->type, old, NO_REGISTER);
	const bool same =
		e->type->kind == IR_TYPE_POINTER ||
		(type->kind == e->type->kind && type->size == e->type->size && type->is_signed == e->type->is_signed);
	const bytecode_register result = same ? bytecode_destination(c, want) : bytecode_temporary(c);
	bytecode_arithmetic(c, e->op, type, result, wide, operand);
	return same ? result : bytecode_convert(c, e->type, type, result, want);
}

bytecode_register
bytecode_update(struct bytecode_compiler *c, const struct ir_expr *e, bool used)
{
	const struct ir_var *var = register_at(e->a);
	if (var) {
		const bytecode_register operand = bytecode_expr(c, e->b, NO_REGISTER);
		const bytecode_register d = bytecode_assigned(c, var);
		bytecode_register old = d;
		if (e->post && used) {
			old = bytecode_temporary(c);
			bytecode_emit(c, BYTECODE_MOVE, old, d, 0);
		}
		const bytecode_register new = updated(c, e, d, operand, d);
		if (new != d)
			bytecode_emit(c, BYTECODE_MOVE, d, new, 0);
		return e->post ? old : d;
	}
	const bytecode_register operand = bytecode_stable(c, bytecode_expr(c, e->b, NO_REGISTER), e->a);
	const struct bytecode_address address = address_at(c, e->a);
	const bytecode_register old = load_from(c, e->type, &address, NO_REGISTER);
	const bytecode_register new = updated(c, e, old, operand, NO_REGISTER);
	bytecode_store_to(c, e->type, &address, new);
	return e->post ? old : new;
}
