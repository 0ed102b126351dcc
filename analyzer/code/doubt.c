#include "code/doubt.h"

#include <stdlib.h>

#include "code/assigned.h"
#include "ir/walk.h"
#include "support/memory.h"
#include "support/pointer_set.h"

enum { MOST_PASSES = 12, MOST_FUNCTIONS = 512 };

struct doubts {
	struct pointer_set nodes;
	bool everything;        /* the code was too much to read */
};

struct doubts *
doubts_new(void)
{
	return memory_zeroed(1, sizeof(struct doubts));
}

void
doubts_free(struct doubts *doubts)
{
	if (doubts)
		pointer_set_free(&doubts->nodes);
	free(doubts);
}

bool
doubts_has(const struct doubts *doubts, const void *node)
{
	return doubts->everything || pointer_set_has(&doubts->nodes, node);
}

static void
add(struct doubts *doubts, const void *node)
{
	if (node)
		pointer_set_add(&doubts->nodes, node);
}

/* ---- reading code ---- */

/* How a value depends on what is not run in full; the worse of two is the greater. */
enum dependence { INDEPENDENT, LINEAR, WILD };

/* A function that the code reaches: the worst of all its calls. */
struct known_func {
	const struct ir_func *func;
	enum dependence *vars;      /* by slot */
	enum dependence context;    /* of the conditions around its calls */
	enum dependence result;
	unsigned read_in;           /* the pass that has read it */
};

struct reader {
	struct known_func **funcs;
	size_t func_count, func_capacity;
	struct known_func *in;      /* whose body is being read */
	bool of_blocks;             /* else of iterations */
	enum dependence threshold;  /* conditions of this and worse put what is under them in doubt */
	enum dependence context;    /* of the conditions around this place */
	enum dependence left;       /* of conditions under which the function, or a loop, may have been left before */
	struct doubts *doubts;      /* NULL as long as it is not yet known how the variables depend */
	unsigned pass, depth;
	bool changed, too_much;
};

static enum dependence read_expr(struct reader *r, const struct ir_expr *e);
static void read_stmt(struct reader *r, const struct ir_stmt *s);

static enum dependence
worse(enum dependence a, enum dependence b)
{
	if (a == WILD || b == WILD)
		return WILD;
	return a == INDEPENDENT ? b : a;
}

static enum dependence
wild_unless_independent(enum dependence d)
{
	return d == INDEPENDENT ? INDEPENDENT : WILD;
}

static enum dependence
around(const struct reader *r)
{
	return worse(r->context, r->left);
}

static void
raise(struct reader *r, enum dependence *to, enum dependence d)
{
	if (d <= *to)
		return;
	*to = d;
	r->changed = true;
}

static void
put_in_doubt(struct reader *r, const struct ir_expr *access, enum dependence address)
{
	if (!r->doubts || (around(r) < r->threshold && address != WILD))
		return;
	add(r->doubts, access);
	add(r->doubts, access->a);
	add(r->doubts, access->b);
}

static bool
is_part(const struct ir_expr *e)
{
	return e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT;
}

/* The local variable that an address is a part of, or NULL; *index: how the part depends. */
static const struct ir_var *
local_of(struct reader *r, const struct ir_expr *address, enum dependence *index)
{
	*index = INDEPENDENT;
	const struct ir_var *var = ir_local_of_address(address);
	if (!var || var->slot >= r->in->func->slot_count)
		return NULL;
	for (const struct ir_expr *e = address; is_part(e); e = e->a)
		if (e->kind == IR_OFFSET)
			*index = worse(*index, read_expr(r, e->b));
	return var;
}

static void
assign(struct reader *r, const struct ir_expr *address, enum dependence d)
{
	enum dependence index;
	const struct ir_var *var = local_of(r, address, &index);
	if (var)
		raise(r, &r->in->vars[var->slot], worse(worse(d, wild_unless_independent(index)), around(r)));
}

/* Whoever is given a local variable's address may write anything there. */
static void
give_away(struct reader *r, const struct ir_expr *arg)
{
	enum dependence index;
	const struct ir_type *type = arg->type;
	const struct ir_var *var = type && type->kind == IR_TYPE_POINTER ? local_of(r, arg, &index) : NULL;
	if (var)
		raise(r, &r->in->vars[var->slot], WILD);
}

static enum dependence
read_load(struct reader *r, const struct ir_expr *site, const struct ir_expr *address)
{
	enum dependence index;
	const struct ir_var *var = local_of(r, address, &index);
	if (var)
		return worse(r->in->vars[var->slot], wild_unless_independent(index));
	const struct ir_expr *base = ir_base_of_address(address);
	const enum dependence where = read_expr(r, address);
	put_in_doubt(r, site, where);
	const bool constant = base->kind == IR_VAR && base->var->storage == IR_STORAGE_CONSTANT;
	return constant && where == INDEPENDENT ? INDEPENDENT : WILD;
}

static enum dependence
combine(enum ir_op op, enum dependence a, enum dependence b)
{
	const enum dependence both = worse(a, b);
	switch (op) {
	case IR_ADD: case IR_SUB: case IR_NEG: case IR_BIT_NOT:
		return both;
	case IR_MUL:
		return a == INDEPENDENT || b == INDEPENDENT ? both : WILD;
	case IR_SHL:
		return b == INDEPENDENT ? a : WILD;
	default:
		return wild_unless_independent(both);
	}
}

/* A condition's outcome as a number. */
static bool
is_truth(const struct ir_expr *e)
{
	return e->kind == IR_CONVERT && e->a->type->kind == IR_TYPE_BOOL && e->type->kind == IR_TYPE_INT;
}

/* As a condition: linear when its outcome turns at most once along any line of blocks. */
static enum dependence
read_condition(struct reader *r, const struct ir_expr *e)
{
	if (!e)
		return INDEPENDENT;
	if (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL)
		return read_condition(r, e->a);
	if (e->kind == IR_UNARY && e->op == IR_NOT)
		return read_condition(r, e->a);
	if (e->kind == IR_AND || e->kind == IR_OR) {
		const enum dependence outer = r->context, a = read_condition(r, e->a);
		r->context = worse(outer, a);
		const enum dependence b = read_condition(r, e->b);
		r->context = outer;
		return worse(a, b);
	}
	if (e->kind == IR_BINARY && (e->op == IR_BIT_AND || e->op == IR_BIT_OR) && is_truth(e->a) && is_truth(e->b))
		return worse(read_condition(r, e->a->a), read_condition(r, e->b->a));
	if (e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_GE)
		return worse(read_expr(r, e->a), read_expr(r, e->b));
	return wild_unless_independent(read_expr(r, e));
}

static struct known_func *
known(struct reader *r, const struct ir_func *func)
{
	for (size_t i = 0; i < r->func_count; i++)
		if (r->funcs[i]->func == func)
			return r->funcs[i];
	if (r->func_count >= MOST_FUNCTIONS) {
		r->too_much = true;
		return NULL;
	}
	struct known_func *f = memory_zeroed(1, sizeof *f);
	f->func = func;
	f->vars = memory_zeroed(func->slot_count + 1, sizeof *f->vars);
	memory_push(r->funcs, r->func_count, r->func_capacity, f);
	return f;
}

static void
read_func(struct reader *r, struct known_func *f)
{
	if (f->read_in == r->pass || !f->func->body)
		return;
	f->read_in = r->pass;
	const struct reader saved = *r;
	r->in = f;
	r->context = f->context;
	r->left = INDEPENDENT;
	read_stmt(r, f->func->body);
	r->in = saved.in;
	r->context = saved.context;
	r->left = saved.left;
}

static enum dependence
read_call(struct reader *r, const struct ir_expr *e)
{
	struct known_func *f = e->func->body ? known(r, e->func) : NULL;
	enum dependence args = INDEPENDENT;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const enum dependence d = read_expr(r, e->args[i]);
		args = worse(args, d);
		give_away(r, e->args[i]);
		if (f && i < f->func->param_count)
			raise(r, &f->vars[f->func->params[i]->slot], d);
	}
	put_in_doubt(r, e, args);     /* what a library function does is told at its call */
	if (!f)
		return wild_unless_independent(args);
	raise(r, &f->context, around(r));
	read_func(r, f);
	return f->result;
}

static enum dependence
read_builtin(struct reader *r, const struct ir_expr *e)
{
	enum dependence args = INDEPENDENT, pointers = INDEPENDENT;
	bool reads = false;
	unsigned linear = 0;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const enum dependence d = read_expr(r, e->args[i]);
		args = worse(args, d);
		linear += d == LINEAR;
		give_away(r, e->args[i]);
		if (e->args[i]->type && e->args[i]->type->kind == IR_TYPE_POINTER) {
			pointers = worse(pointers, d);
			reads = true;
		}
	}
	if (reads) {
		put_in_doubt(r, e, pointers);
		for (uint32_t i = 0; i < e->arg_count; i++)
			put_in_doubt(r, e->args[i], pointers);
		return WILD;
	}
	switch (e->builtin) {
	case IR_BUILTIN_min: case IR_BUILTIN_max: case IR_BUILTIN_umin: case IR_BUILTIN_umax: case IR_BUILTIN_fmin:
	case IR_BUILTIN_fmax:
		return linear > 1 ? WILD : args;
	default:
		return wild_unless_independent(args);
	}
}

static enum dependence
read_conditional(struct reader *r, const struct ir_expr *e)
{
	const enum dependence outer = r->context, condition = read_condition(r, e->a);
	r->context = worse(outer, condition);
	const enum dependence b = read_expr(r, e->b), c = read_expr(r, e->c);
	r->context = outer;
	return worse(condition, worse(b, c));
}

/* Puts a value where the expression says; how its address depends is returned. */
static enum dependence
write_to(struct reader *r, const struct ir_expr *e, enum dependence value)
{
	const enum dependence where = read_expr(r, e->a);
	put_in_doubt(r, e, where);
	assign(r, e->a, value);
	return where;
}

static enum dependence
read_store(struct reader *r, const struct ir_expr *e)
{
	const enum dependence value = read_expr(r, e->b);
	write_to(r, e, value);
	return value;
}

static enum dependence
read_update(struct reader *r, const struct ir_expr *e)
{
	const enum dependence former = read_load(r, e, e->a), value = combine(e->op, former, read_expr(r, e->b));
	assign(r, e->a, value);
	return value;
}

static enum dependence
read_operation(struct reader *r, const struct ir_expr *e)
{
	const enum dependence a = read_expr(r, e->a);
	return combine(e->op, a, read_expr(r, e->b));
}

/* Cut to fewer bits a number starts again from zero some time. */
static enum dependence
read_conversion(struct reader *r, const struct ir_expr *e)
{
	const enum dependence a = read_expr(r, e->a);
	return e->type->kind != IR_TYPE_FLOAT && e->type->size < 4 ? wild_unless_independent(a) : a;
}

/* Who knows what is made of the operands. */
static enum dependence
read_unseen(struct reader *r, const struct ir_expr *e)
{
	read_expr(r, e->kind == IR_CALL_POINTER ? e->a : NULL);
	for (uint32_t i = 0; i < e->arg_count; i++) {
		read_expr(r, e->args[i]);
		give_away(r, e->args[i]);
	}
	return WILD;
}

static enum dependence
read_kind(struct reader *r, const struct ir_expr *e)
{
	enum dependence a;
	switch (e->kind) {
	case IR_SPECIAL:
		return r->of_blocks && e->special >= IR_BLOCK_X && e->special <= IR_BLOCK_Z ? LINEAR : INDEPENDENT;
	case IR_LOAD:
		return read_load(r, e, e->a);
	case IR_STORE:
		return read_store(r, e);
	case IR_UPDATE:
		return read_update(r, e);
	case IR_COPY:
		return write_to(r, e, read_load(r, e, e->b));
	case IR_ZERO:
		return write_to(r, e, INDEPENDENT);
	case IR_OFFSET: case IR_POINTER_DIFF:
		a = read_expr(r, e->a);
		return worse(a, read_expr(r, e->b));
	case IR_FIELD:
		return read_expr(r, e->a);
	case IR_UNARY: case IR_BINARY:
		return read_operation(r, e);
	case IR_AND: case IR_OR:
		return wild_unless_independent(read_condition(r, e));
	case IR_CONDITIONAL:
		return read_conditional(r, e);
	case IR_COMMA:
		read_expr(r, e->a);
		return read_expr(r, e->b);
	case IR_CONVERT:
		return read_conversion(r, e);
	case IR_CALL:
		return read_call(r, e);
	case IR_BUILTIN:
		return read_builtin(r, e);
	case IR_STATEMENTS:
		read_stmt(r, e->body);
		return read_expr(r, e->a);
	case IR_CALL_POINTER: case IR_LAUNCH: case IR_UNKNOWN:
		return read_unseen(r, e);
	default:
		return INDEPENDENT;
	}
}

static enum dependence
read_expr(struct reader *r, const struct ir_expr *e)
{
	if (!e)
		return INDEPENDENT;
	if (r->depth > IR_DEEPEST) {
		r->too_much = true;
		return WILD;
	}
	r->depth++;
	const enum dependence d = read_kind(r, e);
	r->depth--;
	return d;
}

static bool
leaves(const struct ir_stmt *s, unsigned depth)
{
	if (!s || depth > IR_DEEPEST)
		return s != NULL;
	if (s->kind == IR_STMT_BREAK || s->kind == IR_STMT_CONTINUE || s->kind == IR_STMT_RETURN)
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (leaves(part.stmt, depth + 1))
			return true;
	return false;
}

/* The parts of a statement but for its condition, which has been read. */
static void
read_rest(struct reader *r, const struct ir_stmt *s)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (part.stmt)
			read_stmt(r, part.stmt);
		else if (part.expr != s->expr)
			read_expr(r, part.expr);
	}
}

/* A branch or a loop: what its statements are under. Whoever does not leave by it goes on, on the same condition. */
static void
read_branch(struct reader *r, const struct ir_stmt *s, enum dependence condition)
{
	const enum dependence outer = r->context;
	r->context = worse(outer, condition);
	if (r->doubts && around(r) >= r->threshold)
		add(r->doubts, s);
	read_rest(r, s);
	if (r->context != outer && leaves(s, 0))
		r->left = worse(r->left, r->context);
	r->context = outer;
}

static void
read_stmt(struct reader *r, const struct ir_stmt *s)
{
	if (!s)
		return;
	if (r->depth > IR_DEEPEST) {
		r->too_much = true;
		return;
	}
	r->depth++;
	switch (s->kind) {
	case IR_STMT_EXPR:
		read_expr(r, s->expr);
		break;
	case IR_STMT_BLOCK:
		read_rest(r, s);
		break;
	case IR_STMT_IF: case IR_STMT_LOOP:
		read_branch(r, s, read_condition(r, s->expr));
		break;
	case IR_STMT_SWITCH:
		read_branch(r, s, wild_unless_independent(read_expr(r, s->expr)));
		break;
	case IR_STMT_RETURN:
		raise(r, &r->in->result, worse(read_expr(r, s->expr), around(r)));
		break;
	default:
		break;
	}
	r->depth--;
}

static void
free_reader(struct reader *r)
{
	for (size_t i = 0; i < r->func_count; i++) {
		free(r->funcs[i]->vars);
		free(r->funcs[i]);
	}
	free(r->funcs);
}

/* Passes until nothing changes, then one in which doubts are raised. */
static void
read_until_stable(struct reader *r, struct doubts *doubts, void (*read)(struct reader *r, const void *what), const void *what)
{
	do {
		r->changed = false;
		r->pass++;
		read(r, what);
	} while (r->changed && r->pass < MOST_PASSES && !r->too_much);
	if (r->changed || r->too_much) {
		doubts->everything = true;
		return;
	}
	r->doubts = doubts;
	r->pass++;
	read(r, what);
}

static void
read_kernel(struct reader *r, const void *what)
{
	(void)what;
	read_func(r, r->in);
}

void
doubt_blocks(struct doubts *doubts, const struct ir_func *kernel)
{
	struct reader r = {.of_blocks = true, .threshold = WILD};
	r.in = known(&r, kernel);
	read_until_stable(&r, doubts, read_kernel, NULL);
	free_reader(&r);
}

static void
read_loop(struct reader *r, const void *what)
{
	const struct ir_stmt *loop = what;
	read_expr(r, loop->expr);
	read_stmt(r, loop->body);
	read_expr(r, loop->step);
	r->left = INDEPENDENT;
}

void
doubt_iterations(struct doubts *doubts, const struct ir_func *func, const struct ir_stmt *loop)
{
	struct reader r = {.threshold = LINEAR};
	struct assigned assigned;
	r.in = known(&r, func);
	assigned_in(&assigned, loop);
	for (size_t i = 0; i < assigned.count; i++)
		if (!assigned.declared[i] && assigned.vars[i]->slot < func->slot_count &&
		    (assigned.vars[i]->storage == IR_STORAGE_LOCAL || assigned.vars[i]->storage == IR_STORAGE_PARAM))
			r.in->vars[assigned.vars[i]->slot] = LINEAR;
	doubts->everything |= assigned.anything;
	read_until_stable(&r, doubts, read_loop, loop);
	free_reader(&r);
}
