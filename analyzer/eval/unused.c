#include "eval/unused.h"

#include <stdlib.h>

#include "eval/machine.h"
#include "ir/constant.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { DEEPEST = 200, MOST_ROUNDS = 64 };

struct reader {
	struct unused_loads *found;
	bool *used;                /* variables, by slot */
	bool noting;               /* which variables are used is known by now */
	bool changed, lost;        /* lost: not all of the function could be read */
	unsigned depth;
};

static void read_stmt(struct reader *r, const struct ir_stmt *s);
static void read_expr(struct reader *r, const struct ir_expr *e, bool used);

/* ---- variables ---- */

/* The function's own variable of which an address is a part, or NULL. */
static const struct ir_var *
variable_of(const struct reader *r, const struct ir_expr *address)
{
	while (address->kind == IR_FIELD || address->kind == IR_OFFSET || address->kind == IR_CONVERT)
		address = address->a;
	if (address->kind != IR_VAR || address->var->slot >= r->found->func->slot_count)
		return NULL;
	const enum ir_storage storage = address->var->storage;
	return storage == IR_STORAGE_LOCAL || storage == IR_STORAGE_PARAM ? address->var : NULL;
}

static void
use(struct reader *r, const struct ir_var *var)
{
	r->changed |= !r->used[var->slot];
	r->used[var->slot] = true;
}

/* On the way to a part of a variable, which is not used itself as an address. */
static void
read_indices(struct reader *r, const struct ir_expr *address, bool used)
{
	for (; address->kind != IR_VAR; address = address->a)
		if (address->kind == IR_OFFSET)
			read_expr(r, address->b, used);
}

/* ---- expressions ---- */

/* What is left out with its result. */
static bool
is_pure(const struct ir_expr *e)
{
	if (e->kind == IR_CALL)
		return func_is_pure(e->func);
	return e->kind == IR_BUILTIN &&
	       (e->builtin == IR_BUILTIN___ldg || (e->builtin >= IR_BUILTIN___popc && e->builtin <= IR_BUILTIN___gl_saturate) ||
	        (e->builtin >= IR_BUILTIN___shfl_sync && e->builtin <= IR_BUILTIN___shfl_xor_sync));
}

static bool
has_effects(const struct ir_expr *e, unsigned depth)
{
	switch (e->kind) {
	case IR_STORE: case IR_UPDATE: case IR_COPY: case IR_ZERO: case IR_CALL_POINTER: case IR_LAUNCH: case IR_STATEMENTS:
	case IR_UNKNOWN:
		return true;
	case IR_CALL: case IR_BUILTIN:
		if (!is_pure(e))
			return true;
		break;
	default:
		break;
	}
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (depth > DEEPEST || !part.expr || has_effects(part.expr, depth + 1))
			return true;
	return false;
}

static void
note_unused(struct reader *r, const struct ir_expr *load)
{
	if (r->noting)
		memory_push(r->found->loads, r->found->count, r->found->capacity, load);
}

static void
read_load(struct reader *r, const struct ir_expr *e, bool used)
{
	const struct ir_var *var = variable_of(r, e->a);
	used |= e->type->is_volatile;
	if (var) {
		if (used)
			use(r, var);
		read_indices(r, e->a, used);
		return;
	}
	if (!used)
		note_unused(r, e);
	read_expr(r, e->a, used);
}

/* A store, or an update or copy, which read the place or another as well. */
static void
read_store(struct reader *r, const struct ir_expr *e, bool used)
{
	const struct ir_var *var = variable_of(r, e->a);
	if (var && used)
		use(r, var);
	const bool stored = !var || var->type->is_volatile || e->type->is_volatile || r->used[var->slot];
	if (e->kind == IR_COPY) {
		const struct ir_var *from = variable_of(r, e->b);
		if (from && stored)
			use(r, from);
		if (from)
			read_indices(r, e->b, stored);
		else
			read_expr(r, e->b, true);   /* what is loaded of it is told from the members that are read */
	} else if (e->b) {
		read_expr(r, e->b, stored || used);
	}
	if (var)
		read_indices(r, e->a, stored);
	else
		read_expr(r, e->a, true);
}

static void
read_choice(struct reader *r, const struct ir_expr *e, bool used)
{
	int64_t known;
	const bool is_known = ir_is_constant(e->kind == IR_CONDITIONAL ? e->a : e, &known);
	read_expr(r, e->a, (used && !is_known) || has_effects(e->b, 0) || (e->c && has_effects(e->c, 0)));
	read_expr(r, e->b, used && (!is_known || (e->kind == IR_CONDITIONAL && known)));
	read_expr(r, e->c, used && (!is_known || !known));
}

/* Whether the result is zero whatever the other operand is. Of floating point it is not. */
static bool
is_zero_anyway(const struct ir_expr *e)
{
	const bool multiplies = e->type->kind == IR_TYPE_INT && (e->op == IR_MUL || e->op == IR_BIT_AND);
	return multiplies && ((e->a->kind == IR_INT && !e->a->integer) || (e->b->kind == IR_INT && !e->b->integer));
}

static void
read_operands(struct reader *r, const struct ir_expr *e, bool used)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (part.expr)
			read_expr(r, part.expr, used);
		else
			read_stmt(r, part.stmt);
	}
}

static void
read_kind(struct reader *r, const struct ir_expr *e, bool used)
{
	switch (e->kind) {
	case IR_VAR:
		/* Who has its address may read it. */
		if (used && variable_of(r, e))
			use(r, e->var);
		break;
	case IR_LOAD:
		read_load(r, e, used);
		break;
	case IR_STORE: case IR_UPDATE: case IR_COPY: case IR_ZERO:
		read_store(r, e, used);
		break;
	case IR_AND: case IR_OR: case IR_CONDITIONAL:
		read_choice(r, e, used);
		break;
	case IR_BINARY:
		read_operands(r, e, used && !is_zero_anyway(e));
		break;
	case IR_COMMA:
		read_expr(r, e->a, false);
		read_expr(r, e->b, used);
		break;
	case IR_CALL: case IR_BUILTIN:
		if (e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN___ldg && !used)
			note_unused(r, e);
		read_operands(r, e, used || !is_pure(e));
		break;
	case IR_CALL_POINTER: case IR_LAUNCH: case IR_UNKNOWN:
		read_operands(r, e, true);
		break;
	default:
		read_operands(r, e, used);
		break;
	}
}

static void
read_expr(struct reader *r, const struct ir_expr *e, bool used)
{
	if (!e)
		return;
	r->lost |= r->depth >= DEEPEST;
	if (r->lost)
		return;
	r->depth++;
	read_kind(r, e, used);
	r->depth--;
}

/* ---- statements ---- */

/* What is not modelled may be a label, by which others come in. */
static bool
may_be_entered(const struct ir_stmt *s, unsigned depth)
{
	if (depth > DEEPEST || s->kind == IR_STMT_UNKNOWN)
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.stmt && may_be_entered(part.stmt, depth + 1))
			return true;
	return false;
}

/* Literals decide which side runs: there is no other. */
static void
read_decided(struct reader *r, const struct ir_stmt *s, bool condition)
{
	const struct ir_stmt *side = condition ? s->then : s->otherwise, *other = condition ? s->otherwise : s->then;
	r->lost |= other && may_be_entered(other, 0);
	read_expr(r, s->expr, false);
	if (side)
		read_stmt(r, side);
}

static void
read_parts(struct reader *r, const struct ir_stmt *s)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (part.stmt)
			read_stmt(r, part.stmt);
		else
			read_expr(r, part.expr, s->kind != IR_STMT_EXPR && !(s->kind == IR_STMT_LOOP && part.expr == s->step));
	}
}

static void
read_stmt(struct reader *r, const struct ir_stmt *s)
{
	r->lost |= r->depth >= DEEPEST || s->kind == IR_STMT_UNKNOWN;
	if (r->lost)
		return;
	int64_t known;
	r->depth++;
	if (s->kind == IR_STMT_IF && ir_is_constant(s->expr, &known))
		read_decided(r, s, known);
	else
		read_parts(r, s);
	r->depth--;
}

static struct unused_loads *
read_func(const struct ir_func *func)
{
	struct unused_loads *found = memory_zeroed(1, sizeof *found);
	found->func = func;
	struct reader r = {.found = found, .used = memory_zeroed(func->slot_count + 1, sizeof *r.used), .changed = true};
	/* What one variable is used for is known only when it is known of those that it comes to. */
	for (unsigned rounds = 0; func->body && r.changed && !r.lost; rounds++) {
		r.changed = false;
		read_stmt(&r, func->body);
		r.lost |= r.changed && rounds == MOST_ROUNDS;
	}
	r.noting = true;
	if (func->body && !r.lost)
		read_stmt(&r, func->body);
	free(r.used);
	return found;
}

const struct unused_loads *
unused_loads_of(struct unused_known *known, const struct ir_func *func)
{
	for (size_t i = 0; i < known->count; i++)
		if (known->funcs[i]->func == func)
			return known->funcs[i];
	struct unused_loads *found = read_func(func);
	memory_push(known->funcs, known->count, known->capacity, found);
	return found;
}

bool
unused_loads_has(const struct unused_loads *unused, const struct ir_expr *load)
{
	for (size_t i = 0; i < unused->count; i++)
		if (unused->loads[i] == load)
			return true;
	return false;
}

void
unused_known_free(struct unused_known *known)
{
	for (size_t i = 0; i < known->count; i++) {
		free(known->funcs[i]->loads);
		free(known->funcs[i]);
	}
	free(known->funcs);
}
