/* Expressions: whether their values depend, and what the accesses among them go by. */
#include "code/doubt/doubt_internal.h"
#include "ir/walk.h"

static bool
is_in_doubt(const struct doubt_reader *r, bool address)
{
	return r->doubts && (around(r) || address);
}

static void
put_in_doubt(struct doubt_reader *r, const struct ir_expr *access, bool address)
{
	if (!is_in_doubt(r, address))
		return;
	doubts_add(r->doubts, access);
	doubts_add(r->doubts, access->a);
	doubts_add(r->doubts, access->b);
}

static bool
is_part(const struct ir_expr *e)
{
	return e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT;
}

/* Whether the address of a place depends; the variable itself that a place is part of is always the same. */
static bool
read_place(struct doubt_reader *r, const struct ir_expr *address)
{
	bool index = false;
	const struct ir_expr *e = address;
	for (; is_part(e); e = e->a)
		if (e->kind == IR_OFFSET)
			index |= doubt_read_expr(r, e->b);
	return doubt_read_expr(r, e) || index;
}

static bool
is_real(const struct ir_type *type)
{
	return type && type->kind == IR_TYPE_FLOAT;
}

/* Something of that type is stored where all threads see it. */
static void
spread(struct doubt_reader *r, const struct ir_type *type, bool depends)
{
	doubt_raise(r, is_real(type) ? &r->spread_reals : &r->spread, depends);
}

/* depends: the value; where: the address. */
static void
assign(struct doubt_reader *r, const struct ir_expr *address, const struct ir_type *type, bool depends, bool where)
{
	const struct targets targets = doubt_targets(r, address);
	const bool value = depends || where || around(r);
	for (unsigned i = 0; i < targets.count; i++)
		doubt_raise(r, &targets.items[i].in->vars[targets.items[i].slot], value);
	if (targets.elsewhere)
		spread(r, type, value);
}

static void
give_away(struct doubt_reader *r, const struct ir_expr *arg)
{
	if (!arg->type || arg->type->kind != IR_TYPE_POINTER)
		return;
	const struct targets targets = doubt_targets(r, arg);
	doubt_give_away(r, &targets);
}

/* Whether what the operation yields is in doubt, whatever its operands are. */
static bool
is_value_in_doubt(const struct doubt_reader *r, const struct ir_expr *e)
{
	return r->values->members.count && pointer_set_has(r->values, e);
}

/* What lies in memory that all threads see; numbers of floating point and integers lie apart there. */
static bool
of_memory(const struct doubt_reader *r, const struct ir_expr *site)
{
	const bool spread = r->spread || (r->spread_reals && site->type && site->type->kind != IR_TYPE_INT);
	return spread || pointer_set_has(r->values, site);
}

/* What lies at such a place. */
static bool
read_targets(struct doubt_reader *r, const struct ir_expr *site, const struct ir_expr *address, bool where)
{
	const struct targets targets = doubt_targets(r, address);
	bool depends = where;
	for (unsigned i = 0; i < targets.count; i++)
		depends |= targets.items[i].in->vars[targets.items[i].slot];
	if (!targets.elsewhere)
		return depends;
	const struct ir_expr *base = ir_base_of_address(address);
	const bool constant = base->kind == IR_VAR && base->var->storage == IR_STORAGE_CONSTANT;
	return depends || (!constant && of_memory(r, site));
}

static bool
read_load(struct doubt_reader *r, const struct ir_expr *site, const struct ir_expr *address)
{
	const bool where = read_place(r, address);
	if (!ir_local_of_address(address))
		put_in_doubt(r, site, where);
	return read_targets(r, site, address, where);
}

/* Gives a parameter its value, or copies a record to it. depends: the argument. */
static void
pass(struct doubt_reader *r, struct known_func *f, const struct ir_var *parameter, const struct ir_expr *arg, bool depends)
{
	bool *to = &f->vars[parameter->slot];
	const bool is_scalar = parameter->type->kind == IR_TYPE_INT || parameter->type->kind == IR_TYPE_BOOL || is_real(parameter->type);
	if (is_scalar) {
		doubt_raise(r, to, depends);
		return;
	}
	const struct targets targets = doubt_targets(r, arg);
	if (parameter->type->kind == IR_TYPE_POINTER) {
		doubt_raise(r, to, depends);
		doubt_add_targets(r, &f->pointers[parameter->slot], &targets);
		return;
	}
	const struct targets copy = {.items = {{f, parameter->slot}}, .count = 1};
	doubt_raise(r, to, read_targets(r, arg, arg, depends));
	doubt_copy_pointers(r, &copy, &targets);
}

static bool
read_call(struct doubt_reader *r, const struct ir_expr *e)
{
	struct known_func *f = e->func->body ? doubt_known(r, e->func) : NULL;
	bool args = false;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const bool depends = doubt_read_expr(r, e->args[i]);
		args |= depends;
		if (f && i < f->func->param_count)
			pass(r, f, f->func->params[i], e->args[i], depends);
		else
			give_away(r, e->args[i]);
	}
	put_in_doubt(r, e, args);     /* what a library function does is told at its call */
	if (!f) {
		r->unseen = true;
		return args;
	}
	doubt_raise(r, &f->context, around(r));
	doubt_read_func(r, f);
	return f->result;
}

static bool
read_builtin(struct doubt_reader *r, const struct ir_expr *e)
{
	bool args = false, pointers = false, reads = false;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const bool depends = doubt_read_expr(r, e->args[i]);
		args |= depends;
		give_away(r, e->args[i]);
		if (e->args[i]->type && e->args[i]->type->kind == IR_TYPE_POINTER) {
			pointers |= depends;
			reads = true;
		}
	}
	if (!reads)
		return args || is_value_in_doubt(r, e);
	put_in_doubt(r, e, pointers);
	spread(r, e->type, args || around(r));
	/* The sides of an asynchronous copy are sites. */
	for (uint32_t i = 0; i < e->arg_count && is_in_doubt(r, pointers); i++)
		doubts_add(r->doubts, e->args[i]);
	return args || of_memory(r, e);
}

/* `&&`, `||` and `?:`: on the condition hangs whether the rest is come to. */
static bool
read_choice(struct doubt_reader *r, const struct ir_expr *e)
{
	const bool outer = r->context, condition = doubt_read_expr(r, e->a);
	r->context |= condition;
	const bool b = doubt_read_expr(r, e->b), c = doubt_read_expr(r, e->c);
	r->context = outer;
	return condition || b || c;
}

/* Puts a value where the expression says; whether its address depends is returned. */
static bool
write_to(struct doubt_reader *r, const struct ir_expr *e, bool value)
{
	const bool where = read_place(r, e->a);
	put_in_doubt(r, e, where);
	assign(r, e->a, e->type, value, where);
	return where;
}

static bool
read_store(struct doubt_reader *r, const struct ir_expr *e)
{
	const bool value = doubt_read_expr(r, e->b);
	write_to(r, e, value);
	if (e->b->type->kind == IR_TYPE_POINTER) {
		const struct targets to = doubt_targets(r, e->a), from = doubt_targets(r, e->b);
		doubt_store_pointer(r, &to, &from);
	}
	return value;
}

static bool
read_copy(struct doubt_reader *r, const struct ir_expr *e)
{
	const bool where = write_to(r, e, read_load(r, e, e->b));
	const struct targets to = doubt_targets(r, e->a), from = doubt_targets(r, e->b);
	doubt_copy_pointers(r, &to, &from);
	return where;
}

static bool
read_update(struct doubt_reader *r, const struct ir_expr *e)
{
	const bool former = read_load(r, e, e->a), operand = doubt_read_expr(r, e->b);
	const bool value = former || operand || is_value_in_doubt(r, e);
	assign(r, e->a, e->type, value, read_place(r, e->a));
	return value;
}

/* Of both operands. */
static bool
read_operation(struct doubt_reader *r, const struct ir_expr *e)
{
	const bool a = doubt_read_expr(r, e->a), b = doubt_read_expr(r, e->b);
	return a || b || is_value_in_doubt(r, e);
}

static bool
read_conversion(struct doubt_reader *r, const struct ir_expr *e)
{
	const bool a = doubt_read_expr(r, e->a);
	if (e->type->kind != IR_TYPE_POINTER)
		give_away(r, e->a);
	return a;
}

/* Who knows what is made of the operands. */
static bool
read_unseen(struct doubt_reader *r, const struct ir_expr *e)
{
	r->unseen |= e->kind == IR_CALL_POINTER;
	doubt_read_expr(r, e->kind == IR_CALL_POINTER ? e->a : NULL);
	for (uint32_t i = 0; i < e->arg_count; i++) {
		doubt_read_expr(r, e->args[i]);
		give_away(r, e->args[i]);
	}
	return true;
}

static bool
read_kind(struct doubt_reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LOAD:
		return read_load(r, e, e->a);
	case IR_STORE:
		return read_store(r, e);
	case IR_UPDATE:
		return read_update(r, e);
	case IR_COPY:
		return read_copy(r, e);
	case IR_ZERO:
		return write_to(r, e, false);
	case IR_FIELD:
		return doubt_read_expr(r, e->a);
	case IR_UNARY: case IR_BINARY: case IR_OFFSET: case IR_POINTER_DIFF:
		return read_operation(r, e);
	case IR_AND: case IR_OR: case IR_CONDITIONAL:
		return read_choice(r, e);
	case IR_COMMA:
		doubt_read_expr(r, e->a);
		return doubt_read_expr(r, e->b);
	case IR_CONVERT:
		return read_conversion(r, e);
	case IR_CALL:
		return read_call(r, e);
	case IR_BUILTIN:
		return read_builtin(r, e);
	case IR_STATEMENTS:
		doubt_read_stmt(r, e->body);
		return doubt_read_expr(r, e->a);
	case IR_CALL_POINTER: case IR_LAUNCH: case IR_UNKNOWN:
		return read_unseen(r, e);
	default:
		return false;
	}
}

bool
doubt_read_expr(struct doubt_reader *r, const struct ir_expr *e)
{
	if (!e)
		return false;
	if (r->depth > IR_DEEPEST) {
		r->too_much = true;
		return true;
	}
	r->depth++;
	const bool depends = read_kind(r, e);
	r->depth--;
	return depends;
}
