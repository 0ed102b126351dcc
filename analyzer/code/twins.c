#include "code/twins.h"

#include "code/linear.h"
#include "code/unused/unused.h"
#include "ir/constant.h"
#include "ir/member.h"
#include "ir/walk.h"

enum { MOST_LOADS = 64, MOST_MEETINGS = 4096 };

enum wanted_accesses { LOADS, STORES, SHARED_STORES, OTHER_STORES };

/* What a side of a branch loads and calls, or stores, but in loops of its own. */
struct side {
	enum wanted_accesses what;
	const struct ir_expr *accesses[MOST_LOADS];
	unsigned count;
	bool too_much;             /* there are more, or deeper ones */
};

/* The address that an expression loads from; NULL: it is no load, or one of a variable of the thread's own. */
static const struct ir_expr *
loaded_from(const struct ir_expr *e)
{
	if (e->kind == IR_BUILTIN && e->builtin == IR_BUILTIN___ldg && e->arg_count)
		return e->args[0];
	if (e->kind != IR_LOAD && e->kind != IR_UPDATE)
		return NULL;
	const bool is_own = e->a->kind == IR_VAR &&
	                    (e->a->var->storage == IR_STORAGE_LOCAL || e->a->var->storage == IR_STORAGE_PARAM);
	return is_own ? NULL : e->a;
}

static bool
is_call(const struct ir_expr *e)
{
	return e->kind == IR_CALL && e->func->body;
}

static bool
is_wanted(const struct side *side, const struct ir_expr *e)
{
	if (side->what == LOADS)
		return loaded_from(e) || is_call(e);
	if ((e->kind != IR_STORE && e->kind != IR_UPDATE) || ir_local_of_address(e->a))
		return false;
	return side->what == STORES || ir_is_in_shared(e->a) == (side->what == SHARED_STORES);
}

static void
find_accesses(struct side *side, struct ir_node node, unsigned depth)
{
	if (node.stmt && node.stmt->kind == IR_STMT_LOOP)
		return;
	const bool is_one = node.expr && is_wanted(side, node.expr);
	side->too_much |= depth > IR_DEEPEST || (is_one && side->count == MOST_LOADS);
	if (side->too_much)
		return;
	if (is_one)
		side->accesses[side->count++] = node.expr;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		find_accesses(side, part, depth + 1);
}

static void
pair(struct twins *twins, const struct ir_expr *a, const struct ir_expr *b)
{
	pointer_set_add(&twins->accesses, a);
	pointer_set_add(&twins->accesses, b);
	twins->pairs++;
}

/* All accesses of a piece of code, and of what it calls. */
static void
pair_all(struct twins *twins, struct ir_node node, unsigned depth)
{
	twins->too_much |= depth > IR_DEEPEST;
	if (twins->too_much)
		return;
	if (node.expr)
		pointer_set_add(&twins->accesses, node.expr);
	if (node.expr && is_call(node.expr) && pointer_set_add(&twins->paired, node.expr->func))
		pair_all(twins, (struct ir_node){.stmt = node.expr->func->body}, depth + 1);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		pair_all(twins, part, depth + 1);
}

static void
pair_pieces(struct twins *twins, struct ir_node a, struct ir_node b)
{
	pair_all(twins, a, 0);
	pair_all(twins, b, 0);
	twins->pairs++;
}

/* What is called stands where its caller does. */
static void
pair_calls(struct twins *twins, const struct ir_expr *a, const struct ir_expr *b)
{
	pair_pieces(twins, (struct ir_node){.expr = a}, (struct ir_node){.expr = b});
}

/* Two calls, of one function or two, that may load the same: they are handed the same pointer in the same place. */
static bool
may_load_the_same(const struct ir_expr *a, const struct ir_expr *b)
{
	if (!is_call(a) || !is_call(b))
		return false;
	for (uint32_t i = 0; i < a->arg_count && i < b->arg_count; i++)
		if (a->args[i]->type->kind == IR_TYPE_POINTER && same_expr(a->args[i], b->args[i]))
			return true;
	return false;
}

static void
pair_if_same(struct twins *twins, const struct ir_expr *a, const struct ir_expr *b)
{
	const struct ir_expr *from_a = loaded_from(a), *from_b = loaded_from(b);
	if (from_a && from_b && same_expr(from_a, from_b))
		pair(twins, a, b);
	else if (may_load_the_same(a, b))
		pair_calls(twins, a, b);
}

static void
pair_same_addresses(struct twins *twins, struct ir_node then, struct ir_node otherwise)
{
	struct side a = {.count = 0}, b = {.count = 0};
	find_accesses(&a, then, 0);
	find_accesses(&b, otherwise, 0);
	if ((a.too_much && b.count) || (b.too_much && a.count))
		pair_pieces(twins, then, otherwise);
	for (unsigned i = 0; i < a.count; i++)
		for (unsigned j = 0; j < b.count; j++)
			pair_if_same(twins, a.accesses[i], b.accesses[j]);
}

static void
note_stored(struct twins *twins, const struct ir_expr *address)
{
	if (ir_is_in_shared(address))
		twins->stored_in_shared = address;
	else
		twins->stored_elsewhere = address;
}

/* Of stores to one place there is one, behind the branch. */
static void
pair_stores(struct twins *twins, struct ir_node then, struct ir_node otherwise)
{
	struct side a = {.what = STORES}, b = {.what = STORES};
	find_accesses(&a, then, 0);
	find_accesses(&b, otherwise, 0);
	const bool any = (a.too_much && b.count) || (b.too_much && a.count);
	for (unsigned i = 0; i < a.count; i++)
		for (unsigned j = 0; j < b.count; j++)
			if (any || same_expr(a.accesses[i]->a, b.accesses[j]->a))
				note_stored(twins, a.accesses[i]->a);
}

/* Whether it comes from memory, right away or by way of a variable or a call. */
static bool
may_be_loaded(const struct ir_expr *e)
{
	return loaded_from(e) || is_call(e) || e->kind == IR_LOAD;
}

/* Values that are computed alike are computed behind the branch, from whichever of both was loaded. */
static void
pair_values(struct twins *twins, const struct ir_expr *a, const struct ir_expr *b, unsigned depth)
{
	twins->too_much |= depth > IR_DEEPEST;
	if (!a || !b || twins->too_much || a->type->size != b->type->size)
		return;
	if (loaded_from(a) && loaded_from(b)) {
		pair(twins, a, b);
	} else if (may_be_loaded(a) && may_be_loaded(b)) {
		pair_calls(twins, a, b);
	} else if (a->kind == b->kind && (a->kind == IR_CONVERT || a->kind == IR_UNARY || a->kind == IR_BINARY) && a->op == b->op) {
		pair_values(twins, a->a, b->a, depth + 1);
		pair_values(twins, a->b, b->b, depth + 1);
	}
}

static bool
is_of_own_variable(const struct ir_stmt *s)
{
	const bool is_set = s->kind == IR_STMT_EXPR && (s->expr->kind == IR_STORE || s->expr->kind == IR_COPY);
	return s->kind == IR_STMT_DECLARE || (is_set && s->expr->a->kind == IR_VAR);
}

/* What a side ends with, or NULL. Behind it variables may be set. */
static const struct ir_expr *
last_expr(const struct ir_stmt *s)
{
	while (s && s->kind == IR_STMT_BLOCK) {
		uint32_t count = s->stmt_count;
		while (count > 1 && is_of_own_variable(s->stmts[count - 1]))
			count--;
		s = count ? s->stmts[count - 1] : NULL;
	}
	return s && s->kind == IR_STMT_EXPR ? s->expr : NULL;
}

/* Values stored last are computed behind the branch, and a function that both sides end with calling is run there. */
static void
pair_ends(struct twins *twins, const struct ir_expr *a, const struct ir_expr *b)
{
	if (a && b && a->kind == b->kind && (a->kind == IR_STORE || a->kind == IR_UPDATE)) {
		if (a->kind == IR_UPDATE)
			pair(twins, a, b);
		pair_values(twins, a->b, b->b, 0);
	}
	if (a && b && is_call(a) && is_call(b) && a->func == b->func)
		pair_calls(twins, a, b);
}

static void
pair_branch(struct twins *twins, struct ir_node node)
{
	int64_t known;
	const struct ir_stmt *s = node.stmt;
	const struct ir_expr *e = node.expr;
	if (s && s->kind == IR_STMT_IF && s->otherwise && !ir_is_constant(s->expr, &known)) {
		pair_same_addresses(twins, (struct ir_node){.stmt = s->then}, (struct ir_node){.stmt = s->otherwise});
		pair_stores(twins, (struct ir_node){.stmt = s->then}, (struct ir_node){.stmt = s->otherwise});
		pair_ends(twins, last_expr(s->then), last_expr(s->otherwise));
	} else if (e && e->kind == IR_CONDITIONAL && !ir_is_constant(e->a, &known)) {
		pair_same_addresses(twins, (struct ir_node){.expr = e->b}, (struct ir_node){.expr = e->c});
		pair_values(twins, e->b, e->c, 0);
	}
}

/* Of a variable that is loaded on several ways to where it is read, the compiler makes one load there. */
static void
pair_meetings(struct twins *twins, const struct unused_loads *unused)
{
	twins->too_much |= unused->meeting_count > MOST_MEETINGS;
	for (size_t i = 0; i < unused->meeting_count && !twins->too_much; i++) {
		const struct meeting *a = &unused->meetings[i];
		for (size_t j = i + 1; j < unused->meeting_count; j++) {
			const struct meeting *b = &unused->meetings[j];
			if (a->var == b->var && a->at == b->at)
				pair_values(twins, a->value, b->value, 0);
		}
	}
}

/* ---- where what has become one goes ---- */

/* An access that is moved to the end of a statement gets its line, where there is one like it perhaps. Whether there is one. */
static bool
doubt_accesses_of(struct twins *twins, const struct ir_stmt *s, enum wanted_accesses what)
{
	struct side side = {.what = what};
	if (s->kind == IR_STMT_EXPR)
		find_accesses(&side, (struct ir_node){.stmt = s}, 0);
	twins->too_much |= side.too_much;
	for (unsigned i = 0; i < side.count; i++)
		pointer_set_add(&twins->accesses, side.accesses[i]);
	return side.count > 0;
}

/* Whether it sets a variable of the thread's own to what takes no memory: of that the compiler may leave nothing there. */
static bool
may_leave_nothing(const struct ir_stmt *s)
{
	struct side loads = {.what = LOADS}, stores = {.what = STORES};
	if (!is_of_own_variable(s))
		return false;
	find_accesses(&loads, (struct ir_node){.stmt = s}, 0);
	find_accesses(&stores, (struct ir_node){.stmt = s}, 0);
	return !loads.count && !loads.too_much && !stores.count && !stores.too_much;
}

/* The same of what stands before the statement of that index, on the last line that something is left of. */
static void
doubt_accesses_before(struct twins *twins, const struct ir_stmt *block, uint32_t at, enum wanted_accesses what)
{
	while (at > 1 && may_leave_nothing(block->stmts[at - 1]))
		at--;
	const uint32_t line = at ? block->stmts[at - 1]->loc.line : 0;
	while (at && block->stmts[at - 1]->loc.line == line && !doubt_accesses_of(twins, block->stmts[at - 1], what))
		at--;
}

/* The statement of that index, or where that declares a variable the next. NULL: there is none, or it is no expression. */
static const struct ir_stmt *
expression_from(const struct ir_stmt *block, uint32_t at)
{
	while (at < block->stmt_count && block->stmts[at]->kind == IR_STMT_DECLARE)
		at++;
	return at < block->stmt_count && block->stmts[at]->kind == IR_STMT_EXPR ? block->stmts[at] : NULL;
}

/* The loop that the statement is, or ends with behind what is declared for it; NULL: it is none. */
static const struct ir_stmt *
loop_of(const struct ir_stmt *s)
{
	while (s->kind == IR_STMT_BLOCK && s->stmt_count)
		s = s->stmts[s->stmt_count - 1];
	return s->kind == IR_STMT_LOOP ? s : NULL;
}

/* Loads of the two statements from one place, but for what the first itself leaves there. */
static void
pair_loads(struct twins *twins, const struct ir_stmt *first, const struct ir_stmt *behind)
{
	struct side a = {.count = 0}, b = {.count = 0};
	find_accesses(&a, (struct ir_node){.stmt = first}, 0);
	find_accesses(&b, (struct ir_node){.stmt = behind}, 0);
	twins->too_much |= a.too_much || b.too_much;
	for (unsigned i = 0; i < a.count; i++)
		for (unsigned j = 0; j < b.count; j++) {
			const struct ir_expr *x = a.accesses[i], *y = b.accesses[j];
			const bool both = x->kind == IR_LOAD && y->kind == IR_LOAD && same_expr(x->a, y->a);
			if (both && !(first->expr->kind == IR_STORE && same_expr(first->expr->a, x->a)))
				pair(twins, x, y);
		}
}

/* What each iteration begins with loading, and what stands behind the loop as well, the compiler loads at the end of each
 * iteration and once before. */
static void
pair_around_loop(struct twins *twins, const struct ir_stmt *block, uint32_t at)
{
	const struct ir_stmt *loop = loop_of(block->stmts[at]), *body = loop ? loop->body : NULL;
	if (!body || body->kind != IR_STMT_BLOCK || !body->stmt_count)
		return;
	const struct ir_stmt *first = expression_from(body, 0), *behind = expression_from(block, at + 1);
	const unsigned pairs = twins->pairs;
	if (first && behind)
		pair_loads(twins, first, behind);
	if (twins->pairs != pairs)
		doubt_accesses_of(twins, body->stmts[body->stmt_count - 1], LOADS);
}

/* Of stores to the address that have become one: it may come to the line before the branch, or to that behind it, unless what
 * is stored there takes its place. */
static void
doubt_stores_around(struct twins *twins, const struct ir_stmt *block, uint32_t at, const struct ir_expr *address)
{
	if (!address)
		return;
	const enum wanted_accesses what = ir_is_in_shared(address) ? SHARED_STORES : OTHER_STORES;
	const struct ir_stmt *behind = expression_from(block, at + 1);
	const bool replaces = behind && behind->expr->kind == IR_STORE && same_expr(behind->expr->a, address);
	doubt_accesses_before(twins, block, at, what);
	if (behind && !replaces)
		doubt_accesses_of(twins, behind, what);
}

static void
pair_in_block(struct twins *twins, const struct ir_stmt *block)
{
	for (uint32_t i = 0; i < block->stmt_count; i++) {
		const unsigned pairs = twins->pairs;
		twins->stored_in_shared = twins->stored_elsewhere = NULL;
		pair_branch(twins, (struct ir_node){.stmt = block->stmts[i]});
		pair_around_loop(twins, block, i);
		if (twins->pairs != pairs)
			doubt_accesses_before(twins, block, i, LOADS);
		doubt_stores_around(twins, block, i, twins->stored_in_shared);
		doubt_stores_around(twins, block, i, twins->stored_elsewhere);
	}
}

static void look_at(struct twins *twins, struct unused_known *unused, const struct ir_func *func, unsigned depth);

static void
walk(struct twins *twins, struct unused_known *unused, struct ir_node node, unsigned depth)
{
	const bool is_block = node.stmt && node.stmt->kind == IR_STMT_BLOCK;
	twins->too_much |= depth > IR_DEEPEST;
	if (twins->too_much)
		return;
	if (is_block)
		pair_in_block(twins, node.stmt);
	if (node.expr && is_call(node.expr))
		look_at(twins, unused, node.expr->func, depth);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (!is_block)
			pair_branch(twins, part);
		walk(twins, unused, part, depth + 1);
	}
}

static void
look_at(struct twins *twins, struct unused_known *unused, const struct ir_func *func, unsigned depth)
{
	if (!pointer_set_add(&twins->funcs, func))
		return;
	pair_meetings(twins, unused_loads_of(unused, func));
	walk(twins, unused, (struct ir_node){.stmt = func->body}, depth + 1);
}

void
twins_find(struct twins *twins, struct unused_known *unused, const struct ir_func *kernel)
{
	if (twins->kernel == kernel)
		return;
	twins_free(twins);
	twins->kernel = kernel;
	look_at(twins, unused, kernel, 0);
}

void
twins_free(struct twins *twins)
{
	pointer_set_free(&twins->accesses);
	pointer_set_free(&twins->funcs);
	pointer_set_free(&twins->paired);
}

bool
twins_has(const struct twins *twins, const struct ir_expr *access)
{
	return twins->too_much || pointer_set_has(&twins->accesses, access);
}
