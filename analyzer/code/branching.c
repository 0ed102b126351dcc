#include "code/branching.h"

#include "code/asked_again.h"
#include "code/linear.h"
#include "code/steady.h"
#include "code/unroll.h"
#include "code/ways.h"
#include "ir/walk.h"

enum {
	MOST_AT_ONCE = 5,       /* instructions that are computed whether they are needed or not */
	MOST_PREDICATED = 16,   /* that may be executed under predicates rather than jumped over */
};

/* ---- conditions of several parts ---- */

static bool
must_wait(const struct ir_expr *e, unsigned depth)
{
	if (!e || depth > IR_DEEPEST)
		return e != NULL;
	if (e->kind == IR_LOAD && ir_address_is_named(e->a))
		return false;
	if (e->kind == IR_LOAD || e->kind == IR_STORE || e->kind == IR_UPDATE || e->kind == IR_UNKNOWN ||
	    e->kind == IR_CALL_POINTER || (e->kind == IR_CALL && !e->func->is_library))
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.stmt || must_wait(part.expr, depth + 1))
			return true;
	return false;
}

static bool
is_computed_at_once(struct definitions *definitions, const struct ir_expr *e)
{
	if (!e)
		return true;
	const struct extent extent = extent_of_expr(definitions, e);
	return !extent.breaks && extent.instructions <= MOST_AT_ONCE && !must_wait(e, 0);
}

/* `a == 3`, `a != 3`: what is compared; NULL: it is none of these. */
static const struct ir_expr *
compared_with_number(struct definitions *definitions, const struct ir_expr *e)
{
	int64_t number;
	const bool compares = e->kind == IR_BINARY && (e->op == IR_EQ || e->op == IR_NE);
	return compares && constant_value(definitions, e->b, &number) ? e->a : NULL;
}

/* `a == 3 || a == 7 || a == 12`, which the compiler takes for a switch; of two such numbers it does not. */
static bool
chooses_among_numbers(struct definitions *definitions, const struct ir_expr *e)
{
	enum { FEWEST = 3 };
	if (e->kind != IR_AND && e->kind != IR_OR)
		return false;
	const struct ir_expr *last = compared_with_number(definitions, e->b);
	unsigned alike = last != NULL;
	for (const struct ir_expr *rest = e; last && rest->kind == e->kind; rest = rest->a) {
		const struct ir_expr *next = rest->a->kind == e->kind ? rest->a->b : rest->a;
		const struct ir_expr *compared = compared_with_number(definitions, next);
		alike += compared && same_expr(compared, last);
	}
	return alike >= FEWEST;
}

static bool
is_parted(struct definitions *definitions, const struct ir_expr *e, unsigned depth)
{
	if (!e || depth > IR_DEEPEST)
		return e != NULL;
	if ((e->kind == IR_AND || e->kind == IR_OR || e->kind == IR_CONDITIONAL) &&
	    !(is_computed_at_once(definitions, e->b) && is_computed_at_once(definitions, e->c)))
		return true;
	if (chooses_among_numbers(definitions, e))
		return true;
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.expr && is_parted(definitions, part.expr, depth + 1))
			return true;
	return false;
}

/* Whether all numbers that lead elsewhere than others follow each other, and lead to one place. */
static bool
asks_once(const struct ir_stmt *choice)
{
	const struct ir_case *last = NULL;
	for (uint32_t i = 0; i < choice->case_count; i++) {
		const struct ir_case *label = &choice->cases[i];
		if (label->is_default)
			continue;
		if (last && (label->first != last->first || label->low != last->high + 1))
			return false;
		last = label;
	}
	return true;
}

/* ---- loops around it ---- */

struct surroundings {
	struct definitions definitions;
	const struct ir_stmt *branch, *loop;   /* loop: around it, and the next statement further out is around that */
	bool one_way;
	enum branching found;
};

/* Whether it is tested on the way how many iterations are left. */
static bool
has_tests_in_copies(struct surroundings *s, const struct ir_stmt *loop, const struct ir_stmt *around)
{
	return may_have_copies(&s->definitions, loop) && !goes_round_known_times(&s->definitions, loop, around);
}

static void
look_around(void *context, const struct ir_stmt *around)
{
	struct surroundings *s = context;
	if (s->loop && s->found == BRANCHING_AS_WRITTEN && has_tests_in_copies(s, s->loop, around))
		s->found = BRANCHING_BESIDE_TESTS;
	s->loop = around->kind == IR_STMT_LOOP ? around : NULL;
	if (s->loop && s->one_way && steady_in_loop(&s->definitions, s->loop, s->branch->expr))
		s->found = BRANCHING_UNCHANGED;
}

/* ---- no branch at all ---- */

static bool
is_short(struct extent extent)
{
	return !extent.breaks && extent.instructions <= MOST_PREDICATED;
}

/* Lanes that have nothing more to do there leave the kernel, or the function: its caller may end the kernel behind it, or ask
 * for what it returns, and the compiler then goes at once where that leads. Of real numbers it does not know that. */
static enum branching
branching_of_end(const struct ir_func *func)
{
	if (func->is_kernel)
		return BRANCHING_EXIT;
	return func->result->kind == IR_TYPE_FLOAT ? BRANCHING_AS_WRITTEN : BRANCHING_RETURN;
}

static enum branching
branching_of_if(struct definitions *definitions, const struct ir_func *func, const struct ir_stmt *branch)
{
	const struct ways ways = ways_of(definitions, func, branch);
	const bool yes_short = is_short(ways.yes.extent), no_short = is_short(ways.no.extent);
	const bool leaves = ways.is_last || ways.yes.end == WAY_RETURNS || ways.no.end == WAY_RETURNS;
	if (leaves && (yes_short || no_short) && branching_of_end(func) != BRANCHING_AS_WRITTEN)
		return branching_of_end(func);
	/* Of two ways the compiler predicates the short one, and puts the jump around the other among that one's instructions. */
	if (is_short(extent_both(ways.yes.extent, ways.no.extent)) || (yes_short && !ways.yes.is_empty) || (no_short && !ways.no.is_empty))
		return BRANCHING_SHORT;
	if ((yes_short && ways.yes.end == WAY_LEAVES_LOOP) || (no_short && ways.no.end == WAY_LEAVES_LOOP))
		return BRANCHING_LEAVES_LOOP;
	return is_asked_again(definitions, func, branch) ? BRANCHING_ASKED_AGAIN : BRANCHING_AS_WRITTEN;
}

/* A switch between two ways. */
static enum branching
branching_of_switch(struct definitions *definitions, const struct ir_func *func, const struct ir_stmt *choice)
{
	const bool leaves = ir_returns((struct ir_node){.stmt = choice}) || is_last_of_function(func, choice);
	if (is_short(extent_under_predicates(definitions, choice)))
		return BRANCHING_SHORT;
	for (uint32_t i = 0; i < choice->case_count; i++) {
		const struct way way = way_of_case(definitions, choice, i);
		if (is_short(way.extent) && !way.is_empty)
			return BRANCHING_SHORT;
	}
	return leaves ? branching_of_end(func) : BRANCHING_AS_WRITTEN;
}

/* ---- all of it ---- */

static enum branching
branching_of_loop(struct definitions *definitions, const struct ir_stmt *loop)
{
	if (may_have_copies(definitions, loop))
		return BRANCHING_UNROLLED;
	if (!loop->test_last)
		return BRANCHING_TURNED;
	return is_parted(definitions, loop->expr, 0) ? BRANCHING_PARTED : BRANCHING_AS_WRITTEN;
}

enum branching
branching_of(const struct ir_func *func, const struct ir_stmt *branch, bool one_way, struct definitions_known *known)
{
	struct surroundings s = {.definitions = definitions_known_of(known, func), .branch = branch, .one_way = one_way};
	if (branch->kind == IR_STMT_LOOP)
		return branching_of_loop(&s.definitions, branch);
	if (is_parted(&s.definitions, branch->expr, 0))
		return BRANCHING_PARTED;
	if (branch->kind == IR_STMT_SWITCH && !asks_once(branch))
		return BRANCHING_CASES;
	if (func->body)
		ir_visit_around((struct ir_node){.stmt = func->body}, branch, look_around, &s);
	if (s.found != BRANCHING_AS_WRITTEN)
		return s.found;
	return branch->kind == IR_STMT_IF ? branching_of_if(&s.definitions, func, branch)
	                                  : branching_of_switch(&s.definitions, func, branch);
}

enum branching
branching_of_called(const struct ir_func *caller, const struct ir_stmt *loop, struct definitions_known *known)
{
	struct surroundings s = {.definitions = definitions_known_of(known, caller), .loop = loop};
	if (caller->body)
		ir_visit_around((struct ir_node){.stmt = caller->body}, loop, look_around, &s);
	return s.found;
}
