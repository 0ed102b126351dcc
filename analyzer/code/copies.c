#include "code/copies.h"

#include "ir/walk.h"

enum { MOST_LOOPS = 8 };

struct search {
	const struct unrolled_loops *unrolled;
	const struct ir_stmt *loops[MOST_LOOPS];        /* around it, that are unrolled whole; others are left out */
	unsigned count;
	bool unsure;                                    /* whether one of them may not be */
	const struct ir_stmt *counting;                 /* a loop whose counter is known as well; NULL: there is none */
	struct definitions definitions;                 /* once there are such loops */
};

static void
note_loop(void *context, const struct ir_stmt *around)
{
	struct search *s = context;
	if (!pointer_set_has(&s->unrolled->loops, around) || s->count == MOST_LOOPS)
		return;
	s->loops[s->count++] = around;
	s->unsure |= pointer_set_has(&s->unrolled->unsure, around);
}

static bool
is_counter(struct search *s, const struct ir_expr *e)
{
	for (unsigned i = 0; e->kind == IR_LOAD && e->a->kind == IR_VAR && i < s->count; i++)
		if (loop_counter(&s->definitions, s->loops[i]) == e->a->var)
			return true;
	return s->counting && e->kind == IR_LOAD && e->a->kind == IR_VAR && loop_counter(&s->definitions, s->counting) == e->a->var;
}

static bool
is_known(struct search *s, const struct ir_expr *e, unsigned depth)
{
	enum { DEEPEST = 16 };
	if (!e || depth == DEEPEST)
		return !e;
	const struct ir_expr *value = definition_of(&s->definitions, e);
	switch (e->kind) {
	case IR_INT: return true;
	case IR_LOAD: return is_counter(s, e) || (value && is_known(s, value, depth + 1));
	case IR_UNARY: case IR_BINARY: case IR_AND: case IR_OR: case IR_CONDITIONAL: case IR_CONVERT:
		return is_known(s, e->a, depth + 1) && is_known(s, e->b, depth + 1) && is_known(s, e->c, depth + 1);
	default: return false;
	}
}

static enum wholeness
search(struct search *s, const struct ir_func *func, const struct ir_stmt *branch, struct definitions_known *known)
{
	if (!ir_visit_around((struct ir_node){.stmt = func->body}, branch, note_loop, s) || !s->count)
		return WHOLE_NEVER;
	s->definitions = definitions_known_of(known, func);
	if (!is_known(s, branch->expr, 0))
		return WHOLE_NEVER;
	return s->unsure ? WHOLE_PERHAPS : WHOLE_SURELY;
}

enum wholeness
copies_count(const struct ir_func *func, const struct ir_stmt *loop, const struct unrolled_loops *unrolled,
             struct definitions_known *known)
{
	return search(&(struct search){.unrolled = unrolled, .counting = loop}, func, loop, known);
}
