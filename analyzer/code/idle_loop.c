#include "code/idle_loop.h"

#include "ir/plain.h"
#include "ir/walk.h"

enum { MOST_DECLARED = 16 };

struct reader {
	struct idle_loop *loop;
	const struct ir_var *declared[MOST_DECLARED];   /* in the loop */
	unsigned declared_count;
	unsigned depth;
};

static bool reads_stmt(struct reader *r, const struct ir_stmt *s);
static bool reads_expr(struct reader *r, const struct ir_expr *e);

static bool
is_integer(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL;
}

static bool
is_real(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT;
}

static bool
is_scalar_of_its_own(const struct ir_var *var)
{
	return !var->address_taken && (is_integer(var->type) || is_real(var->type));
}

static bool
is_declared(const struct reader *r, const struct ir_var *var)
{
	for (unsigned i = 0; i < r->declared_count; i++)
		if (r->declared[i] == var)
			return true;
	return false;
}

static bool
note(struct idle_variable *list, unsigned *count, unsigned most, const struct ir_var *var, bool assigned)
{
	unsigned i = 0;
	while (i < *count && list[i].var != var)
		i++;
	if (i == most)
		return false;
	*count += i == *count;
	list[i] = (struct idle_variable){var, list[i].assigned || assigned};
	return true;
}

/* The variable that an address begins with, or that holds where it begins; NULL: it is none of the function's own. */
static const struct ir_var *
root_of(const struct ir_expr *address)
{
	const struct ir_expr *base = ir_base_of_address(address);
	const bool leads_on = base && base->kind == IR_LOAD && base->a->kind == IR_VAR && !base->a->var->address_taken;
	return ir_local_of_address(leads_on ? base->a : address);
}

/* The indices on the way to a number of floating point. */
static bool
reads_indices(struct reader *r, const struct ir_expr *address)
{
	for (; address->kind == IR_OFFSET || address->kind == IR_FIELD || address->kind == IR_CONVERT; address = address->a)
		if (address->kind == IR_OFFSET && !reads_expr(r, address->b))
			return false;
	return true;
}

/* An access to a scalar of the type at the address. */
static bool
reads_place(struct reader *r, const struct ir_type *type, const struct ir_expr *address, bool assigned)
{
	const struct ir_var *var = root_of(address);
	if (!var || type->is_volatile || var->type->is_volatile)
		return false;
	if (is_declared(r, var))
		return address->kind == IR_VAR;
	if (is_integer(type))
		return address->kind == IR_VAR && is_scalar_of_its_own(var) &&
		       note(r->loop->integers, &r->loop->integer_count, IDLE_INTEGERS, var, assigned);
	return is_real(type) && reads_indices(r, address) &&
	       note(r->loop->reals, &r->loop->real_count, IDLE_REALS, var, assigned);
}

static bool
is_arithmetic(enum ir_op op)
{
	return op == IR_ADD || op == IR_SUB || op == IR_MUL || op == IR_DIV || op == IR_NEG;
}

/* Whether the number is made here, and not handed on. */
static bool
is_made(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT)
		e = e->a;
	return (e->kind == IR_BINARY && is_arithmetic(e->op)) || e->kind == IR_BUILTIN;
}

static bool
assigns(struct reader *r, const struct ir_expr *e)
{
	const bool own = e->a->kind == IR_VAR && is_declared(r, e->a->var);
	if (is_real(e->type) && !own && !(e->kind == IR_UPDATE ? is_arithmetic(e->op) : is_made(e->b)))
		return false;
	return is_real(e->type) == is_real(e->b->type) && reads_expr(r, e->b) && reads_place(r, e->type, e->a, true);
}

static bool
reads_parts(struct reader *r, const struct ir_expr *e)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!part.expr || !reads_expr(r, part.expr))
			return false;
	return true;
}

static bool
reads_kind(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT:
		return true;
	case IR_LOAD:
		return reads_place(r, e->type, e->a, false);
	case IR_STORE: case IR_UPDATE:
		return assigns(r, e);
	case IR_UNARY: case IR_BINARY: case IR_CONVERT:
		return is_real(e->type) == is_real(e->a->type) && reads_parts(r, e);
	case IR_COMMA:
		return reads_parts(r, e);
	case IR_BUILTIN:
		return is_real(e->type) && builtin_only_computes(e->builtin) && reads_parts(r, e);
	default:
		return false;
	}
}

static bool
reads_expr(struct reader *r, const struct ir_expr *e)
{
	if (r->depth > IR_DEEPEST || (!is_integer(e->type) && !is_real(e->type)))
		return false;
	r->depth++;
	const bool idle = reads_kind(r, e);
	r->depth--;
	return idle;
}

static bool
declares(struct reader *r, const struct ir_var *var)
{
	if (var->storage != IR_STORAGE_LOCAL || !is_scalar_of_its_own(var) || r->declared_count == MOST_DECLARED)
		return false;
	r->declared[r->declared_count++] = var;
	return true;
}

static bool
reads_loop(struct reader *r, const struct ir_stmt *s)
{
	return s->expr && reads_expr(r, s->expr) && reads_stmt(r, s->body) && (!s->step || reads_expr(r, s->step));
}

static bool
reads_block(struct reader *r, const struct ir_stmt *s)
{
	for (uint32_t i = 0; i < s->stmt_count; i++)
		if (!reads_stmt(r, s->stmts[i]))
			return false;
	return true;
}

static bool
reads_stmt(struct reader *r, const struct ir_stmt *s)
{
	if (r->depth > IR_DEEPEST)
		return false;
	r->depth++;
	const bool idle = s->kind == IR_STMT_EXPR      ? reads_expr(r, s->expr)
	                  : s->kind == IR_STMT_DECLARE ? declares(r, s->var)
	                  : s->kind == IR_STMT_BLOCK   ? reads_block(r, s)
	                                               : s->kind == IR_STMT_LOOP && reads_loop(r, s);
	r->depth--;
	return idle;
}

struct idle_loop
idle_loop_of(const struct ir_stmt *loop)
{
	struct idle_loop found = {0};
	struct reader r = {.loop = &found};
	found.is_idle = reads_loop(&r, loop) && found.real_count;
	return found;
}
