#include "code/neighbours.h"

#include <stdlib.h>
#include <string.h>

#include "code/callers.h"
#include "code/linear.h"
#include "code/stepping.h"
#include "code/unroll.h"
#include "ir/walk.h"
#include "support/least.h"
#include "support/memory.h"

enum { MOST_LOOPS = 8, MOST_ACCESSES = 4096, LOOKED_BACK = 64, WIDEST = 16, WIDE = 8 };

/* An access that may have neighbours, as the walk finds it. */
struct found {
	struct neighbour neighbour;
	struct linear address;
	unsigned line, stretch;
	bool fixed;          /* in a variable in shared memory, at a place that the source tells, or that each copy of a loop knows */
};

struct walk {
	struct definitions definitions;
	struct found *items;
	size_t count, capacity;
	unsigned line, lines;               /* the straight line of code that the walk is in, of how many so far */
	unsigned stretch;                   /* between two barriers, whatever branches and loops are in it; of how many so far */
	unsigned piece[CROSSING_NONE + 1];  /* as of struct neighbour */
	unsigned accesses;                  /* to memory, so far */
	unsigned ends[CROSSING_NONE + 1];   /* how often a piece has ended so far */
	struct unrolling loops[MOST_LOOPS]; /* unrolled ones around it */
	unsigned depth_of_loops, hidden;    /* the first `hidden` of them are outside of a condition */
	const struct ir_stmt *copied;       /* as of struct neighbour */
	const struct ir_stmt *remaining;    /* the innermost loop around it that remains one; NULL: there is none */
	unsigned groups, depth;
};

static void
begin_line(struct walk *w)
{
	w->line = ++w->lines;
}

/* What is to be crossed like that has come. */
static void
end_pieces(struct walk *w, enum crossing crossing)
{
	for (enum crossing c = CROSSING_UNSURE; c <= crossing; c++) {
		w->piece[c] = ++w->lines;
		w->ends[c]++;
	}
}

/* The worst that has come since. */
static enum crossing
worst_since(const struct walk *w, const unsigned ends[])
{
	enum crossing c = CROSSING_NONE;
	while (c > CROSSING_SURE && w->ends[c] == ends[c])
		c--;
	return c;
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
term_multiple(struct walk *w, const struct ir_expr *what, int64_t factor)
{
	unsigned multiple = known_multiple(&w->definitions, what);
	if (multiple == 1 && w->remaining)
		multiple = stepping_multiple(&w->definitions, w->remaining, what);
	return smaller(power_of_two_in(factor) * multiple, WIDEST);
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

/* In how many bytes it is known how the address lies; 0: in too few. */
static unsigned
span_of(struct walk *w, const struct linear *address)
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
		span = smaller(span, counter_multiple(w, loop, term->factor, alone));
	}
	return span >= WIDE ? span : 0;
}

/* Which loop's iterations share a piece. Where they are of two loops, the inner one fills but a part of the piece, in too
 * few iterations to leave one out. */
static void
find_loop(struct walk *w, const struct linear *address, struct neighbour *neighbour)
{
	const struct unrolling *outermost = NULL;
	for (unsigned i = 0; i < address->count; i++) {
		const struct unrolling *loop = counted_loop(w, &address->terms[i]);
		int64_t step;
		if (!loop || (outermost && loop > outermost) || __builtin_mul_overflow(address->terms[i].factor, loop->step, &step) ||
		    power_of_two_in(step) >= neighbour->span)
			continue;
		outermost = loop;
		neighbour->loop = loop->loop;
		neighbour->step = power_of_two_in(step);
		neighbour->rest_alone = loop->rest_alone;
	}
}

/* ---- variables that lie beside each other ---- */

static unsigned
width_of(const struct found *f)
{
	const struct ir_expr *e = f->neighbour.site;
	return e->kind == IR_LOAD || e->kind == IR_STORE || e->kind == IR_UPDATE ? (unsigned)e->type->size : 0;
}

/* The least bytes from where the one is accessed to where the other is, if that lies behind it. */
static int64_t
least_distance(const struct found *f, const struct found *behind)
{
	const int64_t rest = f->address.count ? (int64_t)width_of(f) : (int64_t)f->address.base->type->size - f->address.constant;
	return rest + (behind->address.count ? 0 : behind->address.constant);
}

/* Whatever else lies between them, and in whichever order they lie: what the program sizes at launch comes behind all others, and
 * not in the same 16 bytes. */
static bool
may_share_piece(const struct found *a, const struct found *b)
{
	const struct ir_var *x = a->address.base, *y = b->address.base;
	return x != y && x->storage == y->storage && width_of(a) == width_of(b) && a->neighbour.is_store == b->neighbour.is_store &&
	       (least_distance(a, b) < WIDEST || least_distance(b, a) < WIDEST);
}

/* Loads on a side of a branch, or in a loop, may be made before it: no matter to whom they belong. */
static void
find_beside(struct walk *w, struct found *f, unsigned stretch, size_t before)
{
	for (size_t i = before; f->fixed && i-- > 0 && w->items[i].stretch >= stretch;) {
		if (w->items[i].stretch != stretch || !w->items[i].fixed || !may_share_piece(&w->items[i], f))
			continue;
		w->items[i].neighbour.beside_another = true;
		f->neighbour.beside_another = true;
	}
}

/* What comes last in a loop stands before what comes first in its next iteration. */
static void
go_round(struct walk *w, size_t first, unsigned stretch)
{
	for (size_t i = first; stretch != w->stretch && i < w->count && w->items[i].stretch == stretch; i++)
		find_beside(w, &w->items[i], w->stretch, w->count);
}

static bool
is_fixed(const struct walk *w, const struct found *f)
{
	const unsigned width = width_of(f);
	if (!f->address.base || !is_shared(f->address.base) || (width != WIDEST / 4 && width != WIDEST / 2))
		return false;
	for (unsigned i = 0; i < f->address.count; i++) {
		const struct unrolling *loop = counted_loop(w, &f->address.terms[i]);
		if (!loop || !loop->whole)
			return false;
	}
	return true;
}

static bool
is_barrier(const struct ir_expr *e)
{
	return (e->kind == IR_BUILTIN || e->kind == IR_CALL) && crossing_of_expr(e) == CROSSING_RESTRICTED;
}

/* ---- who may merge ---- */

static void
find_group(struct walk *w, struct found *f)
{
	f->neighbour.base = f->address.base;
	find_loop(w, &f->address, &f->neighbour);
	for (size_t i = w->count; i-- > 0 && w->count - i <= LOOKED_BACK && !f->neighbour.group;)
		if (w->items[i].neighbour.span && w->items[i].line == f->line && linear_same(&w->items[i].address, &f->address))
			f->neighbour.group = w->items[i].neighbour.group;
	if (!f->neighbour.group)
		f->neighbour.group = ++w->groups;
}

static void
note(struct walk *w, const struct ir_expr *site, const struct ir_expr *address, bool is_store)
{
	struct found f = {.neighbour = {.site = site, .is_store = is_store, .copied = w->copied}, .line = w->line, .stretch = w->stretch};
	memcpy(f.neighbour.piece, w->piece, sizeof w->piece);
	if ((address->kind == IR_VAR && !is_shared(address->var)) || site->type->is_volatile || w->count >= MOST_ACCESSES)
		return;
	const bool is_sum = linear_of(&w->definitions, address, &f.address);
	if (is_sum && address->kind != IR_VAR)
		f.neighbour.span = span_of(w, &f.address);
	if (f.neighbour.span)
		find_group(w, &f);
	f.fixed = is_sum && is_fixed(w, &f);
	find_beside(w, &f, w->stretch, w->count);
	if (f.neighbour.span || f.fixed || address->kind == IR_FIELD)
		memory_push(w->items, w->count, w->capacity, f);
}

static void
note_accesses(struct walk *w, const struct ir_expr *e)
{
	w->accesses += is_memory_access(e);
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

/* around: the statement that it is a part of; NULL: none, or none that matters. */
static void walk_node(struct walk *w, struct ir_node node, const struct ir_stmt *around);

static bool
is_counter(const struct walk *w, const struct ir_expr *e)
{
	for (unsigned i = 0; e->a->kind == IR_VAR && i < w->depth_of_loops; i++)
		if (w->loops[i].whole && e->a->var == w->loops[i].counter)
			return true;
	return false;
}

/* Whether the counters of loops that go whole decide a condition, in each copy of a body anew. */
static bool
is_decided(struct walk *w, const struct ir_expr *e)
{
	if (e->kind == IR_INT || w->depth >= IR_DEEPEST)
		return e->kind == IR_INT;
	if (e->kind == IR_LOAD)
		return is_counter(w, e);
	if (e->kind != IR_UNARY && e->kind != IR_BINARY && e->kind != IR_CONVERT && e->kind != IR_AND && e->kind != IR_OR)
		return false;
	w->depth++;
	const bool decided = is_decided(w, e->a) && (!e->b || is_decided(w, e->b));
	w->depth--;
	return decided;
}

/* A side of a condition is a line of its own, and no part of the copies of a loop around it. Where it accesses memory, it
 * remains a side, and what is behind it another block than what is in front. */
static void
walk_side(struct walk *w, struct ir_node side, bool decided)
{
	const struct walk before = *w;
	w->hidden = w->depth_of_loops;
	begin_line(w);
	end_pieces(w, decided ? CROSSING_COPIES : CROSSING_NONE);
	memcpy(w->ends, before.ends, sizeof w->ends);
	walk_node(w, side, NULL);
	const enum crossing since = w->accesses == before.accesses ? worst_since(w, before.ends) : CROSSING_NONE;
	const enum crossing worst = decided && since > CROSSING_COPIES ? CROSSING_COPIES : since;
	w->line = before.line;
	w->hidden = before.hidden;
	memcpy(w->piece, before.piece, sizeof w->piece);
	end_pieces(w, worst);
}

static void
walk_parts(struct walk *w, struct ir_node whole)
{
	bool is_side = false, decided = false;
	struct ir_parts parts = ir_parts_of(whole);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		if (is_side)
			walk_side(w, part, decided);
		else
			walk_node(w, part, whole.stmt);
		if (whole.stmt && part.expr && extent_of_expr(&w->definitions, part.expr).breaks)
			begin_line(w);
		if (ir_is_condition(whole, part)) {
			is_side = true;
			decided = part.expr && is_decided(w, part.expr);
		}
	}
}

static void
walk_loop(struct walk *w, const struct ir_stmt *s, const struct ir_stmt *around)
{
	const struct unrolling u = unrolling_of(&w->definitions, s, around);
	const bool unrolled = u.counter && w->depth_of_loops < MOST_LOOPS;
	const bool remains = !u.whole || !unrolled;
	/* Of one that constants count nothing may be left, whatever is in it. */
	const bool is_counted = goes_round_known_times(&w->definitions, s, around);
	const enum crossing crossing = !remains ? CROSSING_SURE : is_counted ? CROSSING_COPIES : CROSSING_NONE;
	const size_t first = w->count;
	const unsigned stretch = w->stretch, piece = w->piece[CROSSING_NONE], ends = w->ends[CROSSING_NONE];
	const struct ir_stmt *outer = w->remaining, *outer_copied = w->copied;
	w->remaining = remains ? s : outer;
	w->copied = outer_copied || s->unroll == 1 || (u.counter && !u.whole && u.copies == 1) ? outer_copied : s;
	if (remains)
		begin_line(w);
	if (unrolled)
		w->loops[w->depth_of_loops++] = u;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	struct ir_node part;
	/* A test in front is made before the loop begins, and behind each time round. */
	if (!s->test_last && s->expr && ir_next_part(&parts, &part))
		walk_node(w, part, NULL);
	end_pieces(w, crossing);
	while (ir_next_part(&parts, &part))
		walk_node(w, part, NULL);
	go_round(w, first, stretch);
	w->depth_of_loops -= unrolled;
	w->remaining = outer;
	w->copied = outer_copied;
	if (remains)
		begin_line(w);
	if (crossing == CROSSING_COPIES) {
		w->piece[CROSSING_NONE] = piece;
		w->ends[CROSSING_NONE] = ends;
	}
	end_pieces(w, crossing);
}

static void
walk_node(struct walk *w, struct ir_node node, const struct ir_stmt *around)
{
	if (w->depth >= IR_DEEPEST)
		return;
	w->depth++;
	const enum ir_stmt_kind kind = node.stmt ? node.stmt->kind : IR_STMT_EXPR;
	if (kind == IR_STMT_LOOP)
		walk_loop(w, node.stmt, around);
	else
		walk_parts(w, node);
	if ((kind == IR_STMT_IF || kind == IR_STMT_SWITCH) && extent_of(&w->definitions, node.stmt).breaks)
		begin_line(w);
	if (node.expr)
		note_accesses(w, node.expr);
	w->stretch += node.expr && is_barrier(node.expr);
	if (kind != IR_STMT_LOOP)
		end_pieces(w, node.expr ? crossing_of_expr(node.expr) : crossing_of_stmt(node.stmt));
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

struct kernel_neighbours {
	struct callers callers;
	struct pointer_map funcs;  /* to struct neighbours */
};

static struct kernel_neighbours *
of_kernel(struct neighbours_known *known, const struct ir_func *kernel)
{
	struct kernel_neighbours *found = pointer_map_find(&known->kernels, kernel);
	if (found)
		return found;
	found = arena_new(&known->arena, struct kernel_neighbours);
	callers_find(&found->callers, kernel, &known->arena);
	*pointer_map_value(&known->kernels, kernel) = found;
	return found;
}

const struct neighbours *
neighbours_of(struct neighbours_known *known, const struct ir_func *kernel, const struct ir_func *func)
{
	struct kernel_neighbours *of = of_kernel(known, kernel);
	struct neighbours *found = pointer_map_find(&of->funcs, func);
	if (found)
		return found;
	struct walk w = {.definitions = callers_definitions(&of->callers, func)};
	walk_node(&w, (struct ir_node){.stmt = func->body}, NULL);
	found = arena_new(&known->arena, struct neighbours);
	*found = (struct neighbours){arena_new_array(&known->arena, struct neighbour, w.count + 1), w.count};
	for (size_t i = 0; i < w.count; i++)
		found->items[i] = w.items[i].neighbour;
	if (w.count)
		qsort(found->items, w.count, sizeof *found->items, by_site);
	free(w.items);
	*pointer_map_value(&of->funcs, func) = found;
	return found;
}

void
neighbours_known_free(struct neighbours_known *known)
{
	for (size_t i = 0; i < known->kernels.count; i++) {
		struct kernel_neighbours *of = known->kernels.items[i].value;
		callers_free(&of->callers);
		pointer_map_free(&of->funcs);
	}
	pointer_map_free(&known->kernels);
	arena_free(&known->arena);
}

const struct neighbour *
neighbours_find(const struct neighbours *neighbours, const struct ir_expr *site, bool is_store)
{
	const struct neighbour key = {.site = site, .is_store = is_store};
	return neighbours->count
	           ? bsearch(&key, neighbours->items, neighbours->count, sizeof *neighbours->items, by_site)
	           : NULL;
}
