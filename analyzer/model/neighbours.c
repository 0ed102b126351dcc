#include "model/neighbours.h"

#include <stdlib.h>

#include "model/linear.h"
#include "model/unroll.h"
#include "support/memory.h"

enum { DEEPEST = 200, MOST_LOOPS = 8, MOST_ACCESSES = 4096, LOOKED_BACK = 64, WIDEST = 16, WIDE = 8 };

/* An access that may have neighbours, as the walk finds it. */
struct found {
	struct neighbour neighbour;
	struct linear address;
	unsigned line;
};

struct walk {
	struct definitions definitions;
	struct found *items;
	size_t count, capacity;
	unsigned line, lines;               /* the straight line of code that the walk is in, of how many so far */
	struct unrolling loops[MOST_LOOPS]; /* unrolled ones around it */
	unsigned depth_of_loops, hidden;    /* the first `hidden` of them are outside of a condition */
	unsigned groups, depth;
};

static void walk_stmt(struct walk *w, const struct ir_stmt *s, const struct ir_stmt *block);
static void walk_expr(struct walk *w, const struct ir_expr *e);

static void
begin_line(struct walk *w)
{
	w->line = ++w->lines;
}

/* ---- accesses ---- */

static const struct unrolling *
counted_loop(const struct walk *w, const struct linear_term *term)
{
	const struct ir_expr *e = term->what;
	for (unsigned i = w->hidden; i < w->depth_of_loops; i++)
		if (e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var == w->loops[i].counter)
			return &w->loops[i];
	return NULL;
}

static unsigned
smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned
term_multiple(struct walk *w, const struct ir_expr *what, int64_t factor)
{
	return smaller(power_of_two_in(factor) * known_multiple(&w->definitions, what), WIDEST);
}

/* What is known of a counter's part of the address, each time round a loop of some copies. */
static unsigned
counter_multiple(struct walk *w, const struct unrolling *loop, int64_t factor, bool alone)
{
	int64_t round;
	if (!loop->start || __builtin_mul_overflow(factor, loop->step, &round) ||
	    __builtin_mul_overflow(round, loop->copies, &round))
		return 1;
	const unsigned start = term_multiple(w, loop->start, factor);
	return smaller(start, power_of_two_in(alone ? round : round / 2));
}

static bool
is_shared(const struct ir_var *var)
{
	return var->storage == IR_STORAGE_SHARED || var->storage == IR_STORAGE_SHARED_DYNAMIC;
}

/* In how many bytes it is known how the address lies. */
static unsigned
span_of(struct walk *w, const struct linear *address, bool *rest_alone)
{
	unsigned span = WIDEST;
	bool alone = true;
	if (address->base ? !is_shared(address->base) : !address->count)
		return 0;
	for (unsigned i = 0; i < address->count; i++) {
		if (counted_loop(w, &address->terms[i]))
			continue;
		alone = false;
		span = smaller(span, term_multiple(w, address->terms[i].what, address->terms[i].factor));
	}
	for (unsigned i = 0; i < address->count; i++) {
		const struct linear_term *term = &address->terms[i];
		const struct unrolling *loop = counted_loop(w, term);
		if (!loop || loop->whole)
			continue;
		*rest_alone |= loop->rest_alone;
		span = smaller(span, counter_multiple(w, loop, term->factor, alone));
	}
	return span >= WIDE ? span : 0;
}

static void
note(struct walk *w, const struct ir_expr *site, const struct ir_expr *address, bool is_store)
{
	struct found f = {.neighbour = {.site = site, .is_store = is_store}, .line = w->line};
	if (address->kind == IR_VAR || site->type->is_volatile || w->count >= MOST_ACCESSES)
		return;
	if (!linear_of(&w->definitions, address, &f.address))
		return;
	f.neighbour.span = span_of(w, &f.address, &f.neighbour.rest_alone);
	if (!f.neighbour.span)
		return;
	for (size_t i = w->count; i-- > 0 && w->count - i <= LOOKED_BACK && !f.neighbour.group;)
		if (w->items[i].line == f.line && linear_same(&w->items[i].address, &f.address))
			f.neighbour.group = w->items[i].neighbour.group;
	if (!f.neighbour.group)
		f.neighbour.group = ++w->groups;
	memory_push(w->items, w->count, w->capacity, f);
}

static void
note_accesses(struct walk *w, const struct ir_expr *e)
{
	if (e->kind == IR_LOAD || e->kind == IR_UPDATE)
		note(w, e, e->a, false);
	if (e->kind == IR_STORE || e->kind == IR_UPDATE)
		note(w, e, e->a, true);
	if (e->kind == IR_COPY) {
		/* Of a copy, each address is the site of what happens there. */
		note(w, e->b, e->b, false);
		note(w, e->a, e->a, true);
	}
}

/* ---- the walk ---- */

/* A side of a condition is a line of its own, and no part of the copies of a loop around it. */
struct side {
	unsigned line, hidden;
};

static struct side
enter_side(struct walk *w)
{
	const struct side outer = {w->line, w->hidden};
	w->hidden = w->depth_of_loops;
	begin_line(w);
	return outer;
}

static void
leave_side(struct walk *w, struct side outer)
{
	w->line = outer.line;
	w->hidden = outer.hidden;
}

static void
walk_side(struct walk *w, const struct ir_expr *e)
{
	const struct side outer = enter_side(w);
	walk_expr(w, e);
	leave_side(w, outer);
}

static void
walk_expr(struct walk *w, const struct ir_expr *e)
{
	if (!e || w->depth >= DEEPEST)
		return;
	w->depth++;
	walk_expr(w, e->a);
	if (e->kind == IR_CONDITIONAL || e->kind == IR_AND || e->kind == IR_OR) {
		walk_side(w, e->b);
		walk_side(w, e->c);
	} else {
		walk_expr(w, e->b);
		walk_expr(w, e->c);
	}
	if (e->kind == IR_STATEMENTS)
		walk_stmt(w, e->body, NULL);
	for (uint32_t i = 0; i < e->arg_count; i++)
		walk_expr(w, e->args[i]);
	note_accesses(w, e);
	w->depth--;
}

static void
walk_whole_expr(struct walk *w, const struct ir_expr *e)
{
	if (!e)
		return;
	walk_expr(w, e);
	if (extent_of_expr(&w->definitions, e).breaks)
		begin_line(w);
}

static void
walk_side_stmt(struct walk *w, const struct ir_stmt *s)
{
	const struct side outer = enter_side(w);
	walk_stmt(w, s, NULL);
	leave_side(w, outer);
}

static void
walk_if(struct walk *w, const struct ir_stmt *s)
{
	walk_whole_expr(w, s->expr);
	walk_side_stmt(w, s->then);
	walk_side_stmt(w, s->otherwise);
	if (extent_of(&w->definitions, s).breaks)
		begin_line(w);
}

static void
walk_loop(struct walk *w, const struct ir_stmt *s, const struct ir_stmt *block)
{
	const struct unrolling u = unrolling_of(&w->definitions, s, block);
	const bool unrolled = u.counter && w->depth_of_loops < MOST_LOOPS;
	if (!u.whole || !unrolled)
		begin_line(w);
	if (unrolled)
		w->loops[w->depth_of_loops++] = u;
	walk_expr(w, s->expr);
	walk_stmt(w, s->body, NULL);
	walk_expr(w, s->step);
	w->depth_of_loops -= unrolled;
	if (!u.whole || !unrolled)
		begin_line(w);
}

static void
walk_stmt(struct walk *w, const struct ir_stmt *s, const struct ir_stmt *block)
{
	if (!s || w->depth >= DEEPEST)
		return;
	w->depth++;
	switch (s->kind) {
	case IR_STMT_BLOCK:
		for (uint32_t i = 0; i < s->stmt_count; i++)
			walk_stmt(w, s->stmts[i], s);
		break;
	case IR_STMT_IF:
		walk_if(w, s);
		break;
	case IR_STMT_LOOP:
		walk_loop(w, s, block);
		break;
	case IR_STMT_SWITCH:
		walk_whole_expr(w, s->expr);
		for (uint32_t i = 0; i < s->stmt_count; i++)
			walk_side_stmt(w, s->stmts[i]);
		begin_line(w);
		break;
	case IR_STMT_EXPR: case IR_STMT_RETURN:
		walk_whole_expr(w, s->expr);
		break;
	default:
		break;
	}
	w->depth--;
}

/* ---- the result ---- */

static int
by_site(const void *a, const void *b)
{
	const struct neighbour *x = a, *y = b;
	if (x->site != y->site)
		return (uintptr_t)x->site < (uintptr_t)y->site ? -1 : 1;
	return (int)x->is_store - (int)y->is_store;
}

struct neighbours
neighbours_of(const struct ir_func *func, struct arena *arena)
{
	struct walk w = {.definitions = definitions_of(func, arena)};
	walk_stmt(&w, func->body, NULL);
	struct neighbours result = {arena_new_array(arena, struct neighbour, w.count + 1), w.count};
	for (size_t i = 0; i < w.count; i++)
		result.items[i] = w.items[i].neighbour;
	if (w.count)
		qsort(result.items, w.count, sizeof *result.items, by_site);
	free(w.items);
	return result;
}

struct neighbour *
neighbours_find(const struct neighbours *neighbours, const struct ir_expr *site, bool is_store)
{
	const struct neighbour key = {.site = site, .is_store = is_store};
	return neighbours->count
	           ? bsearch(&key, neighbours->items, neighbours->count, sizeof *neighbours->items, by_site)
	           : NULL;
}
