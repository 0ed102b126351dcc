#include "code/doubt.h"

#include <stdlib.h>
#include <string.h>

#include "code/assigned.h"
#include "code/doubt_internal.h"
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

void
doubt_raise(struct reader *r, dependence *to, dependence d)
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

/* How the address of a place depends; the variable itself that a place is part of is always the same. */
static dependence
read_place(struct reader *r, const struct ir_expr *address)
{
	dependence index = INDEPENDENT;
	const struct ir_expr *e = address;
	for (; is_part(e); e = e->a)
		if (e->kind == IR_OFFSET)
			index = worse(index, read_expr(r, e->b));
	return worse(index, read_expr(r, e));
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

/* d: of the value; where: of the address. */
static void
assign(struct reader *r, const struct ir_expr *address, const struct ir_type *type, dependence d, dependence where)
{
	const struct targets targets = doubt_targets(r, address);
	const dependence value = worse(worse(d, wild_unless_independent(where)), around(r));
	for (unsigned i = 0; i < targets.count; i++)
		doubt_raise(r, &targets.items[i].in->vars[targets.items[i].slot], value);
	if (targets.elsewhere)
		spread(r, type, value);
}

static void
give_away(struct reader *r, const struct ir_expr *arg)
{
	if (!arg->type || arg->type->kind != IR_TYPE_POINTER)
		return;
	const struct targets targets = doubt_targets(r, arg);
	doubt_give_away(r, &targets);
}

/* What lies in memory that all threads see; numbers of floating point and integers lie apart there. */
static dependence
of_memory(const struct reader *r, const struct ir_expr *site)
{
	const bool spread = r->spread || (r->spread_reals && site->type && site->type->kind != IR_TYPE_INT);
	return !r->values || spread || pointer_set_has(r->values, site) ? WILD : INDEPENDENT;
}

/* What lies at such a place. */
static dependence
read_targets(struct reader *r, const struct ir_expr *site, const struct ir_expr *address, dependence where)
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
read_load(struct reader *r, const struct ir_expr *site, const struct ir_expr *address)
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

struct known_func *
doubt_known(struct reader *r, const struct ir_func *func)
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
	f->pointers = memory_zeroed(func->slot_count + 1, sizeof *f->pointers);
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

/* Gives a parameter its value, or copies a record to it. d: of the argument. */
static void
pass(struct reader *r, struct known_func *f, const struct ir_var *parameter, const struct ir_expr *arg, dependence d)
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
read_call(struct reader *r, const struct ir_expr *e)
{
	struct known_func *f = e->func->body ? doubt_known(r, e->func) : NULL;
	dependence args = INDEPENDENT;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const dependence d = read_expr(r, e->args[i]);
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
		put_in_doubt(r, e, r->parameter ? args : pointers);
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
	const dependence where = read_place(r, e->a);
	put_in_doubt(r, e, where);
	assign(r, e->a, e->type, value, where);
	return where;
}

static dependence
read_store(struct reader *r, const struct ir_expr *e)
{
	const dependence value = read_expr(r, e->b);
	write_to(r, e, value);
	if (e->b->type->kind == IR_TYPE_POINTER) {
		const struct targets to = doubt_targets(r, e->a), from = doubt_targets(r, e->b);
		doubt_store_pointer(r, &to, &from);
	}
	return value;
}

static dependence
read_copy(struct reader *r, const struct ir_expr *e)
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
read_update(struct reader *r, const struct ir_expr *e)
{
	const dependence former = read_load(r, e, e->a),
	                 value = cut(combine(e, e->compute_type ? e->compute_type : e->type, former, read_expr(r, e->b)), e->type);
	assign(r, e->a, e->type, value, read_place(r, e->a));
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
read_unseen(struct reader *r, const struct ir_expr *e)
{
	r->unseen |= e->kind == IR_CALL_POINTER;
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
		return read_copy(r, e);
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

/* A loop: all of a round but the first comes behind what the one before has asked, and may have been left by. */
static void
read_rounds(struct reader *r, const struct ir_stmt *s)
{
	const dependence outer = r->context, left = r->left, condition = of_choice(r, s->expr, read_condition(r, s->expr));
	read_branch(r, s, condition);
	if (r->left != left)
		read_branch(r, s, condition);
	r->context = worse(outer, condition);
	read_condition(r, s->expr);
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
	case IR_STMT_IF:
		read_branch(r, s, of_choice(r, s->expr, read_condition(r, s->expr)));
		break;
	case IR_STMT_LOOP:
		read_rounds(r, s);
		break;
	case IR_STMT_SWITCH:
		read_branch(r, s, wild_unless_independent(read_expr(r, s->expr)));
		break;
	case IR_STMT_RETURN:
		doubt_raise(r, &r->in->result, worse(read_expr(r, s->expr), around(r)));
		if (s->expr && (s->expr->type->kind == IR_TYPE_POINTER || s->expr->type->kind == IR_TYPE_RECORD)) {
			const struct targets targets = doubt_targets(r, s->expr);
			doubt_add_targets(r, &r->in->returned, &targets);
		}
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
		free(r->funcs[i]->pointers);
		free(r->funcs[i]);
	}
	free(r->funcs);
}

/* Passes until nothing changes, then one in which doubts are raised. */
static void
read_until_stable(struct reader *r, struct doubts *doubts, void (*read)(struct reader *r, const void *what), const void *what)
{
	unsigned passes = 0;
	do {
		r->changed = false;
		r->pass++;
		read(r, what);
	} while (r->changed && ++passes < MOST_PASSES && !r->too_much);
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

/* The function that is read first. Nobody says where pointers lead that it is given. */
static void
begin_in(struct reader *r, const struct ir_func *func)
{
	r->in = doubt_known(r, func);
	for (uint32_t i = 0; i < func->param_count; i++)
		r->in->pointers[func->params[i]->slot].elsewhere = true;
}

void
doubt_blocks(struct doubts *doubts, const struct ir_func *kernel)
{
	struct arena arena = {0};
	struct reader r = {.of_blocks = true, .doubtful = WILD, .kernel = kernel, .definitions = definitions_of(kernel, &arena)};
	begin_in(&r, kernel);
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

/* Reads all of the function for where its pointers lead, which a loop does not say, and forgets the rest. */
static void
find_pointers(struct reader *r)
{
	struct known_func *in = r->in;
	for (unsigned passes = 0; passes < MOST_PASSES && !r->too_much; passes++) {
		r->changed = false;
		r->pass++;
		read_func(r, in);
		if (!r->changed)
			break;
	}
	for (size_t i = 0; i < r->func_count; i++) {
		struct known_func *f = r->funcs[i];
		memset(f->vars, 0, (f->func->slot_count + 1) * sizeof *f->vars);
		f->context = f->result = INDEPENDENT;
	}
}

/* Whether it raises any. */
static bool
read_iterations(struct doubts *doubts, const struct ir_func *func, const struct ir_stmt *loop)
{
	struct reader r = {.doubtful = ~(dependence)INDEPENDENT};
	struct assigned assigned;
	doubts->raised = false;
	begin_in(&r, func);
	find_pointers(&r);
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
	begin_in(&r, kernel);
	read_until_stable(&r, doubts, read_kernel, NULL);
	free_reader(&r);
}

void
doubt_parameter(struct doubts *doubts, const struct ir_func *kernel, const struct ir_var *parameter)
{
	static const struct pointer_set no_values = {0};
	struct reader r = {.values = &no_values, .parameter = parameter, .doubtful = WILD};
	begin_in(&r, kernel);
	r.in->vars[parameter->slot] = WILD;
	read_until_stable(&r, doubts, read_kernel, NULL);
	doubts->everything |= r.unseen;
	free_reader(&r);
}
