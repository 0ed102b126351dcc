#include "code/doubt.h"

#include <stdlib.h>

#include "code/assigned.h"
#include "code/definitions.h"
#include "ir/walk.h"
#include "support/memory.h"
#include "support/pointer_set.h"

enum { MOST_PASSES = 12, MOST_FUNCTIONS = 512, MOST_STEPS = 32 };

struct doubts {
	struct pointer_set nodes;
	bool everything;        /* the code was too much to read */
	bool raised;            /* since this was last cleared, some were */
	struct pointer_set loops, uneven;   /* those that were read for their iterations; and those that raised doubts */
};

struct doubts *
doubts_new(void)
{
	return memory_zeroed(1, sizeof(struct doubts));
}

void
doubts_free(struct doubts *doubts)
{
	if (!doubts)
		return;
	pointer_set_free(&doubts->nodes);
	pointer_set_free(&doubts->loops);
	pointer_set_free(&doubts->uneven);
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
	doubts->raised = true;
}

/* ---- reading code ---- */

/* How a value depends on what is not run in full: linearly, along the dimensions that are set, or worse. */
typedef unsigned dependence;
enum {
	INDEPENDENT = 0,
	ALONG_X = 1, ALONG_Y = 2, ALONG_Z = 4,
	LINEAR = ALONG_X | ALONG_Y | ALONG_Z,
	WRAPS = 8,     /* a difference without a sign: where it falls below zero it begins again from the other end */
	LOWERED = 16,  /* a difference that has a sign: as a number without one it wraps */
	JUMPS = 32,    /* one value or another, as a comparison comes out that turns nobody knows where */
	WILD = 64,
};

/* A function that the code reaches: the worst of all its calls. */
struct known_func {
	const struct ir_func *func;
	dependence *vars;           /* by slot */
	dependence context;         /* of the conditions around its calls */
	dependence result;
	unsigned read_in;           /* the pass that has read it */
};

struct reader {
	struct known_func **funcs;
	size_t func_count, func_capacity;
	struct known_func *in;      /* whose body is being read */
	bool of_blocks;
	const struct pointer_set *values;  /* of values: the loads and calls that may yield others; NULL: of blocks or iterations */
	bool spread_reals, spread;  /* of values: a number of floating point that depends on them is stored; something else */
	const struct ir_func *kernel;      /* of blocks, */
	struct definitions definitions;    /* and its variables */
	dependence doubtful;        /* conditions of these put what is under them in doubt */
	dependence context;         /* of the conditions around this place */
	dependence left;            /* of conditions under which the function, or a loop, may have been left before */
	struct doubts *doubts;      /* NULL as long as it is not yet known how the variables depend */
	unsigned pass, depth;
	bool changed, too_much;
};

static dependence read_expr(struct reader *r, const struct ir_expr *e);
static void read_stmt(struct reader *r, const struct ir_stmt *s);

/* What either depends on. */
static dependence
worse(dependence a, dependence b)
{
	return a | b;
}

static dependence
wild_unless_independent(dependence d)
{
	return d == INDEPENDENT ? INDEPENDENT : WILD;
}

static dependence
around(const struct reader *r)
{
	return worse(r->context, r->left);
}

static void
raise(struct reader *r, dependence *to, dependence d)
{
	r->changed |= (d & ~*to) != 0;
	*to |= d;
}

static bool
is_in_doubt(const struct reader *r, dependence address)
{
	return r->doubts && (around(r) & r->doubtful || address & (WILD | JUMPS));
}

static void
put_in_doubt(struct reader *r, const struct ir_expr *access, dependence address)
{
	if (!is_in_doubt(r, address))
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
local_of(struct reader *r, const struct ir_expr *address, dependence *index)
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

static bool
is_real(const struct ir_type *type)
{
	return type && type->kind == IR_TYPE_FLOAT;
}

/* Something of that type is stored where all threads see it. */
static void
spread(struct reader *r, const struct ir_type *type, dependence d)
{
	bool *to = is_real(type) ? &r->spread_reals : &r->spread;
	const bool spreads = r->values && d != INDEPENDENT && !*to;
	r->changed |= spreads;
	*to |= spreads;
}

static void
assign(struct reader *r, const struct ir_expr *address, const struct ir_type *type, dependence d)
{
	dependence index;
	const struct ir_var *var = local_of(r, address, &index);
	const dependence value = worse(worse(d, wild_unless_independent(index)), around(r));
	if (var)
		raise(r, &r->in->vars[var->slot], value);
	else
		spread(r, type, value);
}

/* Whoever is given a local variable's address may write anything there. */
static void
give_away(struct reader *r, const struct ir_expr *arg)
{
	dependence index;
	const struct ir_type *type = arg->type;
	const struct ir_var *var = type && type->kind == IR_TYPE_POINTER ? local_of(r, arg, &index) : NULL;
	if (var)
		raise(r, &r->in->vars[var->slot], WILD);
}

/* What lies in memory that all threads see; numbers of floating point and integers lie apart there. */
static dependence
of_memory(const struct reader *r, const struct ir_expr *site)
{
	const bool spread = r->spread || (r->spread_reals && site->type && site->type->kind != IR_TYPE_INT);
	return !r->values || spread || pointer_set_has(r->values, site) ? WILD : INDEPENDENT;
}

static dependence
read_load(struct reader *r, const struct ir_expr *site, const struct ir_expr *address)
{
	dependence index;
	const struct ir_var *var = local_of(r, address, &index);
	if (var)
		return worse(r->in->vars[var->slot], wild_unless_independent(index));
	const struct ir_expr *base = ir_base_of_address(address);
	const dependence where = read_expr(r, address);
	put_in_doubt(r, site, where);
	const bool constant = base->kind == IR_VAR && base->var->storage == IR_STORAGE_CONSTANT;
	return constant && where == INDEPENDENT ? INDEPENDENT : wild_unless_independent(worse(where, of_memory(r, site)));
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

/* ---- conditions ---- */

/* Whether guards.h reads the number: only then blocks on both sides of where it turns are run. */
static bool
is_read_by_guards(const struct reader *r, const struct ir_expr *e, unsigned depth)
{
	if (depth > MOST_STEPS || e->type->kind != IR_TYPE_INT)
		return false;
	switch (e->kind) {
	case IR_INT: case IR_SPECIAL:
		return true;
	case IR_CONVERT:
		return is_read_by_guards(r, e->a, depth + 1);
	case IR_BINARY:
		return is_read_by_guards(r, e->a, depth + 1) && is_read_by_guards(r, e->b, depth + 1);
	case IR_LOAD: {
		const struct ir_var *var = ir_local_of_address(e->a);
		const struct definition *d = var && var->slot < r->definitions.count ? &r->definitions.slots[var->slot] : NULL;
		if (!d)
			return false;
		if (var->storage == IR_STORAGE_PARAM)
			return d->times <= 1;
		/* Of what moves on from a value, such as a loop's counter, they take that. */
		const bool has_value = e->a->kind == IR_VAR && d->value && (d->times == 1 || (d->times == 2 && d->added));
		return has_value && is_read_by_guards(r, d->value, depth + 1);
	}
	default:
		return false;
	}
}

static bool
turns_are_found(const struct reader *r, const struct ir_expr *e, unsigned depth)
{
	if (r->in->func != r->kernel || depth > MOST_STEPS)
		return false;
	if (e->kind == IR_CONVERT || (e->kind == IR_UNARY && e->op == IR_NOT))
		return turns_are_found(r, e->a, depth + 1);
	if (e->kind == IR_AND || e->kind == IR_OR ||
	    (e->kind == IR_BINARY && (e->op == IR_BIT_AND || e->op == IR_BIT_OR)))
		return turns_are_found(r, e->a, depth + 1) && turns_are_found(r, e->b, depth + 1);
	return e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_GE && is_read_by_guards(r, e->a, 0) &&
	       is_read_by_guards(r, e->b, 0);
}

/* Of two conditions that both turn along one line of blocks, both together may come out alike at its ends and otherwise in
 * between. */
static dependence
of_both(const struct reader *r, const struct ir_expr *e, dependence a, dependence b)
{
	return a & b & LINEAR && !turns_are_found(r, e, 0) ? WILD : worse(a, b);
}

/* A comparison of that turns at most once, unless something wraps: then it turns there as well. */
static dependence
of_comparison(dependence d)
{
	return d & (WRAPS | JUMPS) ? WILD : d & ~(dependence)LOWERED;
}

/* Of what a condition chooses. Where it turns is found only of some; of what two conditions choose that turn along one line,
 * there may be a stretch between that nothing which is run shows. */
static dependence
of_choice(const struct reader *r, const struct ir_expr *condition, dependence d)
{
	return d & LINEAR && !turns_are_found(r, condition, 0) ? d | JUMPS : d;
}

/* A condition's outcome as a number. */
static bool
is_truth(const struct ir_expr *e)
{
	return e->kind == IR_CONVERT && e->a->type->kind == IR_TYPE_BOOL && e->type->kind == IR_TYPE_INT;
}

/* As a condition: linear when its outcome turns at most once along any line of blocks. */
static dependence
read_condition(struct reader *r, const struct ir_expr *e)
{
	if (!e)
		return INDEPENDENT;
	if (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL)
		return read_condition(r, e->a);
	if (e->kind == IR_UNARY && e->op == IR_NOT)
		return read_condition(r, e->a);
	if (e->kind == IR_AND || e->kind == IR_OR) {
		const dependence outer = r->context, a = read_condition(r, e->a);
		r->context = worse(outer, a);
		const dependence b = read_condition(r, e->b);
		r->context = outer;
		return of_both(r, e, a, b);
	}
	if (e->kind == IR_BINARY && (e->op == IR_BIT_AND || e->op == IR_BIT_OR) && is_truth(e->a) && is_truth(e->b)) {
		const dependence a = read_condition(r, e->a->a);
		return of_both(r, e, a, read_condition(r, e->b->a));
	}
	if (e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_GE) {
		const dependence a = read_expr(r, e->a);
		return of_comparison(worse(a, read_expr(r, e->b)));
	}
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

static dependence
read_call(struct reader *r, const struct ir_expr *e)
{
	struct known_func *f = e->func->body ? known(r, e->func) : NULL;
	dependence args = INDEPENDENT;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const dependence d = read_expr(r, e->args[i]);
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

static dependence
read_builtin(struct reader *r, const struct ir_expr *e)
{
	dependence args = INDEPENDENT, pointers = INDEPENDENT;
	bool reads = false;
	unsigned linear = 0;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const dependence d = read_expr(r, e->args[i]);
		args = worse(args, d);
		linear += (d & LINEAR) != 0;
		give_away(r, e->args[i]);
		if (e->args[i]->type && e->args[i]->type->kind == IR_TYPE_POINTER) {
			pointers = worse(pointers, d);
			reads = true;
		}
	}
	if (reads) {
		put_in_doubt(r, e, pointers);
		spread(r, e->type, worse(args, around(r)));
		/* The sides of an asynchronous copy are sites. */
		for (uint32_t i = 0; i < e->arg_count && is_in_doubt(r, pointers); i++)
			add(r->doubts, e->args[i]);
		return worse(wild_unless_independent(args), of_memory(r, e));
	}
	if (r->values && pointer_set_has(r->values, e))
		return WILD;
	switch (e->builtin) {
	case IR_BUILTIN_min: case IR_BUILTIN_max: case IR_BUILTIN_umin: case IR_BUILTIN_umax: case IR_BUILTIN_fmin:
	case IR_BUILTIN_fmax:
		return linear > 1 ? WILD : of_comparison(args) | (args & LOWERED);
	default:
		return wild_unless_independent(args);
	}
}

static dependence
read_conditional(struct reader *r, const struct ir_expr *e)
{
	const dependence outer = r->context, condition = of_choice(r, e->a, read_condition(r, e->a));
	r->context = worse(outer, condition);
	const dependence b = read_expr(r, e->b), c = read_expr(r, e->c);
	r->context = outer;
	return worse(condition, worse(b, c));
}

/* Puts a value where the expression says; how its address depends is returned. */
static dependence
write_to(struct reader *r, const struct ir_expr *e, dependence value)
{
	const dependence where = read_expr(r, e->a);
	put_in_doubt(r, e, where);
	assign(r, e->a, e->type, r->values ? worse(value, where) : value);
	return where;
}

static dependence
read_store(struct reader *r, const struct ir_expr *e)
{
	const dependence value = read_expr(r, e->b);
	write_to(r, e, value);
	return value;
}

/* Cut to fewer bits a number starts again from zero some time. */
static dependence
cut(dependence d, const struct ir_type *type)
{
	return type->kind != IR_TYPE_FLOAT && type->size < 4 ? wild_unless_independent(d) : d;
}

static dependence
read_update(struct reader *r, const struct ir_expr *e)
{
	const dependence former = read_load(r, e, e->a),
	                 value = cut(combine(e, e->compute_type ? e->compute_type : e->type, former, read_expr(r, e->b)), e->type);
	assign(r, e->a, e->type, value);
	return value;
}

static dependence
read_operation(struct reader *r, const struct ir_expr *e)
{
	const dependence a = read_expr(r, e->a);
	return combine(e, e->type, a, read_expr(r, e->b));
}

static dependence
read_conversion(struct reader *r, const struct ir_expr *e)
{
	const dependence a = read_expr(r, e->a);
	if (e->type->kind != IR_TYPE_INT || e->type->size < 4)
		return cut(a, e->type);
	if (a & LOWERED && !e->type->is_signed)
		return (a & ~(dependence)LOWERED) | WRAPS;
	return a & WRAPS && e->type->is_signed && e->type->size <= e->a->type->size ? (a & ~(dependence)WRAPS) | LOWERED : a;
}

/* Who knows what is made of the operands. */
static dependence
read_unseen(struct reader *r, const struct ir_expr *e)
{
	read_expr(r, e->kind == IR_CALL_POINTER ? e->a : NULL);
	for (uint32_t i = 0; i < e->arg_count; i++) {
		read_expr(r, e->args[i]);
		give_away(r, e->args[i]);
	}
	return WILD;
}

static dependence
read_kind(struct reader *r, const struct ir_expr *e)
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

static dependence
read_expr(struct reader *r, const struct ir_expr *e)
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
read_branch(struct reader *r, const struct ir_stmt *s, dependence condition)
{
	const dependence outer = r->context;
	r->context = worse(outer, condition);
	if (r->doubts && around(r) & r->doubtful)
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
		read_branch(r, s, of_choice(r, s->expr, read_condition(r, s->expr)));
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
	struct arena arena = {0};
	struct reader r = {.of_blocks = true, .doubtful = WILD, .kernel = kernel, .definitions = definitions_of(kernel, &arena)};
	r.in = known(&r, kernel);
	read_until_stable(&r, doubts, read_kernel, NULL);
	free_reader(&r);
	arena_free(&arena);
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

/* Whether it raises any. */
static bool
read_iterations(struct doubts *doubts, const struct ir_func *func, const struct ir_stmt *loop)
{
	struct reader r = {.doubtful = ~(dependence)INDEPENDENT};
	struct assigned assigned;
	doubts->raised = false;
	r.in = known(&r, func);
	assigned_in(&assigned, loop);
	for (size_t i = 0; i < assigned.count; i++)
		if (!assigned.declared[i] && assigned.vars[i]->slot < func->slot_count &&
		    (assigned.vars[i]->storage == IR_STORAGE_LOCAL || assigned.vars[i]->storage == IR_STORAGE_PARAM))
			r.in->vars[assigned.vars[i]->slot] = LINEAR;
	doubts->everything |= assigned.anything;
	read_until_stable(&r, doubts, read_loop, loop);
	free_reader(&r);
	return doubts->raised;
}

/* A loop comes round again and again, each time the one around it does; what its code says stays the same. */
bool
doubt_iterations(struct doubts *doubts, const struct ir_func *func, const struct ir_stmt *loop)
{
	if (pointer_set_add(&doubts->loops, loop) && read_iterations(doubts, func, loop))
		pointer_set_add(&doubts->uneven, loop);
	return doubts->everything || pointer_set_has(&doubts->uneven, loop);
}

void
doubt_values(struct doubts *doubts, const struct ir_func *kernel, const struct pointer_set *values)
{
	struct reader r = {.values = values, .doubtful = WILD};
	r.in = known(&r, kernel);
	read_until_stable(&r, doubts, read_kernel, NULL);
	free_reader(&r);
}
