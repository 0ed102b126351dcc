/* Expressions: how their values depend, and what the accesses among them go by. */
#include "code/doubt/doubt_internal.h"
#include "ir/walk.h"

static bool
is_in_doubt(const struct doubt_reader *r, dependence address)
{
	return r->doubts && (around(r) & r->doubtful || address & (WILD | JUMPS));
}

static void
put_in_doubt(struct doubt_reader *r, const struct ir_expr *access, dependence address)
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

/* How the address of a place depends; the variable itself that a place is part of is always the same. */
static dependence
read_place(struct doubt_reader *r, const struct ir_expr *address)
{
	dependence index = INDEPENDENT;
	const struct ir_expr *e = address;
	for (; is_part(e); e = e->a)
		if (e->kind == IR_OFFSET)
			index = worse(index, doubt_read_expr(r, e->b));
	return worse(index, doubt_read_expr(r, e));
}

static bool
is_real(const struct ir_type *type)
{
	return type && type->kind == IR_TYPE_FLOAT;
}

/* Something of that type is stored where all threads see it. */
static void
spread(struct doubt_reader *r, const struct ir_type *type, dependence d)
{
	bool *to = is_real(type) ? &r->spread_reals : &r->spread;
	const bool spreads = r->values && d != INDEPENDENT && !*to;
	r->changed |= spreads;
	*to |= spreads;
}

/* d: of the value; where: of the address. */
static void
assign(struct doubt_reader *r, const struct ir_expr *address, const struct ir_type *type, dependence d, dependence where)
{
	const struct targets targets = doubt_targets(r, address);
	const dependence value = worse(worse(d, wild_unless_independent(where)), around(r));
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
	return r->values && r->values->members.count && pointer_set_has(r->values, e);
}

/* What lies in memory that all threads see; numbers of floating point and integers lie apart there. */
static dependence
of_memory(const struct doubt_reader *r, const struct ir_expr *site)
{
	const bool spread = r->spread || (r->spread_reals && site->type && site->type->kind != IR_TYPE_INT);
	return !r->values || spread || pointer_set_has(r->values, site) ? WILD : INDEPENDENT;
}

/* What lies at such a place. */
static dependence
read_targets(struct doubt_reader *r, const struct ir_expr *site, const struct ir_expr *address, dependence where)
{
	const struct targets targets = doubt_targets(r, address);
	dependence d = wild_unless_independent(where);
	for (unsigned i = 0; i < targets.count; i++)
		d = worse(d, targets.items[i].in->vars[targets.items[i].slot]);
	if (!targets.elsewhere)
		return d;
	const struct ir_expr *base = ir_base_of_address(address);
	const bool constant = base->kind == IR_VAR && base->var->storage == IR_STORAGE_CONSTANT;
	return constant && where == INDEPENDENT ? d : worse(d, wild_unless_independent(of_memory(r, site)));
}

static dependence
read_load(struct doubt_reader *r, const struct ir_expr *site, const struct ir_expr *address)
{
	const dependence where = read_place(r, address);
	if (!ir_local_of_address(address))
		put_in_doubt(r, site, where);
	return read_targets(r, site, address, where);
}

/* A constant below zero, or what has become of one without a sign. */
static bool
is_below_zero(const struct ir_expr *e)
{
	const struct ir_expr *number = ir_without_conversions(e);
	if (!number || number->kind != IR_INT)
		return false;
	return number->integer < 0 || (!number->type->is_signed && number->type->size == 4 && number->integer > INT32_MAX);
}

/* Something has been taken away from it. */
static dependence
lowered(dependence d, const struct ir_type *type)
{
	return d & LINEAR ? d | (type->is_signed ? LOWERED : WRAPS) : d;
}

/* Of an operation, or an update, what comes of its operands. */
static dependence
combine(const struct ir_expr *e, const struct ir_type *type, dependence a, dependence b)
{
	const dependence both = worse(a, b);
	switch (e->op) {
	case IR_ADD:
		return is_below_zero(e->b) ? lowered(both, type) : both;
	case IR_SUB: case IR_NEG: case IR_BIT_NOT:
		return lowered(both, type);
	case IR_MUL:
		return a == INDEPENDENT || b == INDEPENDENT ? both : WILD;
	case IR_SHL:
		return b == INDEPENDENT ? a : WILD;
	default:
		return wild_unless_independent(both);
	}
}

/* Gives a parameter its value, or copies a record to it. d: of the argument. */
static void
pass(struct doubt_reader *r, struct known_func *f, const struct ir_var *parameter, const struct ir_expr *arg, dependence d)
{
	dependence *to = &f->vars[parameter->slot];
	const bool is_scalar = parameter->type->kind == IR_TYPE_INT || parameter->type->kind == IR_TYPE_BOOL || is_real(parameter->type);
	if (is_scalar) {
		doubt_raise(r, to, d);
		return;
	}
	const struct targets targets = doubt_targets(r, arg);
	if (parameter->type->kind == IR_TYPE_POINTER) {
		doubt_raise(r, to, d);
		doubt_add_targets(r, &f->pointers[parameter->slot], &targets);
		return;
	}
	const struct targets copy = {.items = {{f, parameter->slot}}, .count = 1};
	doubt_raise(r, to, read_targets(r, arg, arg, d));
	doubt_copy_pointers(r, &copy, &targets);
}

static dependence
read_call(struct doubt_reader *r, const struct ir_expr *e)
{
	struct known_func *f = e->func->body ? doubt_known(r, e->func) : NULL;
	dependence args = INDEPENDENT;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const dependence d = doubt_read_expr(r, e->args[i]);
		args = worse(args, d);
		if (f && i < f->func->param_count)
			pass(r, f, f->func->params[i], e->args[i], d);
		else
			give_away(r, e->args[i]);
	}
	put_in_doubt(r, e, args);     /* what a library function does is told at its call */
	if (!f) {
		r->unseen = true;
		return wild_unless_independent(args);
	}
	doubt_raise(r, &f->context, around(r));
	doubt_read_func(r, f);
	return f->result;
}

static dependence
read_builtin(struct doubt_reader *r, const struct ir_expr *e)
{
	dependence args = INDEPENDENT, pointers = INDEPENDENT;
	bool reads = false;
	unsigned linear = 0;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const dependence d = doubt_read_expr(r, e->args[i]);
		args = worse(args, d);
		linear += (d & LINEAR) != 0;
		give_away(r, e->args[i]);
		if (e->args[i]->type && e->args[i]->type->kind == IR_TYPE_POINTER) {
			pointers = worse(pointers, d);
			reads = true;
		}
	}
	if (reads) {
		put_in_doubt(r, e, r->parameter ? args : pointers);
		spread(r, e->type, worse(args, around(r)));
		/* The sides of an asynchronous copy are sites. */
		for (uint32_t i = 0; i < e->arg_count && is_in_doubt(r, pointers); i++)
			doubts_add(r->doubts, e->args[i]);
		return worse(wild_unless_independent(args), of_memory(r, e));
	}
	if (is_value_in_doubt(r, e))
		return WILD;
	switch (e->builtin) {
	case IR_BUILTIN_min: case IR_BUILTIN_max: case IR_BUILTIN_umin: case IR_BUILTIN_umax: case IR_BUILTIN_fmin:
	case IR_BUILTIN_fmax:
		return linear > 1 ? WILD : doubt_of_comparison(args) | (args & LOWERED);
	default:
		return wild_unless_independent(args);
	}
}

static dependence
read_conditional(struct doubt_reader *r, const struct ir_expr *e)
{
	const dependence outer = r->context, condition = doubt_of_choice(r, e->a, doubt_read_condition(r, e->a));
	r->context = worse(outer, condition);
	const dependence b = doubt_read_expr(r, e->b), c = doubt_read_expr(r, e->c);
	r->context = outer;
	return worse(condition, worse(b, c));
}

/* Puts a value where the expression says; how its address depends is returned. */
static dependence
write_to(struct doubt_reader *r, const struct ir_expr *e, dependence value)
{
	const dependence where = read_place(r, e->a);
	put_in_doubt(r, e, where);
	assign(r, e->a, e->type, value, where);
	return where;
}

static dependence
read_store(struct doubt_reader *r, const struct ir_expr *e)
{
	const dependence value = doubt_read_expr(r, e->b);
	write_to(r, e, value);
	if (e->b->type->kind == IR_TYPE_POINTER) {
		const struct targets to = doubt_targets(r, e->a), from = doubt_targets(r, e->b);
		doubt_store_pointer(r, &to, &from);
	}
	return value;
}

static dependence
read_copy(struct doubt_reader *r, const struct ir_expr *e)
{
	const dependence where = write_to(r, e, read_load(r, e, e->b));
	const struct targets to = doubt_targets(r, e->a), from = doubt_targets(r, e->b);
	doubt_copy_pointers(r, &to, &from);
	return where;
}

/* Cut to fewer bits a number starts again from zero some time. */
static dependence
cut(dependence d, const struct ir_type *type)
{
	return type->kind != IR_TYPE_FLOAT && type->size < 4 ? wild_unless_independent(d) : d;
}

static dependence
read_update(struct doubt_reader *r, const struct ir_expr *e)
{
	const dependence former = read_load(r, e, e->a), operand = doubt_read_expr(r, e->b);
	const struct ir_type *type = e->compute_type ? e->compute_type : e->type;
	const dependence value = is_value_in_doubt(r, e) ? WILD : cut(combine(e, type, former, operand), e->type);
	assign(r, e->a, e->type, value, read_place(r, e->a));
	return value;
}

static dependence
read_operation(struct doubt_reader *r, const struct ir_expr *e)
{
	const dependence a = doubt_read_expr(r, e->a), b = doubt_read_expr(r, e->b);
	return is_value_in_doubt(r, e) ? WILD : combine(e, e->type, a, b);
}

static dependence
read_conversion(struct doubt_reader *r, const struct ir_expr *e)
{
	const dependence a = doubt_read_expr(r, e->a);
	if (e->type->kind != IR_TYPE_POINTER)
		give_away(r, e->a);
	if (e->type->kind != IR_TYPE_INT || e->type->size < 4)
		return cut(a, e->type);
	if (a & LOWERED && !e->type->is_signed)
		return (a & ~(dependence)LOWERED) | WRAPS;
	return a & WRAPS && e->type->is_signed && e->type->size <= e->a->type->size ? (a & ~(dependence)WRAPS) | LOWERED : a;
}

/* Who knows what is made of the operands. */
static dependence
read_unseen(struct doubt_reader *r, const struct ir_expr *e)
{
	r->unseen |= e->kind == IR_CALL_POINTER;
	doubt_read_expr(r, e->kind == IR_CALL_POINTER ? e->a : NULL);
	for (uint32_t i = 0; i < e->arg_count; i++) {
		doubt_read_expr(r, e->args[i]);
		give_away(r, e->args[i]);
	}
	return WILD;
}

static dependence
read_kind(struct doubt_reader *r, const struct ir_expr *e)
{
	dependence a;
	switch (e->kind) {
	case IR_SPECIAL:
		return r->of_blocks && e->special >= IR_BLOCK_X && e->special <= IR_BLOCK_Z ? ALONG_X << (e->special - IR_BLOCK_X)
		                                                                            : INDEPENDENT;
	case IR_LOAD:
		return read_load(r, e, e->a);
	case IR_STORE:
		return read_store(r, e);
	case IR_UPDATE:
		return read_update(r, e);
	case IR_COPY:
		return read_copy(r, e);
	case IR_ZERO:
		return write_to(r, e, INDEPENDENT);
	case IR_OFFSET: case IR_POINTER_DIFF:
		a = doubt_read_expr(r, e->a);
		return worse(a, doubt_read_expr(r, e->b));
	case IR_FIELD:
		return doubt_read_expr(r, e->a);
	case IR_UNARY: case IR_BINARY:
		return read_operation(r, e);
	case IR_AND: case IR_OR:
		return wild_unless_independent(doubt_read_condition(r, e));
	case IR_CONDITIONAL:
		return read_conditional(r, e);
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
		return INDEPENDENT;
	}
}

dependence
doubt_read_expr(struct doubt_reader *r, const struct ir_expr *e)
{
	if (!e)
		return INDEPENDENT;
	if (r->depth > IR_DEEPEST) {
		r->too_much = true;
		return WILD;
	}
	r->depth++;
	const dependence d = read_kind(r, e);
	r->depth--;
	return d;
}
