#include "code/partings.h"

#include <stdlib.h>

#include "ir/constant.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { WIDTHS = 5 };

/* A parting is where lanes of one place go different ways. On each way there are accesses; two of one kind, width and space,
 * on ways that meet again, the compiler may make one of, so that neither is what it was.
 *
 * A set of such kinds: loads of 1, 2, 4, 8 and 16 bytes, then stores of these, are four bits each from the lowest on, one for
 * each space. A pointer may lead anywhere, unless it is an argument of the kernel. */
typedef uint64_t likes;
enum like_space { IN_SHARED, IN_LOCAL, ELSEWHERE, ANYWHERE, LIKE_SPACES };
/* Loads and stores of each width in the lowest space; shifted by another, in that. */
static const likes each_in_shared = 0x1111111111;

/* By what control leaves a statement, from the nearest place that it goes to, to the farthest. */
enum leaving { BY_BREAK, BY_CONTINUE, BY_RETURN, LEAVINGS, STAYS = LEAVINGS };

/* Of each of these places, what is accessed behind a statement on the way there. */
struct behind {
	likes up_to[LEAVINGS];
};

/* What is known of a function so far. */
struct known {
	likes all;                      /* that it accesses, but in loops */
	likes marked;                   /* that are taken to have their like wherever the function is called */
	bool walked;
};

struct reader {
	struct partings *found;
	const struct ir_func *func;     /* whose code is being read */
	unsigned depth;
};

static likes likes_of(struct reader *r, struct ir_node node);
static void read_expr(struct reader *r, const struct ir_expr *e, likes mark);
static struct behind read_stmt(struct reader *r, const struct ir_stmt *s, likes mark, const struct behind *behind);

static bool
descend(struct reader *r)
{
	r->found->too_much |= r->depth >= IR_DEEPEST;
	r->depth += !r->found->too_much;
	return !r->found->too_much;
}

/* ---- which are alike ---- */

/* What may become one instruction with one of these: its like in the same space, or one that may lie in any. */
static likes
alike(likes set)
{
	const likes anywhere = set >> ANYWHERE & each_in_shared;
	likes found = 0;
	for (unsigned space = 0; space < ANYWHERE; space++) {
		const likes there = set >> space & each_in_shared;
		found |= (there | anywhere) << space | there << ANYWHERE;
	}
	return found | anywhere << ANYWHERE;
}

/* Where what lies that an address begins with. */
static enum like_space
space_of(const struct reader *r, const struct ir_expr *root)
{
	const struct ir_expr *named = root->kind == IR_LOAD ? root->a : root;
	const enum ir_storage storage = named->kind == IR_VAR ? named->var->storage : IR_STORAGE_LOCAL;
	if (root->kind != IR_VAR)
		return storage == IR_STORAGE_PARAM && r->func->is_kernel ? ELSEWHERE : ANYWHERE;
	if (storage == IR_STORAGE_LOCAL || storage == IR_STORAGE_PARAM)
		return IN_LOCAL;
	return storage == IR_STORAGE_SHARED || storage == IR_STORAGE_SHARED_DYNAMIC ? IN_SHARED : ELSEWHERE;
}

/* Nothing of what is a number of the thread's own. */
static likes
like_at(const struct reader *r, const struct ir_expr *address, const struct ir_type *type, bool stores)
{
	unsigned width = 0;
	while (width + 1 < WIDTHS && type->size > (uint64_t)1 << width)
		width++;
	const struct ir_expr *root = ir_base_of_address(address);
	const enum like_space space = space_of(r, root);
	if (space == IN_LOCAL && root->var->type->kind != IR_TYPE_ARRAY)
		return 0;
	return (likes)1 << ((stores ? WIDTHS : 0) + width) * LIKE_SPACES << space;
}

/* The two sides of a copy are sites of their own; the others read or write at one place, or both. */
struct sites {
	const struct ir_expr *loads, *stores;
	likes load, store;
};

static struct sites
sites_of(const struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_LOAD:
		return (struct sites){.loads = e, .load = like_at(r, e->a, e->type, false)};
	case IR_STORE:
		return (struct sites){.stores = e, .store = like_at(r, e->a, e->type, true)};
	case IR_UPDATE:
		return (struct sites){e, e, like_at(r, e->a, e->type, false), like_at(r, e->a, e->type, true)};
	case IR_COPY:
		return (struct sites){e->b, e->a, like_at(r, e->b, e->type, false), like_at(r, e->a, e->type, true)};
	case IR_BUILTIN:
		if (e->builtin == IR_BUILTIN___ldg && e->arg_count)
			return (struct sites){.loads = e, .load = like_at(r, e->args[0], e->type, false)};
		return (struct sites){0};
	default:
		return (struct sites){0};
	}
}

/* ---- what code accesses, but in loops ---- */

static struct known *
known_of(struct reader *r, const struct ir_func *func)
{
	void **place = pointer_map_value(&r->found->funcs, func);
	if (*place)
		return *place;
	struct known *known = *place = memory_zeroed(1, sizeof *known);
	if (func->body) {
		const struct ir_func *caller = r->func;
		r->func = func;
		known->all = likes_of(r, (struct ir_node){.stmt = func->body});
		r->func = caller;
	}
	return known;
}

static likes
likes_of(struct reader *r, struct ir_node node)
{
	if ((!node.stmt && !node.expr) || (node.stmt && node.stmt->kind == IR_STMT_LOOP) || !descend(r))
		return 0;
	likes all = 0;
	if (node.expr) {
		const struct sites sites = sites_of(r, node.expr);
		all = sites.load | sites.store;
		if (node.expr->kind == IR_CALL)
			all |= known_of(r, node.expr->func)->all;
	}
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		all |= likes_of(r, part);
	r->depth--;
	return all;
}

static likes
likes_of_stmt(struct reader *r, const struct ir_stmt *s)
{
	return likes_of(r, (struct ir_node){.stmt = s});
}

/* ---- expressions ---- */

static void
read_func(struct reader *r, const struct ir_func *func, likes mark)
{
	struct known *known = known_of(r, func);
	if (!func->body || (known->walked && (known->marked | mark) == known->marked))
		return;
	known->walked = true;
	known->marked |= mark;
	const struct ir_func *caller = r->func;
	r->func = func;
	read_stmt(r, func->body, known->marked, &(struct behind){{0}});
	r->func = caller;
}

static void
mark_sites(struct reader *r, const struct ir_expr *e, likes mark)
{
	const struct sites sites = sites_of(r, e);
	if (sites.load & mark)
		pointer_set_add(&r->found->accesses, sites.loads);
	if (sites.store & mark)
		pointer_set_add(&r->found->accesses, sites.stores);
}

static void
read_choice(struct reader *r, const struct ir_expr *e, likes mark)
{
	const likes b = likes_of(r, (struct ir_node){.expr = e->b}), c = likes_of(r, (struct ir_node){.expr = e->c});
	int64_t known;
	const bool parts = !ir_is_constant(e->a, &known);
	read_expr(r, e->a, mark);
	read_expr(r, e->b, parts ? mark | (b & alike(c)) : mark);
	read_expr(r, e->c, parts ? mark | (c & alike(b)) : mark);
}

static void
read_expr(struct reader *r, const struct ir_expr *e, likes mark)
{
	if (!e || !descend(r))
		return;
	mark_sites(r, e, mark);
	if (e->kind == IR_CALL)
		read_func(r, e->func, mark);
	if (e->kind == IR_CONDITIONAL) {
		read_choice(r, e, mark);
	} else {
		struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
		for (struct ir_node part; ir_next_part(&parts, &part);) {
			read_expr(r, part.expr, mark);
			if (part.stmt)
				read_stmt(r, part.stmt, mark, &(struct behind){{0}});
		}
	}
	r->depth--;
}

/* ---- statements ---- */

/* By what a statement leaves whichever way it goes, or STAYS. */
static enum leaving
leaving_of(const struct ir_stmt *s, unsigned depth)
{
	if (!s || depth > IR_DEEPEST)
		return STAYS;
	switch (s->kind) {
	case IR_STMT_BREAK:
		return BY_BREAK;
	case IR_STMT_CONTINUE:
		return BY_CONTINUE;
	case IR_STMT_RETURN:
		return BY_RETURN;
	case IR_STMT_BLOCK:
		for (uint32_t i = 0; i < s->stmt_count; i++) {
			const enum leaving leaving = leaving_of(s->stmts[i], depth + 1);
			if (leaving != STAYS)
				return leaving;
		}
		return STAYS;
	case IR_STMT_IF: {
		const enum leaving then = leaving_of(s->then, depth + 1), otherwise = leaving_of(s->otherwise, depth + 1);
		return then == STAYS || otherwise == STAYS ? STAYS : then > otherwise ? then : otherwise;
	}
	default:
		return STAYS;
	}
}

static void
add(struct behind *to, const struct behind *from)
{
	for (unsigned i = 0; i < LEAVINGS; i++)
		to->up_to[i] |= from->up_to[i];
}

/* Of a side that stays, what is behind the branch belongs to it as far as the other side passes that by. */
static struct behind
read_if(struct reader *r, const struct ir_stmt *s, likes mark, const struct behind *behind)
{
	const enum leaving then = leaving_of(s->then, 0), otherwise = leaving_of(s->otherwise, 0);
	const enum leaving passes = then == STAYS ? otherwise : otherwise == STAYS ? then : STAYS;
	const likes passed = passes == STAYS ? 0 : behind->up_to[passes];
	const likes one = likes_of_stmt(r, s->then) | (then == STAYS ? passed : 0),
	            other = likes_of_stmt(r, s->otherwise) | (then == STAYS ? 0 : passed);
	int64_t known;
	const bool parts = !ir_is_constant(s->expr, &known);
	const likes mark_one = parts ? one & alike(other) : 0, mark_other = parts ? other & alike(one) : 0;
	read_expr(r, s->expr, mark);
	struct behind marks = read_stmt(r, s->then, mark | mark_one, behind);
	const struct behind more = read_stmt(r, s->otherwise, mark | mark_other, behind);
	add(&marks, &more);
	if (passes != STAYS)
		marks.up_to[passes] |= then == STAYS ? mark_one : mark_other;
	return marks;
}

/* Statements one behind the other. */
static struct behind
read_list(struct reader *r, const struct ir_stmt *s, likes mark, const struct behind *behind)
{
	struct behind *rest = memory_zeroed(s->stmt_count + 1, sizeof *rest), marks = {{0}};
	rest[s->stmt_count] = *behind;
	for (uint32_t i = s->stmt_count; i > 1; i--) {
		const likes own = likes_of_stmt(r, s->stmts[i - 1]);
		rest[i - 1] = rest[i];
		add(&rest[i - 1], &(struct behind){{own, own, own}});
	}
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		const likes here = mark | marks.up_to[BY_BREAK] | marks.up_to[BY_CONTINUE] | marks.up_to[BY_RETURN];
		const struct behind more = read_stmt(r, s->stmts[i], here, &rest[i + 1]);
		add(&marks, &more);
	}
	free(rest);
	return marks;
}

/* Those that more than one of the ways through a switch accesses. A way begins with a case. */
static likes
likes_of_cases(struct reader *r, const struct ir_stmt *s)
{
	likes way = 0, once = 0, twice = 0;
	bool *begins = memory_zeroed(s->stmt_count + 1, sizeof *begins);
	for (uint32_t i = 0; i < s->case_count; i++)
		begins[s->cases[i].first] = true;
	for (uint32_t i = 0; i <= s->stmt_count; i++) {
		if (begins[i] || i == s->stmt_count) {
			twice |= once & alike(way);
			once |= alike(way);
			way = 0;
		}
		if (i < s->stmt_count)
			way |= likes_of_stmt(r, s->stmts[i]);
	}
	free(begins);
	return twice;
}

/* The farthest that one of its ways goes, past what is behind the switch; or STAYS. */
static enum leaving
leaving_of_cases(const struct ir_stmt *s)
{
	enum leaving farthest = STAYS;
	for (uint32_t i = 0; i < s->stmt_count; i++) {
		const enum leaving leaving = leaving_of(s->stmts[i], 0);
		const bool passes = leaving == BY_CONTINUE || leaving == BY_RETURN;
		if (passes && (farthest == STAYS || leaving > farthest))
			farthest = leaving;
	}
	return farthest;
}

/* Ways that break go on behind the switch, others may pass that by. */
static struct behind
read_switch(struct reader *r, const struct ir_stmt *s, likes mark, const struct behind *behind)
{
	const struct behind within = {{0, behind->up_to[BY_CONTINUE], behind->up_to[BY_RETURN]}};
	const enum leaving passes = leaving_of_cases(s);
	const likes passed = passes == STAYS ? 0 : behind->up_to[passes];
	read_expr(r, s->expr, mark);
	struct behind marks = read_list(r, s, mark | likes_of_cases(r, s) | alike(passed), &within);
	if (passes != STAYS)
		marks.up_to[passes] |= passed & alike(likes_of_stmt(r, s));
	marks.up_to[BY_BREAK] = 0;
	return marks;
}

static struct behind
read_loop(struct reader *r, const struct ir_stmt *s, likes mark, const struct behind *behind)
{
	const struct behind within = {{0, 0, behind->up_to[BY_RETURN]}};
	const likes inside = s->kind == IR_STMT_LOOP ? 0 : mark;
	read_expr(r, s->expr, inside);
	struct behind marks = read_stmt(r, s->body, inside, &within);
	read_expr(r, s->step, inside);
	marks.up_to[BY_BREAK] = marks.up_to[BY_CONTINUE] = 0;
	return marks;
}

static struct behind
read_kind(struct reader *r, const struct ir_stmt *s, likes mark, const struct behind *behind)
{
	switch (s->kind) {
	case IR_STMT_BLOCK:
		return read_list(r, s, mark, behind);
	case IR_STMT_IF:
		return read_if(r, s, mark, behind);
	case IR_STMT_SWITCH:
		return read_switch(r, s, mark, behind);
	case IR_STMT_LOOP:
		return read_loop(r, s, mark, behind);
	default:
		read_expr(r, s->expr, mark);
		return (struct behind){{0}};
	}
}

/* Marks what is accessed alike; returns what of the code behind the statement has its like within it. */
static struct behind
read_stmt(struct reader *r, const struct ir_stmt *s, likes mark, const struct behind *behind)
{
	struct behind marks = {{0}};
	if (!s || !descend(r))
		return marks;
	marks = read_kind(r, s, mark, behind);
	r->depth--;
	return marks;
}

void
partings_find(struct partings *partings, const struct ir_func *kernel)
{
	if (partings->kernel == kernel)
		return;
	partings_free(partings);
	*partings = (struct partings){.kernel = kernel};
	struct reader r = {.found = partings, .func = kernel};
	read_func(&r, kernel, 0);
}

void
partings_free(struct partings *partings)
{
	for (size_t i = 0; i < partings->funcs.count; i++)
		free(partings->funcs.items[i].value);
	pointer_map_free(&partings->funcs);
	pointer_set_free(&partings->accesses);
}

bool
partings_has(const struct partings *partings, const struct ir_expr *access)
{
	return partings->too_much || pointer_set_has(&partings->accesses, access);
}
