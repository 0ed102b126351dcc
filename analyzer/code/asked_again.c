#include "code/asked_again.h"

#include "code/linear.h"
#include "code/unroll.h"
#include "code/ways.h"
#include "ir/integer.h"
#include "ir/walk.h"

enum {
	DEEPEST = 24,            /* of conditions */
	MOST_BETWEEN = 16,       /* instructions that the compiler writes twice to save a branch */
};

/* ---- conditions ---- */

/* What is compared, and how; b NULL: with 0. */
struct asked {
	enum ir_op op;
	const struct ir_expr *a, *b;
};

/* What stands behind a name that is given once, and behind conversions. */
static const struct ir_expr *
meant_by(const struct definitions *definitions, const struct ir_expr *e)
{
	for (unsigned depth = 0; depth < DEEPEST; depth++) {
		const struct ir_expr *plain = ir_without_conversions(e);
		const struct ir_expr *value = plain ? definition_of(definitions, plain) : NULL;
		if (!value)
			return plain;
		e = value;
	}
	return e;
}

static bool
are_alike(const struct definitions *definitions, const struct ir_expr *x, const struct ir_expr *y, unsigned depth)
{
	if (!x || !y || depth > DEEPEST)
		return !x && !y;
	x = meant_by(definitions, x);
	y = meant_by(definitions, y);
	if (x == y || same_expr(x, y))
		return true;
	if (x->kind != y->kind || x->op != y->op)
		return false;
	switch (x->kind) {
	case IR_UNARY: case IR_BINARY: case IR_AND: case IR_OR:
		return are_alike(definitions, x->a, y->a, depth + 1) && are_alike(definitions, x->b, y->b, depth + 1);
	default:
		return false;
	}
}

static bool
is_zero(const struct ir_expr *e)
{
	return e && e->kind == IR_INT && !e->integer;
}

static struct asked
asked_by(const struct definitions *definitions, const struct ir_expr *condition)
{
	const struct ir_expr *e = meant_by(definitions, condition);
	bool negated = false;
	for (unsigned depth = 0; e && depth < DEEPEST; depth++) {
		const bool compares = e->kind == IR_BINARY && (e->op == IR_EQ || e->op == IR_NE);
		if (!(e->kind == IR_UNARY && e->op == IR_NOT) && !(compares && is_zero(ir_without_conversions(e->b))))
			break;
		negated ^= e->op != IR_NE;
		e = meant_by(definitions, e->a);
	}
	if (e && e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_NE)
		return (struct asked){negated ? integer_opposite(e->op) : e->op, e->a, e->b};
	return (struct asked){negated ? IR_EQ : IR_NE, e, NULL};
}

/* Whether one holds where the other does, or just where it does not. */
static bool
ask_the_same(const struct definitions *definitions, struct asked x, struct asked y)
{
	if ((y.op == x.op || y.op == integer_opposite(x.op)) && are_alike(definitions, x.a, y.a, 0) &&
	    are_alike(definitions, x.b, y.b, 0))
		return true;
	const enum ir_op op = integer_turned(y.op);
	return x.b && y.b && (op == x.op || op == integer_opposite(x.op)) && are_alike(definitions, x.a, y.b, 0) &&
	       are_alike(definitions, x.b, y.a, 0);
}

/* ---- where they stand ---- */

/* The statements around one, from the inside out. */
struct chain {
	const struct ir_stmt *around[IR_DEEPEST + 1];
	unsigned count;
};

static void
note_around(void *context, const struct ir_stmt *around)
{
	struct chain *chain = context;
	if (chain->count < IR_DEEPEST)
		chain->around[chain->count++] = around;
}

static bool
chain_of(const struct ir_func *func, const struct ir_stmt *branch, struct chain *chain)
{
	chain->around[0] = branch;
	chain->count = 1;
	return ir_visit_around((struct ir_node){.stmt = func->body}, branch, note_around, chain) && chain->count < IR_DEEPEST;
}

/* Whether so little is between the parts x and y of the block that the compiler makes one of what is asked at the end of the
 * one and at the beginning of the other. */
static bool
is_little_between(struct definitions *definitions, const struct ir_stmt *block, uint32_t x, uint32_t y)
{
	double instructions = 0;
	for (uint32_t i = x + 1; i < y; i++) {
		const struct extent extent = extent_of(definitions, block->stmts[i]);
		instructions += extent.instructions;
		if (extent.breaks)
			return false;
	}
	return instructions <= MOST_BETWEEN;
}

static uint32_t
place_in(const struct ir_stmt *block, const struct ir_stmt *part)
{
	uint32_t place = 0;
	while (place < block->stmt_count && block->stmts[place] != part)
		place++;
	return place;
}

/* Whether the branch that is x's may be none, for what is asked at y. Of one in which the other stands, or behind which the
 * other is decided by who has left, nothing becomes less. */
static bool
is_saved(struct definitions *definitions, const struct chain *x, const struct chain *y)
{
	unsigned of_x = x->count, of_y = y->count;
	while (of_x && of_y && x->around[of_x - 1] == y->around[of_y - 1])
		of_x--, of_y--;
	if (!of_x || !of_y)
		return of_y == 0;    /* one stands in the other */
	const struct ir_stmt *common = of_x < x->count ? x->around[of_x] : NULL;
	if (!common || (common->kind != IR_STMT_BLOCK && common->kind != IR_STMT_SWITCH))
		return false;   /* on different sides */
	const struct ir_stmt *in_x = x->around[of_x - 1], *in_y = y->around[of_y - 1];
	const uint32_t place_x = place_in(common, in_x), place_y = place_in(common, in_y);
	const struct ir_stmt *first = place_x < place_y ? x->around[0] : y->around[0];
	if (side_jumps_off(first->then) || side_jumps_off(first->otherwise))
		return first == y->around[0];
	return in_x->kind != IR_STMT_LOOP && in_y->kind != IR_STMT_LOOP &&
	       is_little_between(definitions, common, place_x < place_y ? place_x : place_y, place_x < place_y ? place_y : place_x);
}

/* ---- all of it ---- */

struct search {
	struct definitions *definitions;
	const struct ir_func *func;
	const struct ir_stmt *branch;
	struct asked asked;
	struct chain chain;
};

static bool
is_one_with(const struct search *search, const struct ir_stmt *other)
{
	struct chain chain;
	if (other == search->branch || !ask_the_same(search->definitions, search->asked, asked_by(search->definitions, other->expr)))
		return false;
	return chain_of(search->func, other, &chain) && is_saved(search->definitions, &search->chain, &chain);
}

static bool
looks_for(const struct search *search, const struct ir_stmt *s, unsigned depth)
{
	if (depth > IR_DEEPEST)
		return true;
	if (s->kind == IR_STMT_IF && is_one_with(search, s))
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.stmt && looks_for(search, part.stmt, depth + 1))
			return true;
	return false;
}

bool
is_asked_again(struct definitions *definitions, const struct ir_func *func, const struct ir_stmt *branch)
{
	struct search search = {
		.definitions = definitions, .func = func, .branch = branch, .asked = asked_by(definitions, branch->expr),
	};
	return func->body && chain_of(func, branch, &search.chain) && looks_for(&search, func->body, 0);
}
