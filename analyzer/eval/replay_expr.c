/* Expressions; see replay_code.h. Operands are evaluated in the order in which the tree is walked: the value of a store
 * before its address, arguments from the left. */
#include "eval/replay_compile.h"

#include <math.h>
#include <stdlib.h>

#include "eval/program.h"

/* ---- types ---- */

enum replay_scalar
replay_scalar_of(const struct ir_type *type)
{
	switch (type->kind) {
	case IR_TYPE_BOOL:
		return type->size == 1 ? SCALAR_BOOL : SCALAR_NONE;
	case IR_TYPE_POINTER:
		return SCALAR_64;
	case IR_TYPE_INT:
		switch (type->size) {
		case 1: return type->is_signed ? SCALAR_I8 : SCALAR_U8;
		case 2: return type->is_signed ? SCALAR_I16 : SCALAR_U16;
		case 4: return type->is_signed ? SCALAR_I32 : SCALAR_U32;
		case 8: return SCALAR_64;
		default: return SCALAR_NONE;
		}
	case IR_TYPE_FLOAT:
		return type->size == 4 ? SCALAR_F32 : type->size == 8 ? SCALAR_F64 : SCALAR_NONE;
	default:
		return SCALAR_NONE;
	}
}

static bool
is_float(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT;
}

static bool
is_signed(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->is_signed;
}

static enum replay_scalar
scalar_of(struct replay_compiler *c, const struct ir_type *type)
{
	const enum replay_scalar scalar = replay_scalar_of(type);
	if (scalar == SCALAR_NONE)
		replay_refuse(c, "a type of another kind");
	return scalar;
}

static replay_register
destination(struct replay_compiler *c, replay_register want)
{
	return want == NO_REGISTER ? replay_temporary(c) : want;
}

static replay_register
unknown(struct replay_compiler *c, replay_register want)
{
	const replay_register d = destination(c, want);
	replay_emit(c, REPLAY_UNKNOWN, d, 0, 0);
	return d;
}

/* ---- order of evaluation ---- */

static bool
call_has_effects(const struct ir_expr *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (replay_has_effects(call->args[i]))
			return true;
	return !func_is_pure(call->func);
}

bool
replay_has_effects(const struct ir_expr *e)
{
	if (!e)
		return false;
	switch (e->kind) {
	case IR_CALL:
		return call_has_effects(e);
	case IR_INT: case IR_FLOAT: case IR_STRING: case IR_VAR: case IR_FUNC: case IR_SPECIAL:
		return false;
	case IR_LOAD: case IR_OFFSET: case IR_FIELD: case IR_POINTER_DIFF: case IR_UNARY: case IR_BINARY: case IR_CONVERT:
	case IR_AND: case IR_OR: case IR_CONDITIONAL:
		return replay_has_effects(e->a) || replay_has_effects(e->b) || replay_has_effects(e->c);
	default:
		return true;
	}
}

static bool
is_variable(const struct replay_compiler *c, replay_register reg)
{
	return reg < FIRST_INPUT ? c->is_variable[reg] : c->code->inputs[reg - FIRST_INPUT].kind == INPUT_VARIABLE;
}

/* A value that stays as it is while `next` is evaluated. */
static replay_register
steady(struct replay_compiler *c, replay_register reg, const struct ir_expr *next)
{
	if (!is_variable(c, reg) || !replay_has_effects(next))
		return reg;
	const replay_register copy = replay_temporary(c);
	replay_emit(c, REPLAY_MOVE, copy, reg, 0);
	return copy;
}

/* ---- addresses ---- */

struct address {
	replay_register base, index;
	bool indexed;
	int64_t scale, displacement;
};

static bool
fits(int64_t number)
{
	return number >= INT32_MIN && number <= INT32_MAX;
}

static void emit_memory(struct replay_compiler *c, enum replay_op op, replay_register d, const struct address *address);

static replay_register
one_register(struct replay_compiler *c, const struct address *address, replay_register want)
{
	if (!address->indexed && !address->displacement)
		return address->base;
	const replay_register d = destination(c, want);
	emit_memory(c, REPLAY_ADDRESS, d, address);
	return d;
}

/* An instruction at an address; what does not fit into it is computed before. */
static void
emit_memory(struct replay_compiler *c, enum replay_op op, replay_register d, const struct address *address)
{
	struct address a = *address;
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

static struct address
address_of(struct replay_compiler *c, const struct ir_expr *e)
{
	struct address address;
	int64_t bytes;
	switch (e->kind) {
	case IR_OFFSET:
		address = address_of(c, e->a);
		if (e->b->kind == IR_INT && !__builtin_mul_overflow(e->b->integer, e->scale, &bytes) &&
		    !__builtin_add_overflow(address.displacement, bytes, &bytes)) {
			address.displacement = bytes;
			return address;
		}
		if (address.indexed)
			address = (struct address){.base = one_register(c, &address, NO_REGISTER)};
		address.base = steady(c, address.base, e->b);
		address.index = replay_expr(c, e->b, NO_REGISTER);
		address.indexed = true;
		address.scale = e->scale;
		return address;
	case IR_FIELD:
		address = address_of(c, e->a);
		address.displacement = (int64_t)((uint64_t)address.displacement + e->field->offset);
		return address;
	default:
		return (struct address){.base = replay_expr(c, e, NO_REGISTER)};
	}
}

/* ---- memory ---- */

static void
note_store(struct replay_compiler *c, const struct ir_type *type)
{
	c->code->stores = true;
	c->code->stores_integers |= !is_float(type);
}

/* The evaluator does not follow what is narrower than float: it is stored as unknown, and read so. */
static bool
is_half(const struct ir_type *type)
{
	return is_float(type) && type->size == 2;
}

static replay_register
load_from(struct replay_compiler *c, const struct ir_type *type, const struct address *address, replay_register want)
{
	if (is_half(type))
		return unknown(c, want);
	const enum replay_scalar scalar = scalar_of(c, type);
	const replay_register d = destination(c, want);
	emit_memory(c, (enum replay_op)(REPLAY_LOAD_BOOL + scalar), d, address);
	return d;
}

static void
store_to(struct replay_compiler *c, const struct ir_type *type, const struct address *address, replay_register value)
{
	note_store(c, type);
	if (is_half(type)) {
		replay_emit(c, REPLAY_UNKNOW, 0, one_register(c, address, NO_REGISTER), 0)->bytes = type->size;
		return;
	}
	const enum replay_scalar scalar = scalar_of(c, type);
	emit_memory(c, (enum replay_op)(REPLAY_STORE_BOOL + scalar), value, address);
}

struct leaf {
	const struct ir_type *type;
	uint64_t offset;
};

struct leaves {
	struct leaf items[MOST_LEAVES_COPIED];
	unsigned count;
	bool too_many;
};

/* The scalars of a type. Of a union, the widest member stands for all. */
static void
collect_leaves(struct leaves *leaves, const struct ir_type *type, uint64_t offset)
{
	if (type->kind == IR_TYPE_ARRAY && type->element) {
		for (uint64_t i = 0; i < type->count && !leaves->too_many; i++)
			collect_leaves(leaves, type->element, offset + i * type->element->size);
	} else if (type->kind == IR_TYPE_RECORD && type->is_union) {
		const struct ir_field *widest = NULL;
		for (uint32_t i = 0; i < type->field_count; i++)
			if (!widest || type->fields[i].type->size > widest->type->size)
				widest = &type->fields[i];
		if (widest)
			collect_leaves(leaves, widest->type, offset);
	} else if (type->kind == IR_TYPE_RECORD) {
		for (uint32_t i = 0; i < type->field_count && !leaves->too_many; i++)
			collect_leaves(leaves, type->fields[i].type, offset + type->fields[i].offset);
	} else if (leaves->count == MOST_LEAVES_COPIED ||
	           (type->size && replay_scalar_of(type) == SCALAR_NONE && !is_half(type))) {
		leaves->too_many = true;
	} else if (type->size) {
		leaves->items[leaves->count++] = (struct leaf){type, offset};
	}
}

void
replay_copy(struct replay_compiler *c, const struct ir_type *type, replay_register to, replay_register from)
{
	struct leaves leaves = {.count = 0};
	collect_leaves(&leaves, type, 0);
	if (leaves.too_many)
		replay_refuse(c, "a large record");
	for (unsigned i = 0; i < leaves.count && !c->refused; i++) {
		const struct leaf *leaf = &leaves.items[i];
		const unsigned registers = c->next_register;
		const struct address source = {.base = from, .displacement = (int64_t)leaf->offset};
		const struct address target = {.base = to, .displacement = (int64_t)leaf->offset};
		const replay_register value = load_from(c, leaf->type, &source, NO_REGISTER);
		store_to(c, leaf->type, &target, value);
		c->next_register = registers;
	}
}

static void
zero(struct replay_compiler *c, const struct ir_type *type, replay_register at)
{
	struct leaves leaves = {.count = 0};
	const struct ir_type *element = type;
	while (element->kind == IR_TYPE_ARRAY && element->element)
		element = element->element;
	const enum replay_scalar shape = replay_scalar_of(element);
	note_store(c, element);
	if (type->kind == IR_TYPE_ARRAY && shape != SCALAR_NONE) {
		replay_emit(c, REPLAY_FILL, replay_integer(c, (int64_t)type->size), at, replay_integer(c, 0))->shape = shape;
		return;
	}
	collect_leaves(&leaves, type, 0);
	if (leaves.too_many)
		replay_refuse(c, "a large record");
	for (unsigned i = 0; i < leaves.count && !c->refused; i++) {
		const struct address target = {.base = at, .displacement = (int64_t)leaves.items[i].offset};
		store_to(c, leaves.items[i].type, &target, replay_integer(c, 0));
	}
}

/* ---- arithmetic ---- */

static void
wrap(struct replay_compiler *c, const struct ir_type *type, replay_register d, replay_register a)
{
	if (type->kind == IR_TYPE_BOOL) {
		replay_emit(c, REPLAY_NE, d, a, replay_integer(c, 0));
		return;
	}
	if (type->kind == IR_TYPE_INT && type->size < 8) {
		const bool sign = type->is_signed;
		const enum replay_op op = type->size == 1   ? (sign ? REPLAY_WRAP_I8 : REPLAY_WRAP_U8)
		                          : type->size == 2 ? (sign ? REPLAY_WRAP_I16 : REPLAY_WRAP_U16)
		                                            : (sign ? REPLAY_WRAP_I32 : REPLAY_WRAP_U32);
		replay_emit(c, op, d, a, 0);
	} else if (d != a) {
		replay_emit(c, REPLAY_MOVE, d, a, 0);
	}
}

/* The instruction for a width and sign, of four that follow each other as I32, U32, I64, U64. */
static enum replay_op
of_width(enum replay_op i32, const struct ir_type *type)
{
	const bool sign = is_signed(type);
	if (type->size == 4 && type->kind == IR_TYPE_INT)
		return (enum replay_op)(sign ? i32 : i32 + 1);
	return (enum replay_op)(sign ? i32 + 2 : i32 + 3);
}

/* The same of three that follow each other as I32, U32, 64. */
static enum replay_op
of_modulus(enum replay_op i32, const struct ir_type *type)
{
	if (type->size == 4 && type->kind == IR_TYPE_INT)
		return (enum replay_op)(is_signed(type) ? i32 : i32 + 1);
	return (enum replay_op)(i32 + 2);
}

static void
compare(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d, replay_register a,
        replay_register b)
{
	const bool real = is_float(type), sign = is_signed(type);
	const enum replay_op less = real ? REPLAY_LT_F : sign ? REPLAY_LT_S : REPLAY_LT_U;
	const enum replay_op less_equal = real ? REPLAY_LE_F : sign ? REPLAY_LE_S : REPLAY_LE_U;
	switch (op) {
	case IR_LT: replay_emit(c, less, d, a, b); break;
	case IR_GT: replay_emit(c, less, d, b, a); break;
	case IR_LE: replay_emit(c, less_equal, d, a, b); break;
	case IR_GE: replay_emit(c, less_equal, d, b, a); break;
	case IR_EQ: replay_emit(c, real ? REPLAY_EQ_F : REPLAY_EQ, d, a, b); break;
	default: replay_emit(c, real ? REPLAY_NE_F : REPLAY_NE, d, a, b); break;
	}
}

static void
real_arithmetic(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d,
                replay_register a, replay_register b)
{
	const bool single = type->size <= 4;
	switch (op) {
	case IR_ADD: replay_emit(c, single ? REPLAY_ADD_F32 : REPLAY_ADD_F64, d, a, b); break;
	case IR_SUB: replay_emit(c, single ? REPLAY_SUB_F32 : REPLAY_SUB_F64, d, a, b); break;
	case IR_MUL: replay_emit(c, single ? REPLAY_MUL_F32 : REPLAY_MUL_F64, d, a, b); break;
	case IR_DIV: replay_emit(c, single ? REPLAY_DIV_F32 : REPLAY_DIV_F64, d, a, b); break;
	default: replay_refuse(c, "an operator on floating point"); break;
	}
}

/* d = a op b in the type of the result. */
static void
arithmetic(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d, replay_register a,
           replay_register b)
{
	const bool narrow = type->kind != IR_TYPE_POINTER && type->size < 4;
	if (is_float(type)) {
		real_arithmetic(c, op, type, d, a, b);
		return;
	}
	if (type->size > 8 || (narrow && (op == IR_SHL || op == IR_SHR))) {
		replay_refuse(c, "arithmetic of another width");
		return;
	}
	switch (op) {
	case IR_ADD: replay_emit(c, of_modulus(REPLAY_ADD_I32, type), d, a, b); break;
	case IR_SUB: replay_emit(c, of_modulus(REPLAY_SUB_I32, type), d, a, b); break;
	case IR_MUL: replay_emit(c, of_modulus(REPLAY_MUL_I32, type), d, a, b); break;
	case IR_SHL: replay_emit(c, of_modulus(REPLAY_SHL_I32, type), d, a, b); break;
	case IR_DIV: replay_emit(c, of_width(REPLAY_DIV_I32, type), d, a, b); break;
	case IR_REM: replay_emit(c, of_width(REPLAY_REM_I32, type), d, a, b); break;
	case IR_SHR: replay_emit(c, of_width(REPLAY_SHR_I32, type), d, a, b); break;
	case IR_BIT_AND: replay_emit(c, REPLAY_AND, d, a, b); break;
	case IR_BIT_OR: replay_emit(c, REPLAY_OR, d, a, b); break;
	case IR_BIT_XOR: replay_emit(c, REPLAY_XOR, d, a, b); break;
	default: replay_refuse(c, "an operator"); break;
	}
	if (narrow)
		wrap(c, type, d, d);
}

/* Whether every number of one integer type is one of the other. */
static bool
widens(const struct ir_type *to, const struct ir_type *from)
{
	if (to->kind == IR_TYPE_BOOL || to->size >= 8 || to->kind == IR_TYPE_POINTER)
		return to->kind != IR_TYPE_BOOL || from->kind == IR_TYPE_BOOL;
	if (from->kind == IR_TYPE_POINTER)
		return false;
	const bool from_signed = is_signed(from);
	return to->size > from->size ? is_signed(to) || !from_signed : to->size == from->size && is_signed(to) == from_signed;
}

static replay_register
convert(struct replay_compiler *c, const struct ir_type *to, const struct ir_type *from, replay_register a,
        replay_register want)
{
	if (to->kind == IR_TYPE_VOID || to->kind == IR_TYPE_RECORD || to->kind == IR_TYPE_OPAQUE)
		return a;
	if (!is_float(to) && !is_float(from)) {
		if (widens(to, from))
			return a;
		const replay_register d = destination(c, want);
		wrap(c, to, d, a);
		return d;
	}
	if (is_float(to) && is_float(from) && (to->size > 4 || from->size <= 4))
		return a;
	const replay_register d = destination(c, want);
	if (is_float(to) && is_float(from)) {
		replay_emit(c, REPLAY_ROUND_F32, d, a, 0);
		return d;
	}
	struct replay_conversion *conversion = arena_new(c->arena, struct replay_conversion);
	*conversion = (struct replay_conversion){from, to};
	replay_emit(c, REPLAY_CONVERT, d, a, 0)->conversion = conversion;
	return d;
}

/* ---- reading and writing ---- */

static const struct ir_field *
bit_field(const struct ir_expr *address)
{
	return address->kind == IR_FIELD && address->field->bit_width ? address->field : NULL;
}

static replay_register
extract_bits(struct replay_compiler *c, replay_register unit, const struct ir_field *field, bool sign)
{
	const struct ir_type wide = {.kind = IR_TYPE_INT, .size = 8, .is_signed = sign};
	const replay_register d = replay_temporary(c);
	arithmetic(c, IR_SHL, &wide, d, unit, replay_integer(c, 64 - field->bit_width - field->bit_offset));
	arithmetic(c, IR_SHR, &wide, d, d, replay_integer(c, 64 - field->bit_width));
	return d;
}

static replay_register
insert_bits(struct replay_compiler *c, replay_register unit, replay_register bits, const struct ir_field *field)
{
	const uint64_t ones = field->bit_width >= 64 ? UINT64_MAX : ((uint64_t)1 << field->bit_width) - 1;
	const replay_register moved = replay_temporary(c), rest = replay_temporary(c);
	replay_emit(c, REPLAY_AND, moved, bits, replay_integer(c, (int64_t)ones));
	replay_emit(c, REPLAY_SHL_64, moved, moved, replay_integer(c, field->bit_offset));
	replay_emit(c, REPLAY_AND, rest, unit, replay_integer(c, (int64_t)~(ones << field->bit_offset)));
	replay_emit(c, REPLAY_OR, rest, rest, moved);
	return rest;
}

static const struct ir_var *
register_at(const struct ir_expr *address)
{
	return address->kind == IR_VAR && is_register(address->var) ? address->var : NULL;
}

static replay_register
load(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const struct ir_var *var = register_at(e->a);
	if (var)
		return replay_variable(c, var);
	const struct address address = address_of(c, e->a);
	const struct ir_field *field = bit_field(e->a);
	if (!field)
		return load_from(c, e->type, &address, want);
	return extract_bits(c, load_from(c, e->type, &address, NO_REGISTER), field, e->type->is_signed);
}

static void
store(struct replay_compiler *c, const struct ir_expr *e, const struct address *address, replay_register value)
{
	const struct ir_field *field = bit_field(e->a);
	if (field)
		value = insert_bits(c, load_from(c, e->type, address, NO_REGISTER), value, field);
	store_to(c, e->type, address, value);
}

static replay_register
assign(struct replay_compiler *c, const struct ir_expr *e)
{
	const struct ir_var *var = register_at(e->a);
	if (var) {
		const replay_register d = replay_assigned(c, var);
		replay_into(c, e->b, d);
		return d;
	}
	const replay_register value = steady(c, replay_expr(c, e->b, NO_REGISTER), e->a);
	const struct address address = address_of(c, e->a);
	store(c, e, &address, value);
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
	const replay_register wide = convert(c, type, e->type, old, NO_REGISTER);
	const bool same = e->type->kind == IR_TYPE_POINTER || (type->kind == e->type->kind && type->size == e->type->size &&
	                                                       type->is_signed == e->type->is_signed);
	const replay_register result = same ? destination(c, want) : replay_temporary(c);
	arithmetic(c, e->op, type, result, wide, operand);
	return same ? result : convert(c, e->type, type, result, want);
}

static replay_register
update(struct replay_compiler *c, const struct ir_expr *e, bool used)
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
	const replay_register operand = steady(c, replay_expr(c, e->b, NO_REGISTER), e->a);
	const struct address address = address_of(c, e->a);
	replay_register old = load_from(c, e->type, &address, NO_REGISTER);
	if (bit_field(e->a))
		old = extract_bits(c, old, e->a->field, e->type->is_signed);
	const replay_register new = updated(c, e, old, operand, NO_REGISTER);
	store(c, e, &address, new);
	return e->post ? old : new;
}

/* ---- conditions ---- */

/* Whether the condition is a comparison of integers, for which there are jumps. */
static void
jump_compare(struct replay_compiler *c, const struct ir_expr *e, uint32_t label, bool sense)
{
	replay_register a = replay_expr(c, e->a, NO_REGISTER);
	a = steady(c, a, e->b);
	const replay_register b = replay_expr(c, e->b, NO_REGISTER);
	const bool sign = is_signed(e->a->type);
	const enum replay_op less = sign ? REPLAY_JUMP_LT_S : REPLAY_JUMP_LT_U;
	const enum replay_op less_equal = sign ? REPLAY_JUMP_LE_S : REPLAY_JUMP_LE_U;
	switch (e->op) {
	case IR_LT: sense ? replay_jump(c, less, a, b, label) : replay_jump(c, less_equal, b, a, label); break;
	case IR_GE: sense ? replay_jump(c, less_equal, b, a, label) : replay_jump(c, less, a, b, label); break;
	case IR_GT: sense ? replay_jump(c, less, b, a, label) : replay_jump(c, less_equal, a, b, label); break;
	case IR_LE: sense ? replay_jump(c, less_equal, a, b, label) : replay_jump(c, less, b, a, label); break;
	default:
		replay_jump(c, (e->op == IR_EQ) == sense ? REPLAY_JUMP_EQ : REPLAY_JUMP_NE, a, b, label);
		break;
	}
}

void
replay_jump_if(struct replay_compiler *c, const struct ir_expr *e, uint32_t label, bool sense)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL && !is_float(e->a->type))
		e = e->a;
	if (c->refused || ++c->nesting > DEEPEST_NESTING) {
		replay_refuse(c, "nested too deeply");
		return;
	}
	const unsigned registers = c->next_register;
	if (e->kind == IR_INT) {
		if ((e->integer != 0) == sense)
			replay_jump(c, REPLAY_JUMP, 0, 0, label);
	} else if (e->kind == IR_UNARY && e->op == IR_NOT && !is_float(e->a->type)) {
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
	} else if (e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_NE && !is_float(e->a->type)) {
		jump_compare(c, e, label, sense);
	} else {
		replay_register value = replay_expr(c, e, NO_REGISTER);
		if (is_float(e->type)) {
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
	const replay_register d = void_type ? replay_integer(c, 0) : destination(c, want);
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

/* ---- calls ---- */

static bool
is_running(const struct replay_scope *scope, const struct ir_func *func)
{
	for (; scope; scope = scope->outer)
		if (scope->func == func)
			return true;
	return false;
}

/* A parameter that the callee surely does not write may share the argument's register. */
static bool
is_never_written(const struct ir_func *func, uint32_t i)
{
	return func->params[i]->is_const || (func->is_method && i == 0);
}

static bool
effects_follow(const struct ir_expr *call, uint32_t i)
{
	for (uint32_t k = i + 1; k < call->arg_count; k++)
		if (replay_has_effects(call->args[k]))
			return true;
	return false;
}

/* Arguments in the caller's terms: values of scalars, addresses of records. */
static void
evaluate_arguments(struct replay_compiler *c, const struct ir_expr *call, const struct ir_func *func,
                   replay_register *args)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		if (i >= func->param_count) {
			replay_effects(c, call->args[i]);
			continue;
		}
		const unsigned before = c->next_register;
		args[i] = replay_expr(c, call->args[i], NO_REGISTER);
		const bool own = args[i] < FIRST_INPUT && args[i] >= before && !c->is_variable[args[i]];
		const bool may_be_shared = own || is_never_written(func, i) || !is_register(func->params[i]);
		if (may_be_shared && !(is_variable(c, args[i]) && effects_follow(call, i)))
			continue;
		const replay_register copy = replay_temporary(c);
		replay_emit(c, REPLAY_MOVE, copy, args[i], 0);
		args[i] = copy;
	}
}

static void
bind_parameters(struct replay_compiler *c, const struct ir_func *func, const replay_register *args, uint32_t count)
{
	for (uint32_t i = 0; i < func->param_count; i++) {
		const struct ir_var *param = func->params[i];
		if (i >= count || !is_register(param)) {
			replay_declare(c, param, false);
			if (i >= count)
				continue;
			const replay_register at = replay_variable(c, param);
			if (param->type->kind == IR_TYPE_RECORD || param->type->kind == IR_TYPE_ARRAY) {
				replay_copy(c, param->type, at, args[i]);
			} else {
				const struct address address = {.base = at};
				store_to(c, param->type, &address, args[i]);
			}
			continue;
		}
		if (replay_scalar_of(param->type) == SCALAR_NONE)
			replay_refuse(c, "a parameter of another kind");
		c->scope->slots[param->slot] = (struct replay_binding){true, args[i]};
		if (args[i] < FIRST_INPUT)
			c->is_variable[args[i]] = true;
	}
}

/* Whether control reaches a function's end only by returning at it. */
static bool
returns_at_end(const struct ir_stmt *body)
{
	while (body->kind == IR_STMT_BLOCK && body->stmt_count)
		body = body->stmts[body->stmt_count - 1];
	return body->kind == IR_STMT_RETURN;
}

static replay_register
place_for_result(struct replay_compiler *c, const struct ir_func *func, replay_register want)
{
	if (func->result->kind == IR_TYPE_VOID)
		return replay_integer(c, 0);
	if (func->result->kind == IR_TYPE_RECORD) {
		const replay_register at = replay_stack(c, func->result->size);
		replay_emit(c, REPLAY_UNKNOW, 0, at, 0)->bytes = func->result->size;
		return at;
	}
	if (returns_at_end(func->body))
		return destination(c, want);
	return unknown(c, NO_REGISTER);
}

static replay_register
inline_call(struct replay_compiler *c, const struct ir_expr *call, const struct ir_func *func, replay_register want)
{
	struct replay_scope scope = {.outer = c->scope, .func = func, .depth = c->scope->depth + 1};
	if (scope.depth > DEEPEST_INLINING || is_running(c->scope, func)) {
		replay_refuse(c, "recursion, or calls nested deeply");
		return replay_integer(c, 0);
	}
	replay_register *args = arena_array(c->arena, call->arg_count + 1, sizeof *args);
	scope.slots = arena_array(c->arena, func->slot_count + 1, sizeof *scope.slots);
	scope.result = place_for_result(c, func, want);
	scope.end = replay_label(c);
	evaluate_arguments(c, call, func, args);
	const uint32_t break_label = c->break_label, continue_label = c->continue_label;
	const unsigned registers = c->next_register;
	c->scope = &scope;
	c->break_label = c->continue_label = NO_LABEL;
	bind_parameters(c, func, args, call->arg_count);
	replay_stmt(c, func->body);
	replay_place_label(c, scope.end);
	c->scope = scope.outer;
	c->break_label = break_label;
	c->continue_label = continue_label;
	c->next_register = registers;
	return scope.result;
}

static replay_register
call(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const struct ir_func *func = program_definition(c->m->program, e->func);
	if (func && func->launches)
		replay_refuse(c, "a launch");
	else if (func)
		return inline_call(c, e, func, want);
	replay_unsupported(c, "a function that cannot be seen");
	return unknown(c, want);
}

/* ---- builtins ---- */

static replay_register
function(struct replay_compiler *c, const struct ir_expr *e, builtin_function function, replay_register want)
{
	struct replay_function *f = arena_new(c->arena, struct replay_function);
	struct value *args = arena_array(c->arena, e->arg_count + 1, sizeof *args);
	if (e->arg_count > 4 || replay_scalar_of(e->type) == SCALAR_NONE)
		replay_refuse(c, "a function of another kind");
	f->function = function;
	f->call = (struct builtin_call){e, e->builtin, args, e->arg_count};
	for (uint32_t i = 0; i < e->arg_count && !c->refused; i++) {
		replay_register arg = replay_expr(c, e->args[i], NO_REGISTER);
		for (uint32_t k = i + 1; k < e->arg_count; k++)
			arg = steady(c, arg, e->args[k]);
		f->args[i] = arg;
		args[i].real = is_float(e->args[i]->type);
	}
	for (uint32_t i = e->arg_count; i < 4; i++)
		f->args[i] = replay_integer(c, 0);
	const replay_register d = destination(c, want);
	replay_emit(c, REPLAY_FUNCTION, d, 0, 0)->function = f;
	return d;
}

/* An allocation of args[first] bytes, args[count] times over. */
static replay_register
allocate(struct replay_compiler *c, const struct ir_expr *e, const replay_register *args, replay_register want)
{
	const bool counted = e->builtin == IR_BUILTIN_calloc;
	const replay_register d = destination(c, want);
	replay_emit(c, REPLAY_ALLOCATE, d, args[0], counted ? args[1] : replay_integer(c, 1))->expr = e;
	return d;
}

static replay_register
bytes_builtin(struct replay_compiler *c, const struct ir_expr *e, const replay_register *args)
{
	c->code->stores = c->code->stores_integers = true;
	if (e->builtin == IR_BUILTIN_memset)
		replay_emit(c, REPLAY_FILL, args[2], args[0], args[1])->shape = SCALAR_U8;
	else
		replay_emit(c, REPLAY_MOVE_BYTES, args[2], args[0], args[1]);
	return args[0];
}

static bool
is_output(enum ir_builtin id)
{
	return id == IR_BUILTIN_printf || id == IR_BUILTIN_fprintf || id == IR_BUILTIN_puts || id == IR_BUILTIN_putchar ||
	       id == IR_BUILTIN_fwrite || id == IR_BUILTIN_fflush;
}

static bool
is_of_the_runtime(enum ir_builtin id)
{
	return id >= IR_BUILTIN_cudaMalloc;
}

static replay_register
builtin(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const builtin_function known = builtin_function_of(builtin_handler_of(e->builtin));
	if (known)
		return function(c, e, known, want);
	if (is_of_the_runtime(e->builtin)) {
		replay_refuse(c, "a call of the CUDA runtime");
		return replay_integer(c, 0);
	}
	replay_register *args = arena_array(c->arena, e->arg_count + 3, sizeof *args);
	for (uint32_t i = 0; i < e->arg_count; i++) {
		args[i] = replay_expr(c, e->args[i], NO_REGISTER);
		for (uint32_t k = i + 1; k < e->arg_count; k++)
			args[i] = steady(c, args[i], e->args[k]);
	}
	switch (e->builtin) {
	case IR_BUILTIN___mul24: case IR_BUILTIN___umul24: {
		const replay_register d = destination(c, want);
		arithmetic(c, IR_MUL, e->type, d, args[0], args[1]);
		return d;
	}
	case IR_BUILTIN_malloc: case IR_BUILTIN_calloc: case IR_BUILTIN___gl_new:
		return allocate(c, e, args, want);
	case IR_BUILTIN_free: case IR_BUILTIN___gl_delete:
		return replay_integer(c, 0);
	case IR_BUILTIN_memset: case IR_BUILTIN_memcpy: case IR_BUILTIN_memmove:
		return bytes_builtin(c, e, args);
	case IR_BUILTIN_rand: case IR_BUILTIN_random: case IR_BUILTIN_srand: case IR_BUILTIN_srandom: case IR_BUILTIN_rand_r:
	case IR_BUILTIN_drand48: case IR_BUILTIN_lrand48: case IR_BUILTIN_mrand48: case IR_BUILTIN_srand48: {
		const replay_register d = destination(c, want);
		c->code->draws = true;
		replay_emit(c, REPLAY_RANDOM, d, e->arg_count ? args[0] : replay_integer(c, 0), 0)->builtin = e->builtin;
		return d;
	}
	case IR_BUILTIN___gl_is_known: {
		const replay_register d = destination(c, want);
		replay_emit(c, REPLAY_IS_KNOWN, d, args[0], 0);
		return d;
	}
	case IR_BUILTIN___gl_forget:
		c->code->stores = true;
		replay_emit(c, REPLAY_FILL, args[1], args[0], unknown(c, NO_REGISTER))->shape = SCALAR_U8;
		return replay_integer(c, 0);
	case IR_BUILTIN___gl_unknown: case IR_BUILTIN_clock: case IR_BUILTIN_time: case IR_BUILTIN_getenv:
		return unknown(c, want);
	default:
		if (is_output(e->builtin))
			return unknown(c, want);
		replay_unsupported(c, ir_builtin_name(e->builtin));
		return unknown(c, want);
	}
}

/* ---- all together ---- */

static replay_register
unary(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	const replay_register a = replay_expr(c, e->a, NO_REGISTER), d = destination(c, want);
	const bool real = is_float(e->op == IR_NOT ? e->a->type : e->type);
	switch (e->op) {
	case IR_NOT:
		replay_emit(c, real ? REPLAY_EQ_F : REPLAY_EQ, d, a, replay_integer(c, 0));
		break;
	case IR_NEG:
		if (real)
			replay_emit(c, REPLAY_NEGATE_F, d, a, 0);
		else
			arithmetic(c, IR_SUB, e->type, d, replay_integer(c, 0), a);
		break;
	default:
		replay_emit(c, REPLAY_XOR, d, a, replay_integer(c, -1));
		wrap(c, e->type, d, d);
		break;
	}
	return d;
}

static replay_register
binary(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	replay_register a = replay_expr(c, e->a, NO_REGISTER);
	a = steady(c, a, e->b);
	const replay_register b = replay_expr(c, e->b, NO_REGISTER), d = destination(c, want);
	if (e->op >= IR_LT && e->op <= IR_NE)
		compare(c, e->op, e->a->type, d, a, b);
	else
		arithmetic(c, e->op, e->type, d, a, b);
	return d;
}

static replay_register
pointer_difference(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	replay_register a = replay_expr(c, e->a, NO_REGISTER);
	a = steady(c, a, e->b);
	const replay_register b = replay_expr(c, e->b, NO_REGISTER), d = destination(c, want);
	replay_emit(c, REPLAY_SUB_64, d, a, b);
	if (e->scale > 1)
		replay_emit(c, REPLAY_DIV_I64, d, d, replay_integer(c, e->scale));
	return d;
}

static replay_register
copy_record(struct replay_compiler *c, const struct ir_expr *e)
{
	const struct address source = address_of(c, e->b);
	const replay_register from = steady(c, one_register(c, &source, NO_REGISTER), e->a);
	const struct address target = address_of(c, e->a);
	const replay_register to = one_register(c, &target, NO_REGISTER);
	replay_copy(c, e->type, to, from);
	return to;
}

/* What another part of the evaluator makes of an expression without operands: the address of a string or function. */
static replay_register
evaluated(struct replay_compiler *c, const struct ir_expr *e)
{
	int64_t number;
	const struct value value = eval_expr(c->m, e);
	return value_is_constant(&value, &number) ? replay_integer(c, number) : unknown(c, NO_REGISTER);
}

static replay_register
dispatch(struct replay_compiler *c, const struct ir_expr *e, replay_register want)
{
	switch (e->kind) {
	case IR_INT: return replay_integer(c, e->integer);
	case IR_FLOAT: return replay_constant(c, (union lane){.real = real_round(e->real, e->type)});
	case IR_STRING: case IR_FUNC: return evaluated(c, e);
	case IR_VAR:
		if (register_at(e))
			replay_refuse(c, "the address of a register");
		return replay_variable(c, e->var);
	case IR_SPECIAL: return e->special == IR_WARP_SIZE ? replay_integer(c, 32) : unknown(c, want);
	case IR_LOAD: return load(c, e, want);
	case IR_STORE: return assign(c, e);
	case IR_UPDATE: return update(c, e, true);
	case IR_COPY: return copy_record(c, e);
	case IR_ZERO: {
		const replay_register at = replay_expr(c, e->a, NO_REGISTER);
		zero(c, e->type, at);
		return at;
	}
	case IR_OFFSET: case IR_FIELD: {
		const struct address address = address_of(c, e);
		return one_register(c, &address, want);
	}
	case IR_POINTER_DIFF: return pointer_difference(c, e, want);
	case IR_UNARY: return unary(c, e, want);
	case IR_BINARY: return binary(c, e, want);
	case IR_AND: case IR_OR: return truth_of(c, e);
	case IR_CONDITIONAL: return conditional(c, e, want);
	case IR_COMMA:
		replay_effects(c, e->a);
		return replay_expr(c, e->b, want);
	case IR_CONVERT: return convert(c, e->type, e->a->type, replay_expr(c, e->a, NO_REGISTER), want);
	case IR_CALL: return call(c, e, want);
	case IR_CALL_POINTER: replay_unsupported(c, "a call through a pointer"); return unknown(c, want);
	case IR_BUILTIN: return builtin(c, e, want);
	case IR_LAUNCH: replay_refuse(c, "a launch"); return replay_integer(c, 0);
	case IR_STATEMENTS:
		if (e->body)
			replay_block(c, e->body);
		return e->a ? replay_expr(c, e->a, want) : replay_integer(c, 0);
	case IR_UNKNOWN:
		for (uint32_t i = 0; i < e->arg_count; i++)
			replay_effects(c, e->args[i]);
		return unknown(c, want);
	}
	return unknown(c, want);
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
		update(c, e, false);
	else
		replay_expr(c, e, NO_REGISTER);
	c->next_register = registers;
}
