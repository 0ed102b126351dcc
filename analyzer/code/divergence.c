#include "code/divergence.h"

#include <stdlib.h>

#include "ir/walk.h"
#include "support/memory.h"
#include "support/pointer_set.h"

/* A loop that is being read; control leaves it, or begins its next iteration, at its break and continue statements. */
struct loop {
	const struct loop *outer;
	const struct ir_stmt *stmt;
	unsigned level;                /* diverging regions around its body */
};

struct slot {
	bool diverges;
	unsigned level;                /* diverging regions around its declaration */
};

struct divergence {
	struct slot *slots;
	struct pointer_set loops;      /* of which the threads of a warp may make different numbers of iterations */
	const struct ir_func *func;
	const struct loop *loop;
	unsigned level, depth;
	bool changed, lost;            /* lost: not all of the function could be read */
};

static void read_stmt(struct divergence *d, const struct ir_stmt *s);

static void
mark(struct divergence *d, const struct ir_var *var)
{
	if (var->slot < d->func->slot_count && !d->slots[var->slot].diverges) {
		d->slots[var->slot].diverges = true;
		d->changed = true;
	}
}

/* ---- expressions ---- */

static bool diverges(const struct divergence *d, const struct ir_expr *e, unsigned depth);

/* Whether the address is a local variable's that diverges, or a part's of one. */
static bool
local_diverges(const struct divergence *d, const struct ir_expr *address)
{
	const struct ir_var *local = ir_local_of_address(address);
	return local && local->slot < d->func->slot_count && d->slots[local->slot].diverges;
}

static bool
load_diverges(const struct divergence *d, const struct ir_expr *load, unsigned depth)
{
	return load->type->is_volatile || diverges(d, load->a, depth + 1) || local_diverges(d, load->a);
}

static bool
diverges(const struct divergence *d, const struct ir_expr *e, unsigned depth)
{
	if (!e || depth > IR_DEEPEST)
		return e != NULL;
	switch (e->kind) {
	case IR_INT: case IR_FLOAT: case IR_STRING: case IR_VAR: case IR_FUNC:
		return false;
	case IR_SPECIAL:
		return e->special == IR_THREAD_X || e->special == IR_THREAD_Y || e->special == IR_THREAD_Z;
	case IR_LOAD:
		return load_diverges(d, e, depth);
	case IR_STORE: case IR_COMMA:
		return diverges(d, e->b, depth + 1);
	case IR_UPDATE:
		return load_diverges(d, e, depth) || diverges(d, e->b, depth + 1);
	case IR_OFFSET: case IR_FIELD: case IR_POINTER_DIFF: case IR_UNARY: case IR_BINARY: case IR_AND: case IR_OR: case IR_CONDITIONAL:
	case IR_CONVERT:
		return diverges(d, e->a, depth + 1) || diverges(d, e->b, depth + 1) || diverges(d, e->c, depth + 1);
	default:
		return true;
	}
}

/* A variable of a region that only some threads execute is theirs alone; one from around it differs from the others' after. */
static void
assign(struct divergence *d, const struct ir_expr *address, bool value_diverges)
{
	const struct ir_var *var = ir_local_of_address(address);
	if (!var || var->slot >= d->func->slot_count)
		return;
	if (value_diverges || d->level > d->slots[var->slot].level || diverges(d, address, 0))
		mark(d, var);
}

/* Of a record that is copied whole. */
static bool
copy_diverges(const struct divergence *d, const struct ir_expr *copy)
{
	return diverges(d, copy->b, 0) || !ir_address_is_named(ir_base_of_address(copy->b)) || local_diverges(d, copy->b);
}

/* Whoever has a variable's address may assign anything to it. */
static void
escape(struct divergence *d, const struct ir_expr *e)
{
	const struct ir_var *var = e ? ir_local_of_address(e) : NULL;
	if (var)
		mark(d, var);
}

static void
read_conditional(struct divergence *d, const struct ir_expr *e, void (*read)(struct divergence *, const struct ir_expr *))
{
	const unsigned more = diverges(d, e->a, 0);
	read(d, e->a);
	d->level += more;
	read(d, e->b);
	read(d, e->c);
	d->level -= more;
}

static void
read_expr(struct divergence *d, const struct ir_expr *e)
{
	if (!e)
		return;
	if (++d->depth > IR_DEEPEST) {
		d->lost = true;
	} else if (e->kind == IR_CONDITIONAL || e->kind == IR_AND || e->kind == IR_OR) {
		read_conditional(d, e, read_expr);
	} else {
		if (e->kind == IR_STORE || e->kind == IR_COPY)
			escape(d, e->kind == IR_STORE ? e->b : NULL);
		if (e->kind == IR_STORE || e->kind == IR_UPDATE)
			assign(d, e->a, diverges(d, e, 0));
		else if (e->kind == IR_COPY)
			assign(d, e->a, copy_diverges(d, e));
		else if (e->kind == IR_ZERO)
			assign(d, e->a, false);
		if (e->kind == IR_STATEMENTS)
			read_stmt(d, e->body);
		for (uint32_t i = 0; i < e->arg_count; i++)
			escape(d, e->args[i]);
		struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
		for (struct ir_node part; ir_next_part(&parts, &part);)
			if (part.expr)
				read_expr(d, part.expr);
	}
	d->depth--;
}

/* ---- statements ---- */

static void
mark_loop(struct divergence *d, const struct ir_stmt *loop)
{
	if (pointer_set_add(&d->loops, loop))
		d->changed = true;
}

/* Threads that leave the loop, or its iteration, while others go on. A return leaves all loops around it. */
static void
read_jump(struct divergence *d, bool leaves_all)
{
	for (const struct loop *loop = d->loop; loop; loop = leaves_all ? loop->outer : NULL)
		if (loop->stmt->kind == IR_STMT_LOOP && d->level > loop->level)
			mark_loop(d, loop->stmt);
}

static void
read_loop(struct divergence *d, const struct ir_stmt *s)
{
	if (diverges(d, s->expr, 0))
		mark_loop(d, s);
	const unsigned more = pointer_set_has(&d->loops, s);
	d->level += more;
	const struct loop loop = {d->loop, s, d->level};
	d->loop = &loop;
	read_expr(d, s->expr);
	read_stmt(d, s->body);
	read_expr(d, s->step);
	d->loop = loop.outer;
	d->level -= more;
}

/* Of an if, or a switch, which takes the place of a loop for its breaks. */
static void
read_branch(struct divergence *d, const struct ir_stmt *s)
{
	const unsigned more = diverges(d, s->expr, 0);
	const struct loop around = {d->loop, s, d->level + more};
	read_expr(d, s->expr);
	d->level += more;
	if (s->kind == IR_STMT_IF) {
		read_stmt(d, s->then);
		read_stmt(d, s->otherwise);
	} else {
		d->loop = &around;
		for (uint32_t i = 0; i < s->stmt_count; i++)
			read_stmt(d, s->stmts[i]);
		d->loop = around.outer;
	}
	d->level -= more;
}

static void
read_other(struct divergence *d, const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_EXPR:
		read_expr(d, s->expr);
		break;
	case IR_STMT_DECLARE:
		if (s->var->slot < d->func->slot_count)
			d->slots[s->var->slot].level = d->level;
		break;
	case IR_STMT_BLOCK:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			read_stmt(d, s->stmts[i]);
		break;
	case IR_STMT_IF: case IR_STMT_SWITCH:
		read_branch(d, s);
		break;
	case IR_STMT_LOOP:
		read_loop(d, s);
		break;
	case IR_STMT_BREAK: case IR_STMT_CONTINUE: case IR_STMT_RETURN:
		read_jump(d, s->kind == IR_STMT_RETURN);
		read_expr(d, s->kind == IR_STMT_RETURN ? s->expr : NULL);
		break;
	case IR_STMT_TRY: case IR_STMT_UNKNOWN:
		d->lost = true;
		break;
	}
}

static void
read_stmt(struct divergence *d, const struct ir_stmt *s)
{
	if (!s)
		return;
	if (++d->depth > IR_DEEPEST)
		d->lost = true;
	else
		read_other(d, s);
	d->depth--;
}

/* ---- functions ---- */

static struct divergence *
analyse(const struct ir_func *func)
{
	struct divergence *d = memory_zeroed(1, sizeof *d);
	d->func = func;
	d->slots = memory_zeroed(func->slot_count, sizeof *d->slots);
	do {
		d->changed = false;
		read_stmt(d, func->body);
	} while (d->changed && !d->lost);
	return d;
}

bool
divergence_is_uniform(struct divergence_known *known, const struct ir_func *kernel, const struct ir_expr *e)
{
	void **entry = pointer_map_value(&known->funcs, kernel);
	if (!*entry)
		*entry = analyse(kernel);
	const struct divergence *d = *entry;
	return !d->lost && !diverges(d, e, 0);
}

void
divergence_known_free(struct divergence_known *known)
{
	for (size_t i = 0; i < known->funcs.count; i++) {
		struct divergence *d = known->funcs.items[i].value;
		free(d->slots);
		pointer_set_free(&d->loops);
		free(d);
	}
	pointer_map_free(&known->funcs);
}
